use super::*;

#[test]
fn ids_are_found_wherever_they_stand() {
    let names = |table, column| Names::of(table, None, column);
    for (table, column, value, expected) in [
        ("ideas", "my_vote", r#"{"9":1,"30":-1}"#, r#"{"109":1,"130":-1}"#),
        ("ideas", "my_vote", "{}", "{}"),
        ("ideas", "person_scores", r#"[[7,"ice",{"a":5},12.5,[1,2]]]"#, r#"[[107,"ice",{"a":5},12.5,[1,2]]]"#),
        ("comments", "body", "hi @[7], @[x] @[8", "hi @[107], @[x] @[8"),
        ("comments", "mentions", "[7,12]", "[107,112]"),
        (
            "experiments",
            "course",
            r#"{"phases":[{"goal":3,"time":[5,null],"variations":[[4,"a",33.333333333333336,true]]}],"runs":[[5,6]]}"#,
            r#"{"phases":[{"goal":103,"time":[5,null],"variations":[[104,"a",33.333333333333336,true]]}],"runs":[[5,6]]}"#,
        ),
        (
            "form_steps",
            "logic",
            r#"[{"action":{"to":4,"type":"jump_to_step"}},{"action":{"type":"end"}}]"#,
            r#"[{"action":{"to":104,"type":"jump_to_step"}},{"action":{"type":"end"}}]"#,
        ),
        (
            "saved_reports",
            "params",
            r#"{"filter":{"project_id":"1, 2 , x","status":" 3"},"top":5}"#,
            r#"{"filter":{"project_id":"101,102, x","status":" 3"},"top":5}"#,
        ),
        (
            "form_response_summaries",
            "filters",
            r#"{"tag_id":[1,"2"],"source":"api"}"#,
            r#"{"tag_id":[101,"102"],"source":"api"}"#,
        ),
        ("form_answers", "value", "[5,6]", "[105,106]"),
        ("form_answers", "value", r#"["a","b"]"#, r#"["a","b"]"#),
        ("form_answers", "value", r#"{"r":["1"]}"#, r#"{"r":["1"]}"#),
        ("numbering_sequences", "scope_key", "project:12", "project:112"),
        ("numbering_sequences", "scope_key", "team", "team"),
        ("invitations", "email", "erased-3@invalid", "erased-103@invalid"),
        ("invitations", "email", "ann@example.com", "ann@example.com"),
    ] {
        assert_eq!(rewritten(names(table, column), value, &mut |_, id| id + 100), expected, "{table}.{column}");
    }
}

#[test]
fn what_is_ordered_by_ids_stays_so() {
    let swap = &mut |_, id| 10 - id;
    assert_eq!(rewritten(Names::Votes, r#"{"3":1,"4":-1}"#, swap), r#"{"6":-1,"7":1}"#);
    let scores = r#"[[3,"ice"],[4,"ice"],[4,"pie"]]"#;
    assert_eq!(rewritten(Names::Scores, scores, swap), r#"[[6,"ice"],[6,"pie"],[7,"ice"]]"#);
}
