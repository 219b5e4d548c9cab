//! What rules look like.

use super::*;

fn wrong(raw: Json) -> Vec<(String, String)> {
    match Rules::read(&raw) {
        Err(FieldError::Members(wrong)) => {
            wrong.iter().map(|(path, error)| (path.clone(), error.about(&format!("logic.{path}")))).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn rules_are_kept_without_what_is_unknown() {
    let kept = json!([
        rule(when("a", "equals", json!("x")), json!({ "type": "show" })),
        rule(json!({ "question": "a", "operator": "is_answered" }), json!({ "type": "jump_to_step", "to": 7 })),
    ]);
    let mut sent = kept.clone();
    sent[0]["name"] = json!("first");
    sent[0]["conditions"]["rules"][0]["colour"] = json!(1);
    sent[0]["action"]["to"] = Json::Null;
    sent[1]["conditions"]["rules"][0]["value"] = Json::Null;
    sent[1]["action"]["to"] = json!("7");
    let read = Rules::read(&sent).unwrap();
    assert_eq!(read.show(), FieldValue::Json(&kept));
    assert_eq!(Rules::from_raw(read.clone().into_raw()), Ok(read.clone()));
    assert!(Rules::from_raw("{}".to_owned()).is_err() && Rules::from_raw("x".to_owned()).is_err());
    let moved = read.redirected(|step| (step == 7).then_some(3)).unwrap();
    assert_eq!(moved.all()[1].action, Action::JumpToStep(3));
    assert_eq!(read.redirected(|_| None), Err(vec![("1.action.to".to_owned(), FieldError::NotAllowed)]));
}

#[test]
fn what_is_wrong_is_told_by_its_path() {
    let told = wrong(json!([
        {
            "conditions": { "connector": "xor", "rules": [{ "question": 5, "operator": "is" }, 7, {}] },
            "action": { "type": "go" },
        },
        { "conditions": { "rules": [] }, "action": { "type": "jump_to_step" } },
        { "conditions": { "connector": "or", "rules": "x" }, "action": { "type": "show", "to": 1 } },
        { "conditions": [], "action": "x" },
        {},
        "x",
        { "conditions": { "connector": "or" }, "action": { "to": "x" } },
        { "conditions": { "connector": "or" }, "action": { "type": "jump_to_step", "to": "x" } },
    ]));
    let paths: Vec<&str> = told.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "0.conditions.connector",
            "0.conditions.rules.0.question",
            "0.conditions.rules.0.operator",
            "0.conditions.rules.1",
            "0.conditions.rules.2.question",
            "0.conditions.rules.2.operator",
            "0.action.type",
            "1.conditions.connector",
            "1.conditions.rules",
            "1.action.to",
            "2.conditions.rules",
            "2.action.to",
            "3.conditions",
            "3.action",
            "4.conditions",
            "4.action",
            "5",
            "6.conditions.rules",
            "6.action.type",
            "7.conditions.rules",
            "7.action.to",
        ]
    );
    assert_eq!(told[0].1, "The selected logic.0.conditions.connector is invalid.");
    assert_eq!(told[9].1, "The logic.1.action.to field is required.");
    assert_eq!(told[20].1, "The logic.7.action.to field must be an integer.");
}

#[test]
fn rules_and_conditions_are_counted() {
    let condition = json!({ "question": "a", "operator": "is_answered" });
    let many = |number: usize| {
        let conditions = json!({ "connector": "or", "rules": vec![condition.clone(); number] });
        json!({ "conditions": conditions, "action": { "type": "end" } })
    };
    assert!(Rules::read(&json!(vec![many(20); 20])).is_ok());
    assert_eq!(Rules::read(&json!(vec![many(1); 21])), Err(FieldError::TooMany(20)));
    let told = wrong(json!([many(21)]));
    assert_eq!(told[0].1, "The logic.0.conditions.rules field must not have more than 20 items.");
    assert_eq!(Rules::read(&json!({})), Err(FieldError::NotList));
    assert!(Rules::default().all().is_empty());
}
