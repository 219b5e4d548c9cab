use super::*;

#[test]
fn a_report_is_told_in_tables() {
    let data = r#"{"groups": [{"key": "1", "label": "Shop", "won": 2, "by": {"a": 1}}, {"key": null, "won": 0}],
        "total": {"key": null, "label": "Total", "won": 2}, "previous": {"won": 1}, "delta": {"won": 1}}"#;
    let mut reading = Reading::plain("");
    reading.is_ordered = true;
    let told = figures(&serde_json::from_str(data).unwrap(), None, &reading);
    let captions: Vec<_> = told.tables.iter().map(|table| table.caption.as_str()).collect();
    assert_eq!(captions, ["Figures", "Groups"]);
    let number = |shown: &str| Cell::Number(shown.to_owned(), shown.to_owned());
    let row = vec![Cell::Text("Won".to_owned()), number("2"), number("1"), Cell::Number("+1".into(), "1".into())];
    assert_eq!(told.tables[0].rows, [row]);
    let heads: Vec<_> = told.tables[1].heads.iter().map(|head| head.text.as_str()).collect();
    assert_eq!(heads, ["Label", "Won", "By · A"]);
    assert_eq!(told.tables[1].rows[1][2], number("0"), "what is not counted is none");
}

#[test]
fn members_stand_as_they_are_declared() {
    const SHAPE: Shape = Shape::Object(&[
        ("users", Shape::List(&Shape::Object(&[("name", Shape::Text), ("votes", Shape::Integer)]))),
        ("active", Shape::Integer),
    ]);
    let data = r#"{"active": 3, "more": 1, "users": [{"votes": 1, "name": "Ana"}]}"#;
    let ordered = in_order(serde_json::from_str(data).unwrap(), &SHAPE);
    let names = |told: &Document| told.members().iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&ordered), ["users", "active", "more"]);
    assert_eq!(names(&ordered.at("users").items()[0]), ["name", "votes"]);
}

#[test]
fn counts_of_two_things_are_a_cross_table() {
    let data = r#"{"heatmap": [{"weekday": 1, "hour": 0, "count": 3}, {"weekday": 1, "hour": 1, "count": 0},
        {"weekday": 2, "hour": 0, "count": 4}, {"weekday": 2, "hour": 1, "count": 5}]}"#;
    let told = figures(&serde_json::from_str(data).unwrap(), None, &Reading::plain(""));
    let heads: Vec<_> = told.tables[0].heads.iter().map(|head| head.text.as_str()).collect();
    assert_eq!((heads, told.tables[0].rows.len()), (vec!["Weekday", "0", "1"], 2));
    assert_eq!(told.tables[0].rows[1][2], Cell::Number("5".to_owned(), "5".to_owned()));
}
