//! What may be answered to each type of question, and what may not.

use serde_json::json;

use super::*;
use crate::forms::{Options, Validation};

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

fn checked(question: &Question, raw: &Json) -> Result<Option<Answer>, Wrong> {
    check(question, raw, today(), Uploads::Of(&[7, 8, 9]))
}

/// Whether answers are kept so.
#[track_caller]
fn takes(question: &Question, answers: &[(Json, Json)]) {
    for (raw, kept) in answers {
        let found = checked(question, raw).map(|it| it.map_or(Json::Null, Answer::into_value));
        assert_eq!(found.as_ref().map(Json::to_string), Ok(kept.to_string()), "{:?} {raw}", question.question_type);
        let again = checked(question, kept).map(|it| it.map_or(Json::Null, Answer::into_value));
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

#[test]
fn texts() {
    let short = question(QuestionType::ShortText, json!({ "max_length": 5 }));
    takes(&short, &[(json!("  ab "), json!("ab")), (json!("ééééé"), json!("ééééé")), (json!("a\n"), json!("a"))]);
    refuses(
        &short,
        &[
            (json!(5), NOT_TEXT),
            (json!(["a"]), NOT_TEXT),
            (json!("a\nb"), FORMAT),
            (json!("a\rb"), FORMAT),
            (json!("a\u{2028}b"), FORMAT),
            (json!("éééééé"), &["The answers.q field must not be greater than 5 characters."]),
        ],
    );
    takes(&plain(QuestionType::ShortText), &same(&[json!("a".repeat(255))]));
    let long = plain(QuestionType::LongText);
    takes(&long, &same(&[json!("a\nb"), json!("é".repeat(10_000))]));
    let too_long: &[&str] = &["The answers.q field must not be greater than 10000 characters."];
    refuses(&long, &[(json!(true), NOT_TEXT), (json!("é".repeat(10_001)), too_long)]);
    let hidden = plain(QuestionType::Hidden);
    takes(&hidden, &same(&[json!("a\nb"), json!("é".repeat(1_000))]));
    let too_long: &[&str] = &["The answers.q field must not be greater than 1000 characters."];
    refuses(&hidden, &[(json!(1), NOT_TEXT), (json!("é".repeat(1_001)), too_long)]);
}

#[test]
fn addresses_and_telephone_numbers() {
    let email = plain(QuestionType::Email);
    takes(&email, &[(json!(" a@b.test "), json!("a@b.test"))]);
    let long = format!("{}@b.test", "a".repeat(250));
    let too_long: &[&str] = &["The answers.q field must not be greater than 255 characters."];
    refuses(
        &email,
        &[(json!("a.b"), NOT_EMAIL), (json!("a b@c.test"), NOT_EMAIL), (json!(1), NOT_TEXT), (json!(long), too_long)],
    );
    let url = plain(QuestionType::Url);
    takes(&url, &same(&[json!("https://example.test/a?b=c"), json!("http://example.test")]));
    let long = format!("https://example.test/{}", "a".repeat(2_048));
    let too_long: &[&str] = &["The answers.q field must not be greater than 2048 characters."];
    refuses(&url, &[(json!("ftp://example.test"), NOT_URL), (json!("example.test"), NOT_URL), (json!(long), too_long)]);
    let phone = plain(QuestionType::Phone);
    takes(&phone, &same(&[json!("+49 (0)30/123-45.6"), json!("12345"), json!("1".repeat(20))]));
    let blanks = format!("1234{}5", " ".repeat(36));
    let too_long: &[&str] = &["The answers.q field must not be greater than 40 characters."];
    refuses(
        &phone,
        &[
            (json!("1234"), FORMAT),
            (json!("1".repeat(21)), FORMAT),
            (json!("12345 ext"), FORMAT),
            (json!("١٢٣٤٥"), FORMAT),
            (json!(12_345), NOT_TEXT),
            (json!(blanks), too_long),
        ],
    );
}

#[test]
fn texts_are_held_to_their_validation() {
    let with = |question_type, said: Json| Question {
        validation: Validation::of(question_type, &said),
        ..plain(question_type)
    };
    let code = with(QuestionType::ShortText, json!({ "min_length": 3, "pattern": "[A-Z]{2}" }));
    takes(&code, &same(&[json!("xxABxx")]));
    refuses(&code, &[(json!("AB"), &["The answers.q field must be at least 3 characters."]), (json!("abc"), FORMAT)]);
    let said = with(QuestionType::ShortText, json!({ "pattern": "^x", "message": "Begin with x, please." }));
    takes(&said, &same(&[json!("xy")]));
    let sentence: &[&str] = &["Begin with x, please."];
    let too_long: &[&str] = &["The answers.q field must not be greater than 255 characters."];
    refuses(&said, &[(json!("y"), sentence), (json!("x\ny"), sentence), (json!("x".repeat(256)), too_long)]);
    let phone = with(QuestionType::Phone, json!({ "message": "No number." }));
    refuses(&phone, &[(json!("12"), &["No number."])]);
    let email = with(QuestionType::Email, json!({ "domains": ["a.test", "B.test"], "min_length": 9 }));
    takes(&email, &same(&[json!("xyz@b.TEST"), json!("x.y@A.test")]));
    let elsewhere: &[&str] = &["The answers.q field must be an address at a.test, B.test."];
    let too_short: &[&str] = &["The answers.q field must be at least 9 characters."];
    refuses(
        &email,
        &[(json!("xyz@c.a.test"), elsewhere), (json!("x@a.test"), too_short), (json!("a.test"), NOT_EMAIL)],
    );
}

#[test]
fn numbers() {
    let any = plain(QuestionType::Number);
    takes(
        &any,
        &[
            (json!("5"), json!(5)),
            (json!(" -0.50 "), json!(-0.5)),
            (json!(5.0), json!(5)),
            (json!(-0.0), json!(0)),
            (json!(9_007_199_254_740_993_i64), json!(9_007_199_254_740_993_i64)),
        ],
    );
    let not_number: &[&str] = &["The answers.q field must be a number."];
    refuses(
        &any,
        &[(json!("five"), not_number), (json!(true), not_number), (json!("NaN"), not_number), (json!([1]), not_number)],
    );
    let tenths = question(QuestionType::Number, json!({ "min": -1, "max": 1.5, "step": 0.1 }));
    takes(
        &tenths,
        &[(json!(0.3), json!(0.3)), (json!("0.7"), json!(0.7)), (json!(-1), json!(-1)), (json!(1.5), json!(1.5))],
    );
    refuses(
        &tenths,
        &[
            (json!(-1.1), &["The answers.q field must be at least -1."]),
            (json!(1.6), &["The answers.q field must not be greater than 1.5."]),
            (json!(0.35), &["The answers.q field must be a multiple of 0.1."]),
        ],
    );
    let odd = question(QuestionType::Number, json!({ "min": 1, "step": 2, "integer": true }));
    takes(&odd, &[(json!(3), json!(3)), (json!("5.0"), json!(5))]);
    refuses(&odd, &[(json!(3.5), NOT_INTEGER), (json!(4), &["The answers.q field must be a multiple of 2."])]);
}

#[test]
fn points() {
    let rating = plain(QuestionType::Rating);
    takes(&rating, &[(json!("3"), json!(3)), (json!(1), json!(1)), (json!(5.0), json!(5))]);
    let below: &[&str] = &["The answers.q field must be at least 1."];
    let above: &[&str] = &["The answers.q field must not be greater than 5."];
    refuses(&rating, &[(json!(0), below), (json!(6), above), (json!(2.5), NOT_INTEGER), (json!("x"), NOT_INTEGER)]);
    let nps = plain(QuestionType::Nps);
    takes(&nps, &same(&[json!(0), json!(10)]));
    let above: &[&str] = &["The answers.q field must not be greater than 10."];
    refuses(
        &nps,
        &[(json!(-1), &["The answers.q field must be at least 0."]), (json!(11), above), (json!(true), NOT_INTEGER)],
    );
    let scale = question(QuestionType::Scale, json!({ "min": -5, "max": 6, "step": 5 }));
    takes(&scale, &same(&[json!(-5), json!(0), json!(5)]));
    let multiple: &[&str] = &["The answers.q field must be a multiple of 5."];
    let above: &[&str] = &["The answers.q field must not be greater than 6."];
    refuses(
        &scale,
        &[
            (json!(-6), &["The answers.q field must be at least -5."]),
            (json!(7), above),
            (json!(6), multiple),
            (json!("1.0"), NOT_INTEGER),
        ],
    );
}

#[test]
fn dates() {
    let past = question(QuestionType::Date, json!({ "min": "2026-01-31", "max": "today" }));
    takes(&past, &same(&[json!("2026-01-31"), json!("2026-03-01")]));
    refuses(
        &past,
        &[
            (json!("2026-02-30"), NOT_DATE),
            (json!("2026-3-1"), NOT_DATE),
            (json!("today"), NOT_DATE),
            (json!(20_260_301), NOT_DATE),
            (json!("2026-01-30"), &["The answers.q field must be a date after or equal to 2026-01-31."]),
            (json!("2026-03-02"), &["The answers.q field must be a date before or equal to today."]),
        ],
    );
    let future = question(QuestionType::Date, json!({ "min": "today" }));
    refuses(&future, &[(json!("2026-02-28"), &["The answers.q field must be a date after or equal to today."])]);
}

#[test]
fn one_option() {
    for question_type in [QuestionType::SingleChoice, QuestionType::Dropdown] {
        let closed = plain(question_type);
        takes(&closed, &same(&[json!("a"), json!("c")]));
        refuses(
            &closed,
            &[
                (json!("d"), INVALID),
                (json!("Apple"), INVALID),
                (json!("other"), INVALID),
                (json!(1), INVALID),
                (json!(["a"]), INVALID),
                (json!({ "other": "x" }), INVALID),
            ],
        );
        let open = Question { allow_other: true, ..closed };
        takes(&open, &[(json!({ "other": " x ", "more": 1 }), json!({ "other": "x" })), (json!("b"), json!("b"))]);
        refuses(
            &open,
            &[
                (json!("other"), INVALID),
                (json!({ "else": "x" }), INVALID),
                (json!({ "other": 5 }), &["The answers.q.other field must be a string."]),
                (json!({ "other": " " }), &["The answers.q.other field is required."]),
                (json!({ "other": null }), &["The answers.q.other field is required."]),
                (
                    json!({ "other": "é".repeat(501) }),
                    &["The answers.q.other field must not be greater than 500 characters."],
                ),
            ],
        );
    }
}

#[test]
fn several_options() {
    let few = question(QuestionType::MultipleChoice, json!({ "min_select": 2, "max_select": 2 }));
    takes(&few, &same(&[json!(["c", "a"])]));
    refuses(
        &few,
        &[
            (json!("a"), NOT_LIST),
            (json!(["a"]), &["The answers.q field must have at least 2 items."]),
            (json!(["a", "b", "c"]), &["The answers.q field must not have more than 2 items."]),
            (json!(["a", "x"]), &["The selected answers.q.1 is invalid."]),
            (json!(["a", "a"]), &["The answers.q.1 field has a duplicate value."]),
            (json!(["a", null]), &["The selected answers.q.1 is invalid."]),
            (json!(["a", { "other": "x" }]), &["The selected answers.q.1 is invalid."]),
        ],
    );
    let open = Question { allow_other: true, ..plain(QuestionType::MultipleChoice) };
    takes(&open, &[(json!(["a", { "other": " x " }]), json!(["a", { "other": "x" }]))]);
    let twice = json!([{ "other": "x" }, { "other": "y" }]);
    let long = json!([{ "other": "x".repeat(501) }]);
    refuses(
        &open,
        &[
            (twice, &["The answers.q.1 field has a duplicate value."]),
            (long, &["The answers.q.0.other field must not be greater than 500 characters."]),
        ],
    );
}

#[test]
fn yes_and_consent() {
    let yes_no = plain(QuestionType::YesNo);
    takes(&yes_no, &[(json!(true), json!(true)), (json!(false), json!(false)), (json!("0"), json!(false))]);
    let not_boolean: &[&str] = &["The answers.q field must be true or false."];
    refuses(&yes_no, &[(json!("yes"), not_boolean), (json!(2), not_boolean), (json!([true]), not_boolean)]);
    let consent = plain(QuestionType::Consent);
    takes(&consent, &[(json!(true), json!(true)), (json!(false), Json::Null), (json!(1), json!(true))]);
    refuses(&consent, &[(json!("on"), not_boolean)]);
}

#[test]
fn rankings() {
    let ranking = plain(QuestionType::Ranking);
    takes(&ranking, &same(&[json!(["c", "a", "b"])]));
    let every: &[&str] = &["The answers.q field must list every option exactly once."];
    for raw in [
        json!(["a", "b"]),
        json!(["a", "b", "b"]),
        json!(["a", "b", "c", "a"]),
        json!(["a", "b", "d"]),
        json!([1, 2, 3]),
    ] {
        refuses(&ranking, &[(raw, every)]);
    }
    refuses(&ranking, &[(json!("a"), NOT_LIST)]);
}

#[test]
fn matrices() {
    let one = matrix(false);
    takes(
        &one,
        &[
            (json!({ "speed": "good", "price": "bad" }), json!({ "speed": "good", "price": "bad" })),
            (json!({ "speed": "good", "price": null }), json!({ "speed": "good" })),
            (json!({ "speed": "" }), Json::Null),
        ],
    );
    let both: &[&str] = &["The selected answers.q.looks is invalid.", "The selected answers.q.speed is invalid."];
    refuses(
        &one,
        &[
            (json!({ "speed": "worse", "looks": "good" }), both),
            (json!({ "speed": ["good"] }), &["The selected answers.q.speed is invalid."]),
            (json!(["good"]), &["The answers.q field must be an object."]),
        ],
    );
    let many = matrix(true);
    takes(&many, &same(&[json!({ "speed": ["bad", "good"] })]));
    refuses(
        &many,
        &[
            (json!({ "speed": "good" }), &["The answers.q.speed field must be an array."]),
            (json!({ "speed": ["good", "x"] }), &["The selected answers.q.speed is invalid."]),
            (json!({ "speed": ["good", "good"] }), &["The answers.q.speed field has a duplicate value."]),
        ],
    );
    let half = Answer::stored(json!({ "speed": "good" }));
    assert_eq!(missing(&one, Some(&half)), [("price".to_owned(), FieldError::Required)]);
    let whole = Answer::stored(json!({ "speed": "good", "price": "bad" }));
    assert_eq!(missing(&one, Some(&whole)), []);
}

#[test]
fn files_and_statements() {
    let files = question(QuestionType::FileUpload, json!({ "max_files": 2 }));
    takes(&files, &[(json!([7, "9"]), json!([7, 9]))]);
    refuses(
        &files,
        &[
            (json!(7), NOT_LIST),
            (json!([6]), &["The selected answers.q.0 is invalid."]),
            (json!([7, "x"]), &["The selected answers.q.1 is invalid."]),
            (json!([7, 7]), &["The answers.q.1 field has a duplicate value."]),
            (json!([7, 8, 9]), &["The answers.q field must not have more than 2 items."]),
        ],
    );
    assert!(check(&files, &json!([123]), today(), Uploads::Any).is_ok());
    let told = check(&files, &json!(["x"]), today(), Uploads::Any);
    assert_eq!(told, Err(vec![("0".to_owned(), FieldError::NotInteger)]));
    refuses(&plain(QuestionType::Statement), &[(json!("x"), &["The answers.q field is prohibited."])]);
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
