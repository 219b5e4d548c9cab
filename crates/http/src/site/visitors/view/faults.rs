//! What is wrong with a step, in words for people: each question by its label, each message beside its field.

use uplift_domain::forms::Settings;
use uplift_domain::record::Invalid;
use uplift_domain::responses::Visit;

use crate::site::isolated::isolated;

/// Something that is wrong.
pub(super) struct Fault {
    /// The element that it is about; none where that is not on the page.
    pub(super) anchor: Option<String>,
    pub(super) text: String,
    /// The key of the question, or the name of another field.
    about: String,
}

/// All that is wrong.
pub(super) struct Faults {
    pub(super) all: Vec<Fault>,
}

impl Faults {
    /// As the page tells them that shows where the visitor is, and asks for an address or does not.
    pub(super) fn of(visit: &Visit, wrong: &Invalid, asks_email: bool) -> Self {
        let told = wrong.errors().flat_map(|(field, texts)| texts.iter().map(move |text| (field, text)));
        let mut all: Vec<Fault> = told.map(|(field, text)| fault(visit, (field, text), asks_email)).collect();
        let place = |fault: &Fault| visit.questions.iter().position(|it| it.record.key.as_str() == fault.about);
        all.sort_by_key(place);
        Self { all }
    }

    /// What is wrong with a question, by its key, or with another field.
    pub(super) fn about(&self, name: &str) -> Vec<String> {
        self.all.iter().filter(|fault| fault.about == name).map(|fault| fault.text.clone()).collect()
    }
}

fn fault(visit: &Visit, (field, text): (&str, &str), asks_email: bool) -> Fault {
    let Some(path) = field.strip_prefix("answers.") else {
        return Fault {
            anchor: Some("email".to_owned()).filter(|it| asks_email && it == field),
            text: text.to_owned(),
            about: field.to_owned(),
        };
    };
    let (key, rest) = path.split_once('.').unwrap_or((path, ""));
    let asked = visit.questions.iter().find(|it| it.record.key.as_str() == key);
    let Some(asked) = asked else { return Fault { anchor: None, text: text.to_owned(), about: key.to_owned() } };
    let part = part_of(visit, key, rest);
    let label = isolated(asked.record.label.as_str());
    let named = part.as_ref().map_or_else(|| label.clone(), |(_, part)| format!("{label}: {}", isolated(part)));
    let is_here = visit.present == Some(asked.record.form_step_id.get());
    let anchor = part.map_or_else(|| format!("q-{key}"), |(id, _)| format!("q-{key}-{id}"));
    Fault { anchor: is_here.then_some(anchor), text: text.replace(field, &named), about: key.to_owned() }
}

/// The part of a question that a path leads to: its id on the page and what people read. An item of a list is none.
fn part_of(visit: &Visit, key: &str, rest: &str) -> Option<(String, String)> {
    if rest == "other" || rest.ends_with(".other") {
        return Some(("other".to_owned(), "Other".to_owned()));
    }
    let Settings::Matrix(settings) = &visit.definition.question(key)?.settings else { return None };
    settings.row(rest).map(|row| (row.id.clone(), row.label.clone()))
}
