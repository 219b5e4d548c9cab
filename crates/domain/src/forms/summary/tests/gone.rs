//! Responses that came to steps that are gone since, or off their way.

use std::collections::HashMap;

use super::*;

/// A form of three steps with one question each, of which these are left.
fn left(steps: &[i64]) -> Outline {
    let asked = |key: &str| vec![question(key, QuestionType::ShortText, json!({}))];
    let mut form = outline(vec![asked("a"), asked("b"), asked("z")]);
    form.steps.retain(|step| steps.contains(&step.id));
    form.definition.steps.retain(|step| steps.contains(&step.id));
    for question in form.questions.iter_mut().filter(|question| !steps.contains(&question.id)) {
        question.deleted_at = Some(Time::from_micros(50));
    }
    form
}

/// How many reached and left each step; and by the key of each question, how often it was seen, answered and the last.
type Told = (Vec<(i64, i64)>, HashMap<String, (i64, i64, i64)>);

fn told(outline: Outline, last_step_id: Option<i64>, answers: Json) -> Told {
    let responses = [(begun(1, ResponseStatus::InProgress, last_step_id), answers)];
    let form = figures(outline, Terms { partial: true, ..TERMS }, &responses);
    let questions = form.questions.into_iter().map(|it| (it.key, (it.seen, it.answered, it.drop_off)));
    (form.steps.iter().map(|it| (it.reached, it.left)).collect(), questions.collect())
}

fn named(questions: &[(&str, (i64, i64, i64))]) -> HashMap<String, (i64, i64, i64)> {
    questions.iter().map(|(key, figures)| ((*key).to_owned(), *figures)).collect()
}

#[test]
fn a_response_whose_last_step_was_deleted_went_to_the_last_that_it_answers() {
    let all = json!(["1", "2", "3"]);
    let (steps, questions) = told(left(&[1, 2]), Some(3), all.clone());
    assert_eq!(steps, [(1, 0), (1, 1)]);
    assert_eq!(questions, named(&[("a", (1, 1, 0)), ("b", (1, 1, 0)), ("z", (1, 1, 1))]));
    // What stood before is not what it answered last.
    let (steps, questions) = told(left(&[2, 3]), Some(3), all);
    assert_eq!(steps, [(1, 0), (1, 1)]);
    assert_eq!(questions, named(&[("a", (1, 1, 0)), ("b", (1, 1, 0)), ("z", (1, 1, 1))]));
    let (steps, questions) = told(left(&[1, 2]), Some(3), json!(["1", null, "3"]));
    assert_eq!(steps, [(1, 1), (0, 0)]);
    assert_eq!(questions, named(&[("a", (1, 1, 0)), ("b", (0, 0, 0)), ("z", (1, 1, 1))]));
    let (steps, questions) = told(left(&[1, 2]), Some(3), json!([null, null, "3"]));
    assert_eq!((steps, questions["z"]), (vec![(1, 1), (0, 0)], (1, 1, 1)));
}

#[test]
fn a_response_whose_last_step_is_hidden_went_to_the_last_on_its_way_that_it_answers() {
    let mut form = left(&[1, 2, 3]);
    form.definition.steps[2].is_hidden = true;
    let (steps, questions) = told(form.clone(), Some(3), json!(["1", "2", "3"]));
    assert_eq!(steps, [(1, 0), (1, 1), (0, 0)]);
    assert_eq!(questions, named(&[("a", (1, 1, 0)), ("b", (1, 1, 1)), ("z", (0, 0, 0))]));
    // An answer to what is not seen leads nowhere.
    let hide = json!([{
        "conditions": { "connector": "and", "rules": [{ "question": "a", "operator": "is_answered" }] },
        "action": { "type": "hide" },
    }]);
    form.definition.steps[1].questions[0].logic = Rules::read(&hide).unwrap();
    let (steps, questions) = told(form, Some(3), json!(["1", "2", "3"]));
    assert_eq!(steps, [(1, 1), (0, 0), (0, 0)]);
    assert_eq!(questions, named(&[("a", (1, 1, 1)), ("b", (0, 0, 0)), ("z", (0, 0, 0))]));
}
