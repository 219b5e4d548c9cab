//! Answers that choose among what there is.

use super::*;

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
    let every = ["speed", "price"].map(|row| (row.to_owned(), FieldError::Required));
    assert_eq!(missing(&one, None), every);
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
