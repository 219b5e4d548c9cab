//! Lists of experiments by what became of them.

use serde_json::{Value, json};

use super::{hours, whole};
use crate::world::{Store, World, on_both};

on_both![experiments_are_found_by_what_became_of_them, experiments_are_found_by_when_they_ran];

fn experiments_are_found_by_what_became_of_them(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let [draft, neutral, lost] = [(); 3].map(|()| whole(owner, json!({})));
    for (id, result, decision) in [(neutral, "neutral", "none"), (lost, "lost", "rollback")] {
        for (action, body) in
            [("start", json!({})), ("stop", json!({})), ("complete", json!({ "result": result, "decision": decision }))]
        {
            owner.post(&format!("/experiments/{id}/{action}"), body).status_is(200);
        }
    }
    let all = format!("sort=-status&filter[id]={draft},{neutral},{lost}");
    for (query, expected) in [
        ("filter[result]=neutral", vec![neutral]),
        ("filter[result]=lost,neutral", vec![neutral, lost]),
        ("filter[result]=won", vec![]),
        ("filter[decision]=rollback", vec![lost]),
        ("filter[decision]=none", vec![neutral]),
        ("filter[status]=draft", vec![draft]),
        ("filter[status]=completed&filter[decision]=rollback", vec![lost]),
        (all.as_str(), vec![lost, neutral, draft]),
    ] {
        let list = owner.get(&format!("/experiments?{query}")).status_is(200);
        assert_eq!(
            (list.ids(), list.total()),
            (expected.clone(), i64::try_from(expected.len()).expect("few")),
            "{query}"
        );
    }
}

fn experiments_are_found_by_when_they_ran(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let [early, late, never] = [(); 3].map(|()| whole(owner, json!({})));
    for (id, start, end) in [(early, -72, -60), (late, -30, -10)] {
        let path = format!("/experiments/{id}");
        owner.post(&format!("{path}/start"), json!({ "started_at": hours(start) })).status_is(200);
        owner.post(&format!("{path}/stop"), json!({ "ended_at": hours(end) })).status_is(200);
    }
    let at = |hours_ago: i64| hours(hours_ago).replace('+', "%2B");
    for (query, expected) in [
        (format!("filter[started_from]={}", at(-40)), vec![late]),
        (format!("filter[started_to]={}", at(-40)), vec![early]),
        (format!("filter[started_from]={}&filter[started_to]={}", at(-80), at(-20)), vec![early, late]),
        (format!("filter[ended_from]={}", at(-61)), vec![early, late]),
        (format!("filter[ended_to]={}", at(-59)), vec![early]),
        ("filter[ended_to]=tomorrow".to_owned(), vec![]),
        ("sort=-started_at".to_owned(), vec![late, early, never]),
    ] {
        let list = owner.get(&format!("/experiments?{query}")).status_is(200);
        assert_eq!(list.ids(), expected, "{query}");
    }
    let never = owner.get(&format!("/experiments/{never}")).status_is(200);
    assert_eq!(never.data()["started_at"], Value::Null);
}
