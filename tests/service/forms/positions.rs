//! Steps and questions stand in rows without gaps.

use serde_json::{Value, json};

use super::{ask, draft, in_order};
use crate::activities::entries;
use crate::records::{made, question, step};
use crate::world::{Store, World, on_both};

on_both![
    steps_move_and_others_make_room,
    questions_move_between_steps,
    a_step_takes_its_questions_along,
    steps_made_at_once_stand_in_a_row,
    questions_are_shown_within_their_steps,
];

fn steps_move_and_others_make_room(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form) = (team.owner(), draft(&team));
    let list = format!("/form-steps?filter[form_id]={form}");
    let [a, b, c] = ["a", "b", "c"].map(|title| step(owner, form, title));
    assert_eq!(in_order(owner, &list), [a, b, c]);
    let d = made(owner, "/form-steps", json!({ "form_id": form, "position": 2 }));
    assert_eq!(in_order(owner, &list), [a, d, b, c]);
    let untouched = owner.get(&format!("/form-steps/{b}")).status_is(200).data().clone();
    assert_eq!(untouched["created_at"], untouched["updated_at"], "that others shift is no change");
    owner.patch(&format!("/form-steps/{a}"), json!({ "position": 3 })).status_is(200);
    assert_eq!(in_order(owner, &list), [d, b, a, c]);
    let last = owner.patch(&format!("/form-steps/{d}"), json!({ "position": 99 })).status_is(200);
    assert_eq!(last.data()["position"], json!(4));
    assert_eq!(in_order(owner, &list), [b, a, c, d]);
    owner.patch(&format!("/form-steps/{d}"), json!({ "position": 0 })).invalid_under("position");
    owner.delete(&format!("/form-steps/{a}")).status_is(204);
    assert_eq!(in_order(owner, &list), [b, c, d]);
    let restored = owner.post(&format!("/form-steps/{a}/restore"), json!({})).status_is(200);
    assert_eq!(restored.data()["position"], json!(4));
    let path = format!("/forms/{form}/steps/reorder");
    assert_eq!(owner.post(&path, json!({ "ids": [a, b, c, d] })).status_is(200).id(), form);
    assert_eq!(in_order(owner, &list), [a, b, c, d]);
    let log = entries(owner, "form", form);
    let told = &log.last().expect("an entry")["properties"];
    assert_eq!(
        (&told["attributes"]["step_ids"], &told["old"]["step_ids"]),
        (&json!([a, b, c, d]), &json!([b, c, d, a]))
    );
    owner.post(&path, json!({ "ids": [a, b, c, d] })).status_is(200);
    assert_eq!(entries(owner, "form", form).len(), log.len());
    for ids in [json!([a, b, c]), json!([a, b, c, c]), json!([a, b, c, d, a])] {
        let refused = "The ids field must list every record exactly once.";
        owner.post(&path, json!({ "ids": ids })).invalid(&[("ids", refused)]);
    }
}

fn questions_move_between_steps(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form) = (team.owner(), draft(&team));
    // A form without a step gets one with its first question.
    let first = question(owner, form, "First");
    let here = owner.get(&format!("/form-questions/{first}")).status_is(200).data()["form_step_id"].as_i64();
    let here = here.expect("a step");
    let there = step(owner, form, "There");
    let second = ask(owner, (form, here), ("second", "email"), json!({}));
    let third = question(owner, form, "Third");
    let of = |step: i64| format!("/form-questions?filter[form_step_id]={step}");
    assert_eq!((in_order(owner, &of(here)), in_order(owner, &of(there))), (vec![first, second], vec![third]));
    owner.patch(&format!("/form-questions/{first}"), json!({ "form_step_id": there })).status_is(200);
    assert_eq!((in_order(owner, &of(here)), in_order(owner, &of(there))), (vec![second], vec![third, first]));
    let moved = json!({ "form_step_id": there, "position": 1 });
    owner.patch(&format!("/form-questions/{second}"), moved).status_is(200);
    assert_eq!((in_order(owner, &of(here)), in_order(owner, &of(there))), (vec![], vec![second, third, first]));
    let path = format!("/form-steps/{there}/questions/reorder");
    assert_eq!(owner.post(&path, json!({ "ids": [first, second, third] })).status_is(200).id(), there);
    assert_eq!(in_order(owner, &of(there)), [first, second, third]);
    let other = step(owner, draft(&team), "Elsewhere");
    let invalid = [("form_step_id", "The selected form step id is invalid.")];
    owner.patch(&format!("/form-questions/{first}"), json!({ "form_step_id": other })).invalid(&invalid);
    let body = json!({ "form_id": form, "form_step_id": other, "label": "Lost", "type": "nps" });
    owner.post("/form-questions", body).invalid(&invalid);
    let bulk = json!({ "operations": [
        { "op": "create", "body": { "form_id": form, "form_step_id": here, "label": "A", "type": "nps" } },
        { "op": "create", "body": { "form_id": form, "form_step_id": here, "label": "B", "type": "nps", "position": 1 } },
        { "op": "update", "id": first, "body": { "position": 3 } },
        { "op": "delete", "id": second },
    ] });
    owner.post("/form-questions/bulk", bulk).status_is(200);
    assert_eq!(in_order(owner, &of(there)), [third, first]);
    assert_eq!(in_order(owner, &of(here)).len(), 2);
}

