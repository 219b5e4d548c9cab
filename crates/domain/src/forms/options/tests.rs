use super::*;

fn wrong(raw: Json) -> Vec<(String, String)> {
    match Options::read(&raw) {
        Err(FieldError::Members(wrong)) => {
            wrong.iter().map(|(path, error)| (path.clone(), error.about(&format!("options.{path}")))).collect()
        }
        other => panic!("{other:?}"),
    }
}

fn ids(raw: Json) -> Vec<String> {
    Options::read(&raw).unwrap().all().iter().map(|it| it.id.clone()).collect()
}

#[test]
fn options_are_kept_without_what_is_unknown() {
    let sent =
        json!([{ "id": "r", "label": "Red", "value": "high", "score": "1.5", "colour": 1 }, { "label": "Blue" }]);
    let read = Options::read(&sent).unwrap();
    let kept = json!([
        { "id": "r", "label": "Red", "value": "high", "score": 1.5 },
        { "id": "blue", "label": "Blue", "value": null, "score": null },
    ]);
    assert_eq!(read.show(), FieldValue::Json(&kept));
    assert_eq!(read.find("blue").unwrap().label, "Blue");
    assert_eq!(Options::from_raw(read.clone().into_raw()), Ok(read));
    assert!(Options::from_raw("{}".to_owned()).is_err());
    assert_eq!(Options::read(&json!([{ "label": "a", "score": 2.0 }])).unwrap().into_raw().matches("2.0").count(), 0);
}

#[test]
fn ids_left_out_are_made_of_labels_around_those_that_are_said() {
    let labels = ["A", "a!", "x", "Other", "?"];
    let mut sent: Json = labels.iter().map(|label| json!({ "label": label })).collect();
    sent[2]["id"] = json!("a");
    assert_eq!(ids(sent), ["a-2", "a-3", "a", "other-2", "option"]);
    assert_eq!(ids(json!([{ "id": null, "label": "Very good" }])), ["very-good"]);
}

#[test]
fn what_is_wrong_is_told_by_its_path() {
    let told = wrong(json!([
        { "id": "a b", "label": "x" },
        { "id": "a", "label": "y".repeat(501) },
        { "id": "a" },
        { "id": "other", "label": 5 },
        5,
        { "id": 7, "label": "z", "value": 7, "score": "x" },
        { "label": "z", "value": "é".repeat(256) },
    ]));
    let paths: Vec<&str> = told.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        paths,
        ["0.id", "1.label", "2.id", "2.label", "3.id", "3.label", "4", "5.id", "5.value", "5.score", "6.value"]
    );
    assert_eq!(told[0].1, "The selected options.0.id is invalid.");
    assert_eq!(told[1].1, "The options.1.label field must not be greater than 500 characters.");
}

#[test]
fn there_are_two_hundred_at_most() {
    let many = |number: usize| json!(vec![json!({ "label": "same" }); number]);
    assert_eq!(ids(many(200)).last().map(String::as_str), Some("same-200"));
    assert_eq!(Options::read(&many(201)), Err(FieldError::TooMany(200)));
    assert_eq!(Options::read(&json!({})), Err(FieldError::NotList));
    assert!(Options::default().is_empty());
}

#[test]
fn a_value_changes_nothing_of_what_answers_mean() {
    let one = |value: &str, score: i32| json!([{ "label": "a", "value": value, "score": score }]);
    let read = |raw| Options::read(&raw).unwrap();
    assert!(read(one("x", 1)).mean_the_same_as(&read(one("y", 1))));
    assert!(!read(one("x", 1)).mean_the_same_as(&read(one("x", 2))));
    assert!(!read(one("x", 1)).mean_the_same_as(&Options::default()));
}
