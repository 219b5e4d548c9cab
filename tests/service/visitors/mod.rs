//! The page on which people answer a form, as a browser without scripts uses it.

mod again;
mod answering;
mod browser;
mod faults;
mod refused;
mod ways;

use std::cell::RefCell;

use serde_json::{Value, json};

pub(crate) use self::answering::of_all_types;
use crate::records::{made, project};
use crate::world::{Answer, Client, Form, Team, World};

/// Somebody at the page of a form, with the cookies that it sets.
struct FormVisitor {
    client: Client,
    address: String,
    cookie: RefCell<Option<String>>,
}

impl FormVisitor {
    fn of(world: &World, token: &str) -> FormVisitor {
        let address = format!("{}/f/{token}", world.origin());
        FormVisitor { client: world.client(None), address, cookie: RefCell::default() }
    }

    #[track_caller]
    fn send(&self, method: &str, rest: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let cookie = self.cookie.borrow().clone();
        let mut all = headers.to_vec();
        all.extend(cookie.as_deref().map(|cookie| ("Cookie", cookie)));
        let answer = self.client.send(method, &format!("{}{rest}", self.address), &all, body);
        if let Some(set) = answer.header("set-cookie") {
            let pair = set.split(';').next().unwrap_or_default();
            *self.cookie.borrow_mut() = (!pair.ends_with('=')).then(|| pair.to_owned());
        }
        answer
    }

    #[track_caller]
    fn get(&self, rest: &str) -> Answer {
        self.send("GET", rest, &[], b"")
    }

    /// The page that is shown.
    #[track_caller]
    fn page(&self) -> String {
        self.get("").status_is(200).text()
    }

    /// Posts these fields and no others.
    #[track_caller]
    fn post(&self, fields: &[(String, String)]) -> Answer {
        let coded: Vec<String> = fields.iter().map(|(name, text)| format!("{}={}", coded(name), coded(text))).collect();
        let kind = [("Content-Type", "application/x-www-form-urlencoded")];
        self.send("POST", "", &kind, coded.join("&").as_bytes())
    }

    /// Fills in the page that is shown and presses a button of it.
    #[track_caller]
    fn press(&self, button: &str, fields: &[(&str, &str)]) -> Answer {
        let mut all = hidden(&self.page());
        all.extend(fields.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())));
        all.push((button.to_owned(), "1".to_owned()));
        self.post(&all)
    }

    /// Fills in the page and goes on to the next, which is shown.
    #[track_caller]
    fn next(&self, fields: &[(&str, &str)]) -> String {
        let answer = self.press("next", fields).status_is(303);
        assert_eq!(answer.header("location"), self.address.find("/f/").and_then(|at| self.address.get(at..)));
        self.page()
    }

    /// Fills in the page with files, and goes on.
    #[track_caller]
    fn send_files(&self, fields: &[(&str, &str)], files: &[(&str, &str, &[u8])]) -> Answer {
        let mut form = Form::new();
        for (name, text) in hidden(&self.page()) {
            form = form.text(&name, text);
        }
        for (name, text) in fields {
            form = form.text(name, text);
        }
        for (name, file, content) in files {
            let head = format!("Content-Disposition: form-data; name=\"{name}\"; filename=\"{file}\"");
            form = form.part(&head, content);
        }
        self.send("POST", "", &[("Content-Type", &Form::content_type())], &form.bytes())
    }
}

/// The hidden fields of a page, without those in templates.
fn hidden(page: &str) -> Vec<(String, String)> {
    let mut seen = String::new();
    for (at, part) in page.split("<template").enumerate() {
        seen.push_str(if at == 0 { part } else { part.split_once("</template>").map_or("", |(_, rest)| rest) });
    }
    let inputs = seen.split("<input type=\"hidden\" name=\"").skip(1);
    let each = inputs.filter_map(|input| {
        let (name, rest) = input.split_once("\" value=\"")?;
        Some((name.to_owned(), rest.split_once('"')?.0.to_owned()))
    });
    each.collect()
}

fn coded(text: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
    text.bytes().map(|it| if plain(&it) { char::from(it).to_string() } else { format!("%{it:02X}") }).collect()
}

#[track_caller]
fn has(page: &str, texts: &[&str]) {
    for text in texts {
        assert!(page.contains(text), "{text} is not in {page}");
    }
}

/// A public form that is not published yet.
#[track_caller]
fn form(team: &Team, more: Value) -> i64 {
    let mut body = json!({ "project_id": project(team.owner()), "name": "Survey", "visibility": "public" });
    if let (Some(body), Value::Object(more)) = (body.as_object_mut(), more) {
        body.extend(more);
    }
    made(team.owner(), "/forms", body)
}

#[track_caller]
pub(crate) fn step(team: &Team, form: i64, more: Value) -> i64 {
    let mut body = json!({ "form_id": form });
    if let (Some(body), Value::Object(more)) = (body.as_object_mut(), more) {
        body.extend(more);
    }
    made(team.owner(), "/form-steps", body)
}

#[track_caller]
pub(crate) fn ask(team: &Team, form: i64, step: i64, questions: &[Value]) {
    for question in questions {
        let mut question = question.clone();
        (question["form_id"], question["form_step_id"]) = (json!(form), json!(step));
        made(team.owner(), "/form-questions", question);
    }
}

/// Publishes a form, and tells its token.
#[track_caller]
fn publish(team: &Team, form: i64) -> String {
    let form = team.owner().post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    form.data()["public_token"].as_str().expect("a token").to_owned()
}

/// The responses to a form with their answers by keys, the newest first.
#[track_caller]
pub(crate) fn responses(team: &Team, form: i64) -> Vec<(Value, Value)> {
    let owner = team.owner();
    let questions = owner.get(&format!("/form-questions?filter[form_id]={form}&page[size]=100")).status_is(200);
    let key_of = |id: &Value| {
        let question = questions.items().iter().find(|question| question["id"] == *id).expect("a question");
        question["key"].as_str().expect("a key").to_owned()
    };
    let told = owner.get(&format!("/form-responses?filter[form_id]={form}&include=answers&sort=-id")).status_is(200);
    let answered = |response: &Value| -> Value {
        let answers = response["answers"].as_array().expect("answers").iter();
        let answers = answers.filter(|it| it["skipped"] == json!(false));
        answers.map(|it| (key_of(&it["form_question_id"]), it["value"].clone())).collect()
    };
    told.items().iter().map(|it| (it.clone(), answered(it))).collect()
}
