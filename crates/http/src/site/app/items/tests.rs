use super::*;

/// The tables of these items, as a report tells them that declares the order of its members.
fn told(list: &str, json: &str) -> Vec<Table> {
    let items: Document = serde_json::from_str(json).unwrap();
    let mut reading = Reading::plain("");
    reading.is_ordered = true;
    tables("Told", list, items.items(), &reading)
}

fn heads(table: &Table) -> Vec<&str> {
    table.heads.iter().map(|head| head.text.as_str()).collect()
}

fn column(table: &Table, at: usize) -> Vec<String> {
    table.rows.iter().map(|row| row[at].to_text()).collect()
}

#[test]
fn groups_that_are_interrupted_stand_together() {
    let tables = told(
        "users",
        r#"[{"user_id": 1, "created": {"a": 1, "b": 2}, "comments": 9, "updated": {"a": 1}},
            {"user_id": 2, "created": {"a": 1, "c": 4, "d": 1, "e": 1, "f": 1, "g": 1}, "comments": 8, "updated": {"b": 2}}]"#,
    );
    assert_eq!(heads(&tables[0]), ["User", "Created in all", "Comments", "A", "B"]);
    assert_eq!(column(&tables[0], 1), ["3", "9"]);
    assert_eq!(column(&tables[0], 4), ["0", "2"]);
    let captions: Vec<_> = tables.iter().map(|table| table.caption.as_str()).collect();
    assert_eq!(captions, ["Told", "Told: created"]);
    let apart = ["A", "B", "C", "D", "E", "F", "G"].map(|name| format!("Created · {name}"));
    assert_eq!(heads(&tables[1])[1..], apart);
}

#[test]
fn a_table_says_that_it_has_not_all() {
    let of = |count: usize| {
        let segments = r#"[{"kind": "running"}]"#;
        let item = |id| format!(r#"{{"id": {id}, "name": "N", "segments": {segments}}}"#);
        told("experiments", &format!("[{}]", (0..count).map(item).collect::<Vec<_>>().join(",")))
    };
    let captions = |tables: Vec<Table>| tables.into_iter().map(|it| (it.caption, it.rows.len())).collect::<Vec<_>>();
    assert_eq!(captions(of(1_000)), [("Told".to_owned(), 1_000), ("Told: segments".to_owned(), 1_000)]);
    let rest = "(the first 1,000 of 1,210; the API tells all)";
    assert_eq!(captions(of(1_210)), [(format!("Told {rest}"), 1_000), (format!("Told: segments {rest}"), 1_000)]);
    for (shown, count, caption) in [(400, 900, "Told (the first 400 of 900; the API tells all)"), (900, 900, "Told")] {
        assert_eq!(with_count("Told", shown, count), caption);
    }
}

#[test]
fn what_has_no_number_goes_by_its_name() {
    let of = |first: &str| {
        let segments = r#"[{"kind": "running"}, {"kind": "paused"}]"#;
        told(
            "experiments",
            &format!(
                r#"[{{"id": 1, "identifier": {first}, "name": "One", "segments": {segments}}},
                    {{"id": 2, "identifier": null, "name": "Two", "segments": {segments}}}]"#
            ),
        )
    };
    let tables = of("null");
    assert_eq!((heads(&tables[0]), tables[0].heads[0].is_number), (vec!["Identifier", "Name"], false));
    assert_eq!(heads(&tables[1]), ["Name", "Kind"]);
    assert_eq!(column(&tables[1], 0), ["One", "One", "Two", "Two"]);
    let tables = of(r#""EXP-1""#);
    assert_eq!((heads(&tables[1]), tables[1].heads[0].is_id), (vec!["Identifier", "Kind"], false));
    assert_eq!(column(&tables[1], 0), ["EXP-1", "EXP-1", "Two", "Two"]);
}
