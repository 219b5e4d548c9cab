//! What may be answered to each type of question, and what may not.

use crate::record::MemberErrors;
use serde_json::json;

use super::*;
use crate::forms::{Options, Validation};

mod choices;
mod texts_and_numbers;
mod whole;

fn today() -> Date {
    Date::parse("2026-03-01").unwrap()
}

/// A question of a type with these settings, and with the options `a`, `b` and `c` where it has any.
fn question(question_type: QuestionType, settings: Json) -> Question {
    let mut question = Question::new("q", question_type);
    question.settings = Settings::of(question_type, &settings);
    if question_type.has_options() {
        let options = json!([
            { "id": "a", "label": "Apple", "score": 0.1 },
            { "id": "b", "label": "Berry", "score": 0.2 },
            { "id": "c", "label": "Cherry" },
        ]);
        question.options = Options::read(&options).unwrap();
    }
    question
}

fn plain(question_type: QuestionType) -> Question {
    question(question_type, json!({}))
}

fn matrix(multiple: bool) -> Question {
    let lines = |labels: &[&str]| labels.iter().map(|label| json!({ "label": label })).collect::<Json>();
    let settings =
        json!({ "rows": lines(&["Speed", "Price"]), "columns": lines(&["Good", "Bad"]), "multiple": multiple });
    question(QuestionType::Matrix, settings)
}

fn checked(question: &Question, raw: &Json) -> Result<Option<Answer>, MemberErrors> {
    check(question, raw, today(), Uploads::Of(&|id, _| [7, 8, 9].contains(&id)))
}

/// Whether answers are kept so.
#[track_caller]
fn takes(question: &Question, answers: &[(Json, Json)]) {
    for (raw, kept) in answers {
        let found = checked(question, raw).map(|it| it.map_or(Json::Null, |it| it.value().clone()));
        assert_eq!(found.as_ref().map(Json::to_string), Ok(kept.to_string()), "{:?} {raw}", question.question_type);
        let again = checked(question, kept).map(|it| it.map_or(Json::Null, |it| it.value().clone()));
        assert_eq!(again, Ok(kept.clone()), "what is kept is taken again");
    }
}

/// Whether answers are refused, with these sentences about `answers.q`.
#[track_caller]
fn refuses(question: &Question, answers: &[(Json, &[&str])]) {
    for (raw, sentences) in answers {
        let wrong = checked(question, raw).expect_err(&raw.to_string());
        let told: Vec<String> =
            wrong.iter().map(|(path, error)| error.about(&crate::forms::place("answers.q", path))).collect();
        assert_eq!(told, *sentences, "{:?} {raw}", question.question_type);
    }
}

fn same(values: &[Json]) -> Vec<(Json, Json)> {
    values.iter().map(|value| (value.clone(), value.clone())).collect()
}

const NOT_TEXT: &[&str] = &["The answers.q field must be a string."];
const FORMAT: &[&str] = &["The answers.q field format is invalid."];
const INVALID: &[&str] = &["The selected answers.q is invalid."];
const NOT_LIST: &[&str] = &["The answers.q field must be an array."];
const NOT_INTEGER: &[&str] = &["The answers.q field must be an integer."];
const NOT_DATE: &[&str] = &["The answers.q field must be a valid date."];
const NOT_EMAIL: &[&str] = &["The answers.q field must be a valid email address."];
const NOT_URL: &[&str] = &["The answers.q field must be a valid URL."];

#[test]
fn nothing_is_answered_to_any_type_alike() {
    for question_type in <QuestionType as crate::record::Choices>::ALL {
        for raw in [json!(null), json!(""), json!("  "), json!([]), json!({})] {
            assert_eq!(checked(&plain(*question_type), &raw), Ok(None), "{question_type:?} {raw}");
        }
        let is_consent = *question_type == QuestionType::Consent;
        let (path, error) = missing(&plain(*question_type), None).remove(0);
        let end = if is_consent { "field must be accepted." } else { "field is required." };
        assert_eq!((path.as_str(), error.about("answers.q")), ("", format!("The answers.q {end}")));
    }
}

/// The text, the number and the options of what is answered.
fn read_off(question: &Question, value: Json) -> (String, Option<f64>, Option<Vec<String>>) {
    let answer = Answer::stored(value);
    let name = |id| (id != 9).then(|| format!("{id}.png"));
    (answer.text_value(question, name), answer.number_value(question), answer.option_ids(question))
}

#[test]
fn what_is_read_off_an_answer() {
    let ids = |ids: &[&str]| Some(ids.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>());
    let text = |text: &str| (text.to_owned(), None, None);
    for (question, value, expected) in [
        (plain(QuestionType::ShortText), json!("a"), text("a")),
        (plain(QuestionType::Hidden), json!("a"), text("a")),
        (plain(QuestionType::Date), json!("2026-01-31"), text("2026-01-31")),
        (plain(QuestionType::YesNo), json!(true), text("yes")),
        (plain(QuestionType::YesNo), json!(false), text("no")),
        (plain(QuestionType::Consent), json!(true), text("yes")),
        (plain(QuestionType::FileUpload), json!([7, 9, 8]), text("7.png; 8.png")),
        (matrix(false), json!({ "price": "bad", "speed": "good" }), text("Speed: Good; Price: Bad")),
        (matrix(true), json!({ "price": ["bad", "good"] }), text("Price: Bad, Good")),
        (plain(QuestionType::Number), json!(0.5), ("0.5".to_owned(), Some(0.5), None)),
        (plain(QuestionType::Number), json!(1e20), ("100000000000000000000".to_owned(), Some(1e20), None)),
        (plain(QuestionType::Nps), json!(9), ("9".to_owned(), Some(9.0), None)),
        (plain(QuestionType::Dropdown), json!("a"), ("Apple".to_owned(), Some(0.1), ids(&["a"]))),
        (plain(QuestionType::SingleChoice), json!("c"), ("Cherry".to_owned(), None, ids(&["c"]))),
        (plain(QuestionType::SingleChoice), json!("gone"), ("gone".to_owned(), None, ids(&["gone"]))),
        (plain(QuestionType::SingleChoice), json!({ "other": "x" }), ("x".to_owned(), None, ids(&["other"]))),
        (
            plain(QuestionType::MultipleChoice),
            json!(["b", "a", { "other": "x" }]),
            ("Berry; Apple; x".to_owned(), Some(0.3), ids(&["b", "a", "other"])),
        ),
        (
            plain(QuestionType::Ranking),
            json!(["c", "a", "b"]),
            ("Cherry; Apple; Berry".to_owned(), None, ids(&["c", "a", "b"])),
        ),
    ] {
        assert_eq!(read_off(&question, value.clone()), expected, "{:?} {value}", question.question_type);
    }
}