fn a_step_takes_its_questions_along(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form) = (team.owner(), draft(&team));
    let (here, there) = (step(owner, form, "Here"), step(owner, form, "There"));
    let [a, b] = ["a", "b"].map(|key| ask(owner, (form, here), (key, "nps"), json!({})));
    let gone = ask(owner, (form, here), ("gone", "nps"), json!({}));
    let c = ask(owner, (form, there), ("c", "nps"), json!({}));
    owner.delete(&format!("/form-questions/{gone}")).status_is(204);
    for wrong in [here, 999_999] {
        let refused = [("move_questions_to", "The selected move questions to is invalid.")];
        owner.delete(&format!("/form-steps/{here}?move_questions_to={wrong}")).invalid(&refused);
    }
    owner.delete(&format!("/form-steps/{here}")).status_is(204);
    for id in [a, b] {
        owner.get(&format!("/form-questions/{id}")).status_is(404);
    }
    let refused = [("form_step_id", "The selected form step id is invalid.")];
    owner.post(&format!("/form-questions/{a}/restore"), json!({})).invalid(&refused);
    let [of_step, of_question] = [("form_step", here), ("form_question", a)].map(|(kind, id)| entries(owner, kind, id));
    let batch = |log: &[serde_json::Value]| log.last().expect("an entry")["batch_uuid"].clone();
    assert_eq!(batch(&of_step), batch(&of_question));
    owner.post(&format!("/form-steps/{here}/restore"), json!({})).status_is(200);
    let of = |step: i64| format!("/form-questions?filter[form_step_id]={step}");
    assert_eq!(in_order(owner, &of(here)), [a, b], "what was deleted before it stays so");
    owner.delete(&format!("/form-steps/{here}?move_questions_to={there}")).status_is(204);
    assert_eq!(in_order(owner, &of(there)), [c, a, b]);
    owner.post(&format!("/form-questions/{gone}/restore"), json!({})).invalid(&refused);
}

fn steps_made_at_once_stand_in_a_row(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form) = (team.owner(), draft(&team));
    let first = step(owner, form, "First");
    std::thread::scope(|scope| {
        for number in 0..8 {
            scope.spawn(move || step(owner, form, &format!("Step {number}")));
            scope.spawn(move || ask(owner, (form, first), (&format!("q{number}"), "nps"), json!({ "position": 1 })));
        }
    });
    assert_eq!(in_order(owner, &format!("/form-steps?filter[form_id]={form}")).len(), 9);
    assert_eq!(in_order(owner, &format!("/form-questions?filter[form_id]={form}")).len(), 8);
}

fn questions_are_shown_within_their_steps(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form, other) = (team.owner(), draft(&team), draft(&team));
    let [first, second, empty] = ["First", "Second", "Empty"].map(|title| step(owner, form, title));
    let asked = |form: i64, step: i64, label: &str| {
        made(
            owner,
            "/form-questions",
            json!({ "form_id": form, "form_step_id": step, "type": "short_text", "label": label }),
        )
    };
    let [b, a, gone] = [asked(form, second, "B"), asked(form, first, "A"), asked(form, first, "Gone")];
    owner.delete(&format!("/form-questions/{gone}")).status_is(204);
    let elsewhere = question(owner, other, "Elsewhere");
    let shown = |form: &Value| -> Vec<(i64, Vec<i64>)> {
        let id = |it: &Value| it["id"].as_i64().expect("an id");
        let ids = |of: &Value| of.as_array().expect("a list").iter().map(id).collect();
        form["steps"].as_array().expect("the steps").iter().map(|it| (id(it), ids(&it["questions"]))).collect()
    };
    let expected = vec![(first, vec![a]), (second, vec![b]), (empty, vec![])];
    for include in ["steps.questions", "steps,steps.questions", "steps.questions,stepsCount,steps"] {
        let one = owner.get(&format!("/forms/{form}?include={include}")).status_is(200);
        assert_eq!(shown(one.data()), expected, "{include}");
        assert_eq!(one.data()["steps_count"].is_null(), !include.contains("stepsCount"));
        assert!(one.data()["questions"].is_null(), "they are asked for within steps alone");
        let list = owner.get(&format!("/forms?include={include}&sort=id")).status_is(200);
        let forms: Vec<_> = list.items().iter().map(&shown).collect();
        assert_eq!(forms[0], expected, "{include} in a list");
        assert_eq!(forms[1].iter().flat_map(|(_, ids)| ids).collect::<Vec<_>>(), [&elsewhere]);
    }
    let both = owner.get(&format!("/forms/{form}?include=questions,steps.questions,project")).status_is(200);
    assert_eq!((shown(both.data()), both.data()["questions"].as_array().map(Vec::len)), (expected, Some(2)));
    let question = &both.data()["questions"][0];
    let within = both.data()["steps"][1]["questions"].as_array().expect("questions");
    assert!(within.contains(question), "{question} is the same in both places");
    let refused = owner.get("/forms?include=steps.form,stepsCount.questions").status_is(400);
    let message = refused.body["message"].as_str().expect("a message");
    assert!(
        message.starts_with("Requested include(s) `steps.form, stepsCount.questions` are not allowed."),
        "{message}"
    );
    assert!(message.contains("`project, user, researchCollection, steps, stepsCount, stepsExists, steps.questions, "));
}
