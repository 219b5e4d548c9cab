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
    about: About,
}

/// What something is wrong with.
enum About {
    /// The question of this key, and the part of it that has this id; none where it is the question as a whole.
    Question { key: String, part: Option<String> },
    /// Another field, by its name.
    Field(String),
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
        let place = |fault: &Fault| match &fault.about {
            About::Question { key, .. } => visit.questions.iter().position(|it| it.record.key.as_str() == key),
            About::Field(_) => None,
        };
        all.sort_by_key(place);
        Self { all }
    }

    /// What is wrong with a question, by its key.
    pub(super) fn of_question(&self, named: &str) -> Vec<String> {
        self.texts(|about| matches!(about, About::Question { key, .. } if key == named))
    }

    /// What is wrong with a field that is no question.
    pub(super) fn of_field(&self, named: &str) -> Vec<String> {
        self.texts(|about| matches!(about, About::Field(name) if name == named))
    }

    /// Whether anything is wrong with this part of a question, or with the question as a whole.
    pub(super) fn touch(&self, named: &str, part_named: &str) -> bool {
        let touches = |about: &About| match about {
            About::Question { key, part } => key == named && part.as_ref().is_none_or(|part| part == part_named),
            About::Field(_) => false,
        };
        self.all.iter().any(|fault| touches(&fault.about))
    }

    fn texts(&self, is: impl Fn(&About) -> bool) -> Vec<String> {
        self.all.iter().filter(|fault| is(&fault.about)).map(|fault| fault.text.clone()).collect()
    }
}

fn fault(visit: &Visit, (field, text): (&str, &str), asks_email: bool) -> Fault {
    let Some(path) = field.strip_prefix("answers.") else {
        return Fault {
            anchor: Some("email".to_owned()).filter(|it| asks_email && it == field),
            text: text.to_owned(),
            about: About::Field(field.to_owned()),
        };
    };
    let (key, rest) = path.split_once('.').unwrap_or((path, ""));
    let about = |part| About::Question { key: key.to_owned(), part };
    let asked = visit.questions.iter().find(|it| it.record.key.as_str() == key);
    let Some(asked) = asked else { return Fault { anchor: None, text: text.to_owned(), about: about(None) } };
    let part = part_of(visit, key, rest);
    let label = isolated(asked.record.label.as_str());
    let named = part.as_ref().map_or_else(|| label.clone(), |(_, part)| format!("{label}: {}", isolated(part)));
    let is_here = visit.present == Some(asked.record.form_step_id.get());
    let anchor = part.as_ref().map_or_else(|| format!("q-{key}"), |(id, _)| format!("q-{key}-{id}"));
    let text = text.replace(field, &named);
    Fault { anchor: is_here.then_some(anchor), text, about: about(part.map(|(id, _)| id)) }
}

/// The part of a question that a path leads to: its id on the page and what people read. An item of a list is none.
fn part_of(visit: &Visit, key: &str, rest: &str) -> Option<(String, String)> {
    if rest == "other" || rest.ends_with(".other") {
        return Some(("other".to_owned(), "Other".to_owned()));
    }
    let Settings::Matrix(settings) = &visit.definition.question(key)?.settings else { return None };
    settings.row(rest).map(|row| (row.id.clone(), row.label.clone()))
}
