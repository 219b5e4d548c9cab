//! A walk: every kind's records on one database, what is asked of them, and all that was answered.

use std::cell::RefCell;

use serde_json::{Value, json};

use super::dataset::{Dataset, Row};
use super::declared::Kind;
use crate::world::{Answer, World};

pub(crate) struct Walk<'w> {
    pub(crate) data: Dataset<'w>,
    origin: String,
    /// The day on which the records were made.
    today: String,
    /// Each request with its answer, without what differs between any two runs.
    transcript: RefCell<Vec<(String, Value)>>,
}

impl<'w> Walk<'w> {
    pub(crate) fn begin(world: &'w World) -> Walk<'w> {
        let data = Dataset::build(world);
        let made = &data.live("/users")[0].shown["created_at"];
        let today = made.as_str().expect("a moment")[..10].to_owned();
        Walk { data, origin: world.origin(), today, transcript: RefCell::default() }
    }

    pub(crate) fn kinds(&self) -> Vec<Kind> {
        self.data.kinds.clone()
    }

    /// The answer to a GET with these parameters, whose values are encoded here.
    #[track_caller]
    pub(crate) fn get(&self, path: &str, parameters: &[(&str, &str)]) -> Answer {
        let encoded: Vec<String> = parameters.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect();
        let answer = self.data.client().get(&format!("{path}?{}", encoded.join("&")));
        // A moment of this very run was never asked for on the other database.
        let of_this_run = |value: &str| value.starts_with(&self.today) && value.len() > self.today.len();
        if !parameters.iter().any(|(_, value)| of_this_run(value)) {
            let asked = self.told(&format!("{path} {parameters:?}"));
            let told = json!({ "status": answer.status, "body": self.normal("", &answer.body) });
            self.transcript.borrow_mut().push((asked, told));
        }
        answer
    }

    /// The list with these parameters shows exactly these records, in this order.
    #[track_caller]
    pub(crate) fn shows(&self, kind: &Kind, parameters: &[(&str, &str)], ids: &[i64]) {
        let answer = self.get(&kind.path, parameters).status_is(200);
        let names = |ids: &[i64]| ids.iter().map(|id| self.place(kind, *id)).collect::<Vec<_>>();
        assert_eq!(names(&answer.ids()), names(ids), "{} {parameters:?}", kind.path);
        let total = i64::try_from(ids.len()).expect("a small number");
        assert_eq!(answer.total(), total, "the total of {} {parameters:?}", kind.path);
    }

    /// A record's number among the samples, with its id.
    fn place(&self, kind: &Kind, id: i64) -> String {
        let row = self.data.live(&kind.path).into_iter().chain(self.data.deleted(&kind.path)).find(|it| it.id == id);
        let name = |row: &Row| row.shown["name"].to_string();
        format!("{id} {}", row.map_or("of nobody knows whom".to_owned(), name))
    }

    /// All that was answered since this was last asked.
    pub(crate) fn take_transcript(&self) -> Vec<(String, Value)> {
        self.transcript.take()
    }

    /// A value without what differs between any two runs: when it was made, and where.
    fn normal(&self, name: &str, value: &Value) -> Value {
        const MOMENTS: [&str; 10] = [
            "created_at",
            "generated_at",
            "edited_at",
            "resolved_at",
            "updated_at",
            "deleted_at",
            "archived_at",
            "joined_at",
            "expires_at",
            "revoked_at",
        ];
        // Those that a body may say are told apart by the day.
        const OF_TODAY: [&str; 4] = ["started_at", "completed_at", "published_at", "closed_at"];
        match value {
            Value::String(_) if MOMENTS.contains(&name) || NOTED.contains(&name) => json!("a moment"),
            Value::String(at) if OF_TODAY.contains(&name) && at.starts_with(&self.today) => json!("a moment"),
            Value::String(_) if name == "public_token" => json!("a token"),
            // Ideas stand by the moment at which they came.
            Value::Number(at) if name == "position" && at.as_i64() > Some(1_000_000_000) => json!("a place"),
            Value::String(text) => json!(self.told(text)),
            Value::Array(items) => items.iter().map(|it| self.normal(name, it)).collect(),
            Value::Object(members) => members.iter().map(|(name, it)| (name.clone(), self.normal(name, it))).collect(),
            other => other.clone(),
        }
    }

    fn told(&self, text: &str) -> String {
        let team = self.data.team.name.to_lowercase().replace(' ', "-");
        let mut told = text.replace(&self.origin, "http://host");
        for at in ["@", "%40"] {
            let owner = format!("owner{at}{team}.example");
            told = told.replace(&owner, "owner").replace(&owner.to_uppercase(), "OWNER");
        }
        told
    }
}

/// What is noted of a record every few minutes while it is read.
pub(crate) const NOTED: [&str; 2] = ["last_active_at", "last_used_at"];

/// A value without the members of these names, however deep they stand.
pub(crate) fn without(value: Value, names: &[&str]) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(|it| without(it, names)).collect(),
        Value::Object(members) => {
            let others = members.into_iter().filter(|(name, _)| !names.contains(&name.as_str()));
            others.map(|(name, it)| (name, without(it, names))).collect()
        }
        other => other,
    }
}

/// Percent-encodes everything but plain letters and digits.
pub(crate) fn encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let encoded = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(encoded).collect()
}
