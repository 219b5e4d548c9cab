//! Answers as people write them into the fields of a page: texts by the key of the question, and by the part of it that
//! they are about. Either way between these and an answer is here, so that what was answered can be written again.

use std::collections::BTreeMap;

use serde_json::{Map, json};

use super::options::OTHER;
use super::{Answer, MatrixSettings, Question, QuestionType, Settings};
use crate::Json;

/// What was written into the fields of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// What was written or chosen for the question as a whole, in order.
    pub values: Vec<String>,
    /// What was written or chosen for a row, an option or the other choice, by its id.
    pub parts: BTreeMap<String, Vec<String>>,
}

impl Written {
    /// What was written last for the question as a whole; empty where nothing was.
    pub fn one(&self) -> &str {
        self.values.last().map_or("", String::as_str)
    }

    /// What was written last for a part; empty where nothing was.
    pub fn part(&self, id: &str) -> &str {
        self.parts.get(id).and_then(|texts| texts.last()).map_or("", String::as_str)
    }

    fn of(values: impl IntoIterator<Item = String>) -> Self {
        Self { values: values.into_iter().collect(), parts: BTreeMap::new() }
    }

    fn with_part(mut self, id: &str, texts: impl IntoIterator<Item = String>) -> Self {
        self.parts.insert(id.to_owned(), texts.into_iter().collect());
        self
    }
}

/// The answer that was written to a question, as a body would give it; null where nothing was written.
pub fn read_written(question: &Question, written: &Written) -> Json {
    match question.question_type {
        QuestionType::ShortText
        | QuestionType::Email
        | QuestionType::Url
        | QuestionType::Phone
        | QuestionType::Number
        | QuestionType::Date
        | QuestionType::Rating
        | QuestionType::Scale
        | QuestionType::Nps
        | QuestionType::Hidden => text(written.one()),
        // Browsers end lines as the network does.
        QuestionType::LongText => text(&written.one().replace("\r\n", "\n")),
        QuestionType::YesNo | QuestionType::Consent => match written.one() {
            "true" => Json::Bool(true),
            "false" => Json::Bool(false),
            other => text(other),
        },
        QuestionType::SingleChoice => one_choice(question, written, written.one().trim().is_empty()),
        QuestionType::Dropdown => one_choice(question, written, true),
        QuestionType::MultipleChoice => choices(question, written),
        QuestionType::Ranking => ranking(question, written),
        QuestionType::Matrix => match &question.settings {
            Settings::Matrix(settings) => cells(settings, written),
            _ => Json::Null,
        },
        QuestionType::FileUpload => {
            let id = |text: &String| text.trim().parse::<i64>().map_or_else(|_| text.as_str().into(), Json::from);
            written.values.iter().filter(|text| !text.trim().is_empty()).map(id).collect()
        }
        QuestionType::Statement => Json::Null,
    }
}

fn text(written: &str) -> Json {
    if written.trim().is_empty() { Json::Null } else { written.into() }
}

fn other(written: &Written) -> Json {
    json!({ OTHER: text(written.part(OTHER)) })
}

/// One option or the other choice. A text without the choice counts as it where that is said to be so.
fn one_choice(question: &Question, written: &Written, text_counts: bool) -> Json {
    let has_text = !written.part(OTHER).trim().is_empty();
    match written.one() {
        OTHER if question.takes_other() => other(written),
        _ if question.takes_other() && has_text && text_counts => other(written),
        chosen => text(chosen),
    }
}

fn choices(question: &Question, written: &Written) -> Json {
    let takes_other = question.takes_other();
    let chosen = written.values.iter().filter(|id| !id.trim().is_empty());
    let mut chosen: Vec<Json> =
        chosen.map(|id| if takes_other && id == OTHER { other(written) } else { Json::from(id.as_str()) }).collect();
    if takes_other && !chosen.iter().any(Json::is_object) && !written.part(OTHER).trim().is_empty() {
        chosen.push(other(written));
    }
    chosen.into()
}

/// The options by the ranks that they were given. Where two share one, one of them is left out, so that the answer is
/// found not to be whole.
fn ranking(question: &Question, written: &Written) -> Json {
    let mut ranks: BTreeMap<i64, &str> = BTreeMap::new();
    for option in question.options.all() {
        if let Ok(rank) = written.part(&option.id).trim().parse() {
            ranks.entry(rank).or_insert(&option.id);
        }
    }
    ranks.into_values().map(Json::from).collect()
}

fn cells(settings: &MatrixSettings, written: &Written) -> Json {
    let answered = |texts: &&Vec<String>| texts.iter().any(|text| !text.trim().is_empty());
    let mut rows = Map::new();
    for (row, texts) in &written.parts {
        let Some(texts) = Some(texts).filter(answered) else { continue };
        let value = match settings.multiple {
            true => texts.iter().map(|text| Json::from(text.as_str())).collect(),
            false => texts.last().map_or(Json::Null, |text| text.as_str().into()),
        };
        rows.insert(row.clone(), value);
    }
    rows.into()
}

