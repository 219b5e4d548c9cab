//! The answers to a form as a whole.

use super::*;
use crate::forms::{Definition, Rules, Step, place};
use crate::record::MemberErrors;

fn form() -> Definition {
    let required = |key: &str, question: Question| Question { key: key.to_owned(), is_required: true, ..question };
    let questions = vec![
        required("name", plain(QuestionType::ShortText)),
        required("terms", plain(QuestionType::Consent)),
        required("views", matrix(false)),
        Question { key: "fruit".to_owned(), ..plain(QuestionType::MultipleChoice) },
    ];
    Definition { steps: vec![Step { id: 1, position: 1, is_hidden: false, logic: Rules::default(), questions }] }
}

fn sentences(wrong: MemberErrors) -> Vec<String> {
    wrong.iter().map(|(path, error)| error.about(&place("answers", path))).collect()
}

#[test]
fn answers_are_checked_by_their_keys() {
    let form = form();
    let given = json!({ "name": " Ann ", "fruit": [] });
    let changes = form.check_answers(&given, today(), Uploads::Any).unwrap();
    assert_eq!(changes, [("fruit".to_owned(), None), ("name".to_owned(), Some(Answer::stored(json!("Ann"))))]);
    let given = json!({ "fruit": ["a", "x"], "age": null, "name": 5, "terms": "x" });
    let wrong = form.check_answers(&given, today(), Uploads::Any).unwrap_err();
    assert_eq!(
        sentences(wrong),
        [
            "The selected answers.age is invalid.",
            "The selected answers.fruit.1 is invalid.",
            "The answers.name field must be a string.",
            "The answers.terms field must be true or false.",
        ]
    );
    let wrong = form.check_answers(&json!([]), today(), Uploads::Any).unwrap_err();
    assert_eq!(sentences(wrong), ["The answers field must be an object."]);
}

#[test]
fn what_is_missing_is_told_by_its_key() {
    let form = form();
    let given = json!({ "terms": false, "views": { "speed": "good" } });
    let changes = form.check_answers(&given, today(), Uploads::Any).unwrap();
    let answers: Answers = changes.into_iter().filter_map(|(key, answer)| Some((key, answer?))).collect();
    let form_path = form.form_path(&answers);
    assert_eq!(form_path.missing, ["name", "terms", "views"]);
    assert_eq!(
        sentences(form.missing_answers(&form_path, &answers)),
        [
            "The answers.name field is required.",
            "The answers.terms field must be accepted.",
            "The answers.views.price field is required.",
        ]
    );
    let nothing = form.form_path(&Answers::new());
    assert_eq!((&nothing.required, &nothing.missing), (&form_path.required, &form_path.missing), "each is named once");
    assert_eq!(
        sentences(form.missing_answers(&nothing, &Answers::new()))[2..],
        ["The answers.views.speed field is required.", "The answers.views.price field is required."]
    );
}
