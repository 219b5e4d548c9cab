use serde_json::json;

use super::*;
use crate::Json;
use crate::forms::answers::check;
use crate::forms::{Options, Question, QuestionType, Settings, Uploads};
use crate::record::{Choices as _, Date, Value as _};

#[test]
fn ids_are_found_wherever_they_stand() {
    let names = |table, column| Names::of(table, None, column);
    for (table, column, value, expected) in [
        ("ideas", "my_vote", r#"{"9":1,"30":-1}"#, r#"{"109":1,"130":-1}"#),
        ("ideas", "my_vote", "{}", "{}"),
        ("ideas", "person_scores", r#"[[7,"ice",{"a":5},12.5,[1,2]]]"#, r#"[[107,"ice",{"a":5},12.5,[1,2]]]"#),
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
            "saved_reports",
            "params",
            r#"{"filter":{"id":"4","owner_id":"+4,05, 6 ,-0,7.0,","project_id":7}}"#,
            r#"{"filter":{"id":"4","owner_id":"+4,05,106,-0,7.0,","project_id":107}}"#,
        ),
        (
            "form_response_summaries",
            "filters",
            r#"{"tag_id":[1,"2","02",2.0,null,true],"source":"api","answer":{"tag_id":"3","id":["4"]}}"#,
            r#"{"tag_id":[101,"102","02",2.0,null,true],"source":"api","answer":{"tag_id":"3","id":["4"]}}"#,
        ),
        ("form_response_summaries", "filters", r#"{"id":[1,"2","3,x"]}"#, r#"{"id":[101,"102","103,x"]}"#),
        ("form_response_summaries", "filters", r#"{"id":"1, 2"}"#, r#"{"id":"101,102"}"#),
        ("form_response_summaries", "filters", r#"{"id":7}"#, r#"{"id":107}"#),
        ("form_answers", "value", "[5,6]", "[105,106]"),
        ("form_answers", "value", r#"["36","40",{"other":"7"}]"#, r#"["36","40",{"other":"7"}]"#),
        ("numbering_sequences", "scope_key", "project:12", "project:112"),
        ("numbering_sequences", "scope_key", "team", "team"),
        ("invitations", "email", "erased-3@invalid", "erased-103@invalid"),
        ("invitations", "email", "ann@example.com", "ann@example.com"),
    ] {
        assert_eq!(rewritten(names(table, column), value, "", &mut |_, id| id + 100), expected, "{table}.{column}");
    }
}

#[test]
fn filters_named_by_id_alone_name_what_is_filtered() {
    let mut named = Vec::new();
    let filters = r#"{"id":["4"],"respondent_user_id":"5","tag_id":6}"#;
    let names = Names::of("form_response_summaries", Some(Kind::FormResponseSummary), "filters");
    rewritten(names, filters, "", &mut |kind, id| {
        named.push((kind, id));
        id
    });
    assert_eq!(named, [(Kind::FormResponse, 4), (Kind::User, 5), (Kind::Tag, 6)]);
}

#[test]
fn only_members_whom_a_comment_mentions_are_others() {
    let names = Names::of("comments", Some(Kind::Comment), "body");
    for (mentioned, body, expected) in [
        ("[7]", "hi @[7], @[x] @[8", "hi @[107], @[x] @[8"),
        ("[12,7]", "@[7]@[12] @[@[7]] @[7]", "@[107]@[112] @[@[107]] @[107]"),
        ("[]", "@[7] @[007] @[99999999999999999999]", "@[7] @[007] @[99999999999999999999]"),
        ("[7]", "@[8] @[08] @[+7] @[ 7]@[-7]@[]", "@[8] @[08] @[+7] @[ 7]@[-7]@[]"),
        // With zeros before it, it is a mention all the same.
        ("[7]", "@[007]", "@[107]"),
        // A number that would come to mention somebody mentions nobody.
        ("[7]", "@[7] @[107] @[0107]", "@[107] @[0] @[0]"),
        ("[7,107]", "@[107] @[7]", "@[207] @[107]"),
        ("[7]", "@[0]", "@[0]"),
    ] {
        assert_eq!(rewritten(names, body, mentioned, &mut |_, id| id + 100), expected, "{mentioned} {body}");
    }
}

/// A question whose options, rows and columns have digits for ids, and an answer to it.
fn digits(question_type: QuestionType) -> (Question, Json) {
    let lines = json!([{ "id": "1", "label": "One" }, { "id": "2", "label": "Two" }]);
    let mut question = Question::new("q", question_type);
    let answer = match question_type {
        QuestionType::ShortText | QuestionType::LongText | QuestionType::Hidden => json!("1"),
        QuestionType::Email => json!("1@example.com"),
        QuestionType::Url => json!("https://example.com/1"),
        QuestionType::Phone => json!("12345"),
        QuestionType::Number | QuestionType::Rating | QuestionType::Scale | QuestionType::Nps => json!("1"),
        QuestionType::Date => json!("2026-01-01"),
        QuestionType::SingleChoice | QuestionType::Dropdown => json!("1"),
        QuestionType::MultipleChoice => json!(["1", { "other": "2" }]),
        QuestionType::YesNo | QuestionType::Consent => json!("1"),
        QuestionType::Ranking => json!(["2", "1"]),
        QuestionType::Matrix => json!({ "1": ["1", "2"], "2": ["2"] }),
        QuestionType::FileUpload => json!([2]),
        QuestionType::Statement => Json::Null,
    };
    if question_type.has_options() {
        question.options = Options::read(&lines).unwrap();
        question.allow_other = question_type.may_allow_other();
    }
    if question_type == QuestionType::Matrix {
        question.settings =
            Settings::of(question_type, &json!({ "rows": &lines, "columns": &lines, "multiple": true }));
    }
    (question, answer)
}

#[test]
fn of_all_answers_only_files_are_named() {
    let names = Names::of("form_answers", Some(Kind::FormAnswer), "value");
    for question_type in QuestionType::ALL {
        let (question, raw) = digits(*question_type);
        let kept = check(&question, &raw, Date::parse("2026-03-01").unwrap(), Uploads::Any).unwrap();
        assert_eq!(kept.is_some(), question_type.takes_answer(), "{question_type:?}");
        let kept = kept.map_or(Json::Null, |kept| kept.value().clone());
        let expected = if *question_type == QuestionType::FileUpload { json!([102]) } else { kept.clone() };
        let found = rewritten(names, &kept.to_string(), "", &mut |_, id| id + 100);
        assert_eq!(found, expected.to_string(), "{question_type:?}");
    }
}

#[test]
fn what_is_ordered_by_ids_stays_so() {
    let swap = &mut |_, id| 10 - id;
    assert_eq!(rewritten(Names::Votes, r#"{"3":1,"4":-1}"#, "", swap), r#"{"6":-1,"7":1}"#);
    let scores = r#"[[3,"ice"],[4,"ice"],[4,"pie"]]"#;
    assert_eq!(rewritten(Names::Scores, scores, "", swap), r#"[[6,"ice"],[6,"pie"],[7,"ice"]]"#);
}