/// An answer as it is written into the fields of its question.
pub fn write_answer(question: &Question, answer: &Answer) -> Written {
    let value = answer.value();
    match (question.question_type, value) {
        (QuestionType::Ranking, Json::Array(ids)) => {
            let ranked = ids.iter().filter_map(Json::as_str).zip(1_usize..);
            ranked.fold(Written::default(), |written, (id, rank)| written.with_part(id, [rank.to_string()]))
        }
        (QuestionType::Matrix, Json::Object(rows)) => {
            rows.iter().fold(Written::default(), |written, (row, chosen)| written.with_part(row, texts(chosen)))
        }
        (_, Json::Array(_) | Json::Object(_)) => {
            let each = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
            let id = |it: &Json| if it.is_object() { OTHER.to_owned() } else { plain(it) };
            let written = Written::of(each.iter().map(id));
            match each.iter().find_map(|it| it.get(OTHER)) {
                Some(text) => written.with_part(OTHER, [plain(text)]),
                None => written,
            }
        }
        (_, Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_)) => Written::of([plain(value)]),
    }
}

fn texts(chosen: &Json) -> Vec<String> {
    chosen.as_array().map_or(std::slice::from_ref(chosen), Vec::as_slice).iter().map(plain).collect()
}

fn plain(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forms::{ChoiceOption, MatrixLine, Options};

    fn choice(question_type: QuestionType) -> Question {
        let option = |id: &str| ChoiceOption { id: id.to_owned(), label: id.to_owned(), value: None, score: None };
        let options = Options::new(["a", "b", "c"].map(option).into());
        Question { options, allow_other: true, ..Question::new("q", question_type) }
    }

    fn written(values: &[&str], parts: &[(&str, &[&str])]) -> Written {
        let own = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        Written { values: own(values), parts: parts.iter().map(|(id, texts)| ((*id).to_owned(), own(texts))).collect() }
    }

    #[test]
    fn what_is_answered_can_be_written_again() {
        let line = |id: &str| MatrixLine { id: id.to_owned(), label: id.to_owned() };
        let matrix = |multiple| Question {
            settings: Settings::Matrix(MatrixSettings {
                rows: ["r", "s"].map(line).into(),
                columns: ["x", "y"].map(line).into(),
                multiple,
            }),
            ..Question::new("q", QuestionType::Matrix)
        };
        for (question, answer) in [
            (Question::new("q", QuestionType::ShortText), json!("so")),
            (Question::new("q", QuestionType::YesNo), json!(false)),
            (Question::new("q", QuestionType::Consent), json!(true)),
            (Question::new("q", QuestionType::FileUpload), json!([7, 9])),
            (choice(QuestionType::SingleChoice), json!("b")),
            (choice(QuestionType::SingleChoice), json!({ "other": "z" })),
            (choice(QuestionType::Dropdown), json!({ "other": "z" })),
            (choice(QuestionType::MultipleChoice), json!(["c", { "other": "z" }, "a"])),
            (choice(QuestionType::Ranking), json!(["c", "a", "b"])),
            (matrix(false), json!({ "r": "x", "s": "y" })),
            (matrix(true), json!({ "r": ["x", "y"], "s": ["y"] })),
        ] {
            let again = write_answer(&question, &Answer::stored(answer.clone()));
            assert_eq!(read_written(&question, &again), answer, "{again:?}");
        }
        let number = write_answer(&Question::new("q", QuestionType::Number), &Answer::stored(json!(2.5)));
        assert_eq!(number, written(&["2.5"], &[]));
    }

    #[test]
    fn a_text_counts_as_the_other_choice_but_of_radios_only_where_nothing_is_chosen() {
        let single = choice(QuestionType::SingleChoice);
        assert_eq!(read_written(&single, &written(&["a"], &[("other", &["z"])])), json!("a"));
        assert_eq!(read_written(&single, &written(&[], &[("other", &["z"])])), json!({ "other": "z" }));
        assert_eq!(read_written(&single, &written(&["other"], &[])), json!({ "other": null }));
        let several = choice(QuestionType::MultipleChoice);
        assert_eq!(read_written(&several, &written(&["a"], &[("other", &["z"])])), json!(["a", { "other": "z" }]));
        let closed = Question { allow_other: false, ..single };
        assert_eq!(read_written(&closed, &written(&["other"], &[("other", &["z"])])), json!("other"));
        assert_eq!(read_written(&closed, &written(&[], &[])), Json::Null);
    }

    #[test]
    fn ranks_that_are_shared_or_left_out_make_no_whole_answer() {
        let ranking = choice(QuestionType::Ranking);
        let ranks: [(&str, &[&str]); 3] = [("a", &["2"]), ("b", &["2"]), ("c", &["1"])];
        assert_eq!(read_written(&ranking, &written(&[], &ranks)), json!(["c", "a"]));
        assert_eq!(read_written(&ranking, &written(&[], &[("a", &[""])])), json!([]));
        let lines = written(&["one\r\ntwo"], &[]);
        assert_eq!(read_written(&Question::new("q", QuestionType::LongText), &lines), json!("one\ntwo"));
    }
}
