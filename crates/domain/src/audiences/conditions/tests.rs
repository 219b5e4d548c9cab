//! What is kept of conditions, and where what is wrong with them is told.

use super::*;

fn rule(attribute: &str, operator: &str, value: Json) -> Json {
    json!({ "attribute": attribute, "operator": operator, "value": value })
}

fn all(rules: &[Json]) -> Json {
    json!({ "match": "all", "rules": rules })
}

fn wrong(conditions: &Json) -> Vec<(String, String)> {
    match Conditions::read(conditions) {
        Err(FieldError::Members(wrong)) => {
            wrong.iter().map(|(at, error)| (at.clone(), error.about(&format!("conditions.{at}")))).collect()
        }
        other => panic!("{other:?}"),
    }
}

/// What is wrong with one rule's value.
fn wrong_value(operator: &str, value: Json) -> Vec<String> {
    let wrong = wrong(&all(&[rule("plan", operator, value)]));
    wrong.into_iter().map(|(at, _)| at.trim_start_matches("rules.0.").to_owned()).collect()
}

#[test]
fn conditions_are_kept_as_they_were_sent_without_what_is_unknown() {
    let rules = [
        rule("plan", "is", json!("pro")),
        rule("visits", "between", json!([1, 2.5])),
        json!({ "match": "any", "rules": [rule("since", "gte", json!("2026-01-02"))] }),
        json!({ "attribute": "referrer", "operator": "exists" }),
    ];
    let mut sent = all(&rules);
    sent["rules"][0]["colour"] = json!("red");
    sent["rules"][2]["name"] = json!("inner");
    sent["rules"][3]["value"] = Json::Null;
    sent["note"] = json!("outer");
    let read = Conditions::read(&sent).unwrap();
    assert_eq!(read.show(), FieldValue::Json(&all(&rules)));
    assert_eq!(Conditions::from_raw(read.clone().into_raw()), Ok(read));
}

#[test]
fn what_is_wrong_is_told_by_its_path() {
    let sent = json!({ "match": "some", "rules": [
        { "attribute": "1st", "operator": "equals", "value": 1 },
        { "match": "any", "rules": [] },
        { "rules": [rule("a", "is", json!([])), "text"] },
        {},
    ] });
    let told = wrong(&sent);
    let paths: Vec<&str> = told.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "match",
            "rules.0.attribute",
            "rules.0.operator",
            "rules.1.rules",
            "rules.2.match",
            "rules.2.rules.0.value",
            "rules.2.rules.1",
            "rules.3.attribute",
            "rules.3.operator",
        ]
    );
    assert_eq!(told[2].1, "The selected conditions.rules.0.operator is invalid.");
    assert_eq!(told[3].1, "The conditions.rules.1.rules field is required.");
}

#[test]
fn rules_are_counted_in_all_groups_and_groups_stand_three_deep() {
    let one = rule("plan", "is", json!("pro"));
    let many = |number: usize| vec![one.clone(); number];
    assert!(Conditions::read(&all(&many(50))).is_ok());
    assert_eq!(wrong(&all(&many(51)))[0].0, "rules");
    let two = |first: usize, second: usize| all(&[all(&many(first)), all(&many(second))]);
    assert!(Conditions::read(&two(25, 25)).is_ok());
    assert_eq!(wrong(&two(25, 26))[0].1, "The conditions.rules field must not have more than 50 items.");
    let three = all(&[all(&[all(&many(1))])]);
    assert!(Conditions::read(&three).is_ok());
    assert_eq!(wrong(&all(&[three]))[0].0, "rules.0.rules.0.rules.0");
    for raw in [json!([]), json!("all"), json!(1)] {
        assert_eq!(Conditions::read(&raw), Err(FieldError::NotObject));
    }
    assert_eq!(wrong(&json!({ "match": "all", "rules": "x" }))[0].1, "The conditions.rules field must be an array.");
}

#[test]
fn each_operator_takes_values_of_its_own() {
    let long = |length: usize| json!("é".repeat(length));
    let list = |length: usize| json!(vec![1; length]);
    for (operator, value) in [
        ("is", json!(true)),
        ("is_not", long(255)),
        ("contains", json!("a")),
        ("starts_with", long(255)),
        ("in", json!(["a", 1])),
        ("not_in", list(100)),
        ("gt", json!(-1.5)),
        ("lte", json!("2026-01-02")),
        ("between", json!([1, 1])),
        ("between", json!(["2026-01-02", "2026-01-02"])),
        ("matches", json!("^/cart")),
        ("exists", Json::Null),
        ("not_exists", Json::Null),
    ] {
        assert!(Conditions::read(&all(&[rule("plan", operator, value.clone())])).is_ok(), "{operator} {value}");
    }
    for (operator, value, paths) in [
        ("is", Json::Null, &["value"][..]),
        ("is", json!({}), &["value"]),
        ("is_not", long(256), &["value"]),
        ("ends_with", json!(5), &["value"]),
        ("not_contains", long(256), &["value"]),
        ("in", json!("a"), &["value"]),
        ("in", json!([]), &["value"]),
        ("in", list(101), &["value"]),
        ("not_in", json!(["a", true, null]), &["value.1", "value.2"]),
        ("gte", json!("tomorrow"), &["value"]),
        ("lt", json!(true), &["value"]),
        ("between", json!([1]), &["value"]),
        ("between", json!(1), &["value"]),
        ("between", json!([2, 1]), &["value.1"]),
        ("between", json!(["2026-01-02", "2026-01-01"]), &["value.1"]),
        ("between", json!([1, "2026-01-01"]), &["value.1"]),
        ("between", json!(["x", "y"]), &["value.0", "value.1"]),
        ("matches", json!("("), &["value"]),
        ("matches", json!("a".repeat(501)), &["value"]),
        ("exists", json!(1), &["value"]),
        ("not_exists", json!("x"), &["value"]),
    ] {
        assert_eq!(wrong_value(operator, value.clone()), paths, "{operator} {value}");
    }
}
