//! What a response goes through, and what of it counts.

use serde_json::json;

use super::{counted, field, respond, survey, used};
use crate::world::{Store, World, on_both};

on_both![
    every_state_and_action_is_as_the_table_says,
    what_is_spam_counts_nowhere_until_it_is_reopened,
    what_is_spam_counts_no_more_for_the_month_for_which_it_did,
];

const ACTIONS: [&str; 4] = ["complete", "disqualify", "spam", "reopen"];

/// What becomes of a state by each action; nothing where it is refused.
type Becomes = [Option<&'static str>; 4];

/// What is done to a complete response to come to each state, and what becomes of it by each action.
const TABLE: [(&str, &[&str], Becomes); 4] = [
    ("in_progress", &["reopen"], [Some("completed"), Some("disqualified"), Some("spam"), None]),
    ("completed", &[], [None, Some("disqualified"), Some("spam"), Some("in_progress")]),
    ("disqualified", &["disqualify"], [None, None, Some("spam"), Some("in_progress")]),
    ("spam", &["spam"], [None, None, None, Some("in_progress")]),
];

fn every_state_and_action_is_as_the_table_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    for (state, before, becomes) in TABLE {
        for (action, becomes) in ACTIONS.into_iter().zip(becomes) {
            let path = format!("/form-responses/{}", respond(owner, form, "a"));
            before.iter().for_each(|it| drop(owner.post(&format!("{path}/{it}"), json!({})).status_is(200)));
            let done = owner.post(&format!("{path}/{action}"), json!({}));
            match becomes {
                Some(becomes) => {
                    assert_eq!(field(&done.status_is(200), "status"), &json!(becomes), "{action} of {state}");
                }
                None => drop(done.invalid_under("status")),
            }
        }
        let path = format!("/form-responses/{}", respond(owner, form, "a"));
        before.iter().for_each(|it| drop(owner.post(&format!("{path}/{it}"), json!({})).status_is(200)));
        let converted = owner.post(&format!("{path}/convert"), json!({ "target": "insight" }));
        match state {
            "completed" | "disqualified" => {
                converted.status_is(201);
                let again = owner.post(&format!("{path}/convert"), json!({ "target": "idea" }));
                again.invalid(&[("created_record_id", "The created record id has already been taken.")]);
            }
            _ => drop(converted.invalid_under("status")),
        }
    }
}

fn what_is_spam_counts_nowhere_until_it_is_reopened(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let begun = json!({ "form_id": form, "status": "in_progress" });
    let open = owner.post("/form-responses", begun).status_is(201).id();
    let done = respond(owner, form, "a");
    assert_eq!((counted(owner, form), used(owner)), (1, 2));
    let act = |id: i64, action: &str| owner.post(&format!("/form-responses/{id}/{action}"), json!({})).status_is(200);
    act(done, "spam");
    assert_eq!((counted(owner, form), used(owner)), (0, 1));
    act(done, "reopen");
    assert_eq!((counted(owner, form), used(owner)), (1, 2), "it was complete once");
    act(done, "complete");
    act(open, "spam");
    assert_eq!((counted(owner, form), used(owner)), (1, 1));
    owner.delete(&format!("/form-responses/{done}")).status_is(204);
    assert_eq!((counted(owner, form), used(owner)), (1, 1), "what is erased stays counted");
}

fn what_is_spam_counts_no_more_for_the_month_for_which_it_did(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let id = respond(owner, form, "a");
    // Now it was created in another month, as one on the edge of two is once the team is in another zone.
    let earlier = match store {
        Store::Sqlite => "40 * 86400000000",
        Store::Postgres => "interval '40 days'",
    };
    world.execute(&format!("UPDATE form_responses SET created_at = created_at - {earlier} WHERE id = {id}"));
    let counters = |wanted: &str| {
        world.count(&format!(
            "SELECT count(*) FROM counters \
             WHERE team_id = {} AND kind = 'form_response' AND filter = 'month' AND {wanted}",
            team.id
        ))
    };
    for (action, left) in [("spam", 0), ("reopen", 1), ("spam", 0)] {
        owner.post(&format!("/form-responses/{id}/{action}"), json!({})).status_is(200);
        assert_eq!((used(owner), counters("n <> 0")), (left, left), "{action}");
    }
    // Of one from before months were noted it is that of its creation.
    world.execute(&format!("UPDATE form_responses SET month = NULL WHERE id = {id}"));
    owner.post(&format!("/form-responses/{id}/reopen"), json!({})).status_is(200);
    assert_eq!((used(owner), counters("n = 1")), (0, 1));
}
