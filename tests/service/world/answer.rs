//! An answer: what came back for one request, and what a test may say about it.

use serde_json::{Value, json};
use ureq::http::HeaderMap;

pub(crate) struct Answer {
    request: String,
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
    pub(crate) raw: Vec<u8>,
}

impl Answer {
    pub(crate) fn new(request: String, status: u16, headers: HeaderMap, raw: Vec<u8>) -> Answer {
        let body = serde_json::from_slice(&raw).unwrap_or(Value::Null);
        Answer { request, status, headers, body, raw }
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.raw).into_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    #[track_caller]
    pub(crate) fn status_is(self, status: u16) -> Answer {
        assert_eq!(self.status, status, "{} was answered {}: {}", self.request, self.status, self.text());
        self
    }

    /// The status and the whole body are these.
    #[track_caller]
    pub(crate) fn is(self, status: u16, body: Value) -> Answer {
        let answer = self.status_is(status);
        assert_eq!(answer.body, body, "{} was answered with another body", answer.request);
        answer
    }

    /// A refusal whose body is this message and nothing else.
    #[track_caller]
    pub(crate) fn refused(self, status: u16, message: &str) -> Answer {
        self.is(status, json!({ "message": message }))
    }

    /// A refusal in words of the service's own choice, and nothing but words.
    #[track_caller]
    pub(crate) fn refused_in_words(self, status: u16) -> Answer {
        let answer = self.status_is(status);
        let message = answer.body["message"].as_str().unwrap_or_default();
        assert!(!message.is_empty(), "{} was refused without a message: {}", answer.request, answer.text());
        assert_eq!(answer.body, json!({ "message": message }), "{}", answer.request);
        answer
    }

    /// 422 with exactly these fields and messages, in this order.
    #[track_caller]
    pub(crate) fn invalid(self, complaints: &[(&str, &str)]) -> Answer {
        let mut errors = json!({});
        for (field, message) in complaints {
            match &mut errors[field] {
                Value::Array(messages) => messages.push(json!(message)),
                empty => *empty = json!([message]),
            }
        }
        let first = complaints.first().map_or("", |(_, message)| message);
        let message = match complaints.len() {
            0 | 1 => first.to_owned(),
            2 => format!("{first} (and 1 more error)"),
            more => format!("{first} (and {} more errors)", more - 1),
        };
        self.is(422, json!({ "message": message, "errors": errors }))
    }

    /// 422 under exactly this field, in the contract's shape, whatever the words.
    #[track_caller]
    pub(crate) fn invalid_under(self, field: &str) -> Answer {
        let answer = self.status_is(422);
        let messages: Vec<&str> =
            answer.body["errors"][field].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let complaints: Vec<(&str, &str)> = messages.iter().map(|message| (field, *message)).collect();
        assert!(!complaints.is_empty(), "{} was refused, but not under {field}: {}", answer.request, answer.text());
        let again = Answer::new(answer.request.clone(), 422, HeaderMap::new(), answer.raw.clone());
        again.invalid(&complaints);
        answer
    }

    #[track_caller]
    pub(crate) fn data(&self) -> &Value {
        self.body.get("data").unwrap_or_else(|| panic!("no data in {}: {}", self.request, self.text()))
    }

    #[track_caller]
    pub(crate) fn items(&self) -> &Vec<Value> {
        self.data().as_array().unwrap_or_else(|| panic!("no list in {}: {}", self.request, self.text()))
    }

    #[track_caller]
    pub(crate) fn id(&self) -> i64 {
        self.data()["id"].as_i64().unwrap_or_else(|| panic!("no id in {}: {}", self.request, self.text()))
    }

    #[track_caller]
    pub(crate) fn ids(&self) -> Vec<i64> {
        self.items().iter().map(|item| item["id"].as_i64().expect("an id that is an integer")).collect()
    }

    #[track_caller]
    pub(crate) fn total(&self) -> i64 {
        let total = &self.body["meta"]["total"];
        total.as_i64().unwrap_or_else(|| panic!("no total in {}: {}", self.request, self.text()))
    }

    /// The object has exactly these members, and they are written in this order.
    #[track_caller]
    pub(crate) fn members_are(&self, object: &Value, names: &[&str]) {
        let mut here: Vec<&str> =
            object.as_object().expect("an object whose members are named").keys().map(String::as_str).collect();
        let mut wanted = names.to_vec();
        here.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(here, wanted, "the members of {}", self.request);
        let text = self.text();
        let mut rest = text.as_str();
        for name in names {
            let (_, after) = rest
                .split_once(&format!("\"{name}\":"))
                .unwrap_or_else(|| panic!("{name} is not in its place in {}: {text}", self.request));
            rest = after;
        }
    }
}
