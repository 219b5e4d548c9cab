//! What keeps a form from being published, and what keeps a rule from being written.

use super::*;

/// The faults of a form, each with its sentence.
fn told(form: &Definition) -> Vec<(String, String)> {
    form.faults().into_iter().map(|fault| (fault.path.clone(), fault.error.about(&fault.path))).collect()
}

fn paths(form: &Definition) -> Vec<String> {
    form.faults().into_iter().map(|fault| fault.path).collect()
}

const NONE: [&str; 0] = [];

#[test]
fn a_form_needs_something_to_answer() {
    let nothing = || vec![question("s", QuestionType::Statement), question("h", QuestionType::Hidden)];
    let sentence = "The questions field must have at least one question that can be answered.";
    for form in [Definition::default(), form(vec![(&[], nothing())])] {
        assert_eq!(told(&form), [("questions".to_owned(), sentence.to_owned())]);
    }
    let mut more = nothing();
    more.push(text("t", &[]));
    assert_eq!(paths(&form(vec![(&[], more)])), NONE);
}

#[test]
fn choices_need_options() {
    for question_type in QuestionType::ALL {
        let asked = Question { options: Options::default(), allow_other: true, ..question("q", *question_type) };
        let found = told(&form(vec![(&[], vec![asked, text("t", &[])])]));
        let expected = ("questions.q.options".to_owned(), "The questions.q.options field is required.".to_owned());
        assert_eq!(found, if question_type.has_options() { vec![expected] } else { Vec::new() });
    }
}

#[test]
fn what_is_seen_looks_back_and_ways_lead_forward() {
    let earlier = "must point to an earlier question.";
    for (logic, on_step, expected) in [
        (answered("a", "show"), false, None),
        (answered("b", "hide"), false, None),
        (answered("c", "require"), false, Some(("2", "0.conditions.rules.0.question", earlier))),
        (answered("d", "show"), false, Some(("2", "0.conditions.rules.0.question", earlier))),
        (answered("e", "hide"), false, Some(("2", "0.conditions.rules.0.question", earlier))),
        (answered("d", "end"), false, None),
        (answered("e", "end"), false, Some(("2", "0.conditions.rules.0.question", earlier))),
        (answered("gone", "show"), false, Some(("2", "0.conditions.rules.0.question", "invalid"))),
        (jump("c", 30), false, None),
        (jump("c", 20), false, Some(("2", "0.action.to", "must point to a later step."))),
        (jump("c", 10), false, Some(("2", "0.action.to", "must point to a later step."))),
        (jump("c", 40), false, Some(("2", "0.action.to", "invalid"))),
        (answered("a", "show"), true, None),
        (answered("b", "show"), true, Some(("2", "0.conditions.rules.0.question", earlier))),
        (answered("d", "end"), true, None),
        (answered("e", "end"), true, Some(("2", "0.conditions.rules.0.question", earlier))),
        (answered("a", "require"), true, Some(("2", "0.action.type", "invalid"))),
        (jump("b", 30), true, None),
        (jump("b", 20), true, Some(("2", "0.action.to", "must point to a later step."))),
    ] {
        let one = std::slice::from_ref(&logic);
        let (of_step, of_question) = if on_step { (one, &[][..]) } else { (&[][..], one) };
        let middle = vec![text("b", &[]), text("c", of_question), text("d", &[])];
        let form = form(vec![(&[], vec![text("a", &[])]), (of_step, middle), (&[], vec![text("e", &[])])]);
        let found = told(&form);
        let Some((_, path, sentence)) = expected else {
            assert_eq!(found, [], "{logic} {on_step}");
            continue;
        };
        let host = if on_step { "steps.2" } else { "questions.c" };
        assert_eq!(found.len(), 1, "{logic} {on_step}");
        assert_eq!(found[0].0, format!("{host}.logic.{path}"));
        assert!(found[0].1.contains(sentence) && found[0].1.contains(&found[0].0), "{}", found[0].1);
    }
}

#[test]
fn what_can_be_judged_at_the_write_is() {
    let form =
        form(vec![(&[], vec![text("a", &[]), question("n", QuestionType::Number)]), (&[], vec![text("b", &[])])]);
    let list = rules(&[
        // What is to come, or points the wrong way, is left to the publishing.
        answered("later", "show"),
        jump("later", 10),
        rule(when("later", "contains", json!(7)), json!({ "type": "hide" })),
        rule(when("n", "contains", json!("x")), json!({ "type": "require" })),
        rule(when("n", "gt", json!("x")), json!({ "type": "end" })),
        jump("a", 50),
    ]);
    let paths = |wrong: Vec<(String, FieldError)>| wrong.into_iter().map(|(path, _)| path).collect::<Vec<_>>();
    let operator = "3.conditions.rules.0.operator";
    let value = "4.conditions.rules.0.value";
    assert_eq!(paths(form.check_rules(RuleHost::Question, &list)), [operator, value, "5.action.to"]);
    assert_eq!(paths(form.check_rules(RuleHost::Step, &list)), [operator, "3.action.type", value, "5.action.to"]);
}

#[test]
fn a_fault_that_is_there_already_is_not_brought() {
    let wrong = || text("w", &[answered("later", "show")]);
    let before = form(vec![(&[], vec![text("a", &[])]), (&[answered("b", "show")], vec![wrong(), text("b", &[])])]);
    assert_eq!(
        paths(&before),
        ["steps.2.logic.0.conditions.rules.0.question", "questions.w.logic.0.conditions.rules.0.question"]
    );
    let mut after = before.clone();
    after.steps.swap(0, 1);
    after.steps.iter_mut().zip(1..).for_each(|(step, position)| step.position = position);
    assert!(after.faults_brought_since(&before).is_empty());
    after.steps[1].questions.push(question("c", QuestionType::Dropdown));
    after.steps[1].questions[1].options = Options::default();
    let brought = after.faults_brought_since(&before);
    assert_eq!(brought.iter().map(|it| it.path.as_str()).collect::<Vec<_>>(), ["questions.c.options"]);
    assert_eq!(brought[0].place, FaultPlace::Question("c".to_owned()));
}

#[test]
fn options_and_types_have_to_fit_still() {
    let choice = || question("c", QuestionType::SingleChoice);
    let logic = rule(when("c", "equals", json!("b")), json!({ "type": "show" }));
    let mut form = form(vec![(&[], vec![choice(), text("t", &[logic])])]);
    assert_eq!(paths(&form), NONE);
    let left = form.steps[0].questions[0].options.all().iter().filter(|it| it.id != "b").cloned().collect();
    form.steps[0].questions[0].options = Options::new(left);
    assert_eq!(paths(&form), ["questions.t.logic.0.conditions.rules.0.value"]);
    form.steps[0].questions[0] = question("c", QuestionType::Matrix);
    assert_eq!(paths(&form), ["questions.t.logic.0.conditions.rules.0.operator"]);
}
