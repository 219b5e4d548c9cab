//! Answers that are counted together, and ways that are found once, tell what each by itself would.

use super::*;

#[test]
fn answers_are_counted_however_many_there_are() {
    // More words than wait to be read at a time, each of them twice, and one that comes back all the time.
    let other = |at: usize| json!({ "other": format!("{at:0400}") });
    let answers: Vec<Json> = (0..800).flat_map(|at| [other(at % 400), json!("a")]).collect();
    let told = told(question("q", QuestionType::SingleChoice, json!({})), &answers);
    assert_eq!(told["options"][0], json!({ "id": "a", "label": "A", "count": 800, "percent": 50.0 }));
    let others = told["other"].as_array().unwrap();
    assert!(others.len() == 400 && others.iter().all(|it| it["count"] == 2), "{}", others.len());
}

#[test]
fn ways_are_those_of_the_answers_that_decide_them() {
    let hide = json!([{
        "conditions": { "connector": "and", "rules": [{ "question": "a", "operator": "equals", "value": "no" }] },
        "action": { "type": "hide" },
    }]);
    let asked = |key: &str| question(key, QuestionType::ShortText, json!({}));
    let mut outline = outline(vec![vec![asked("a")], vec![asked("b")], vec![asked("c")]]);
    outline.definition.steps[1].logic = Rules::read(&hide).unwrap();
    let long = "x".repeat(2_000);
    let begun = |id: i64, step: i64| begun(id, ResponseStatus::InProgress, Some(step));
    let responses = [
        (begun(1, 3), json!(["yes", "b", "c"])),
        (begun(2, 3), json!(["no", null, "c"])),
        (begun(3, 3), json!(["no", null, "another"])),
        (begun(4, 3), json!(["yes", "b", "c"])),
        (begun(5, 3), json!([long, "b", "c"])),
        (begun(6, 3), json!([null, "b", "c"])),
    ];
    let figures = figures(outline, TERMS, &responses);
    assert_eq!(figures.steps.iter().map(|it| it.reached).collect::<Vec<_>>(), [6, 4, 6]);
    assert_eq!(figures.questions.iter().map(|it| it.seen).collect::<Vec<_>>(), [6, 4, 6]);
}
