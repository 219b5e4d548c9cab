//! The pages that the original stack once gave, given by this service.

use serde_json::Value;

use crate::records::{learning, project};
use crate::world::{Store, World, on_both};

on_both![every_observed_page_is_answered_as_it_was];

/// Examples of longer lists are left to the tests of the window itself.
const LONGEST: i64 = 61;

fn every_observed_page_is_answered_as_it_was(store: Store) {
    let examples: Vec<Value> =
        serde_json::from_str(include_str!("../../fixtures/paginator_examples.json")).expect("the examples");
    let total = |example: &Value| example["total"].as_i64().expect("a total");
    let mut examples: Vec<&Value> = examples.iter().filter(|example| total(example) <= LONGEST).collect();
    assert!(examples.len() > 20, "only {} examples", examples.len());
    examples.sort_by_key(|example| total(example));
    let world = World::builder(store).env("UPLIFT_BASE_URL", "http://localhost/api").start();
    let team = world.team();
    let project = project(team.owner());
    let mut ids = Vec::new();
    for example in examples {
        while ids.len() < usize::try_from(total(example)).expect("a small number") {
            ids.push(learning(team.owner(), project, &format!("Learning {:04}", ids.len() + 1)));
        }
        let query = example["query"].as_str().expect("a query");
        let answer = team.owner().get(&format!("/learnings?{query}")).status_is(200);
        assert_eq!(answer.body["links"], example["expected"]["links"], "{query} of {}", ids.len());
        assert_eq!(answer.body["meta"], example["expected"]["meta"], "{query} of {}", ids.len());
        assert_eq!(Some(answer.items().len()), example["data_count"].as_u64().and_then(|count| count.try_into().ok()));
        // The ids of the examples count from 1 on, in the order of creation.
        let first = example["data_first_id"].as_u64().and_then(|id| usize::try_from(id - 1).ok());
        assert_eq!(answer.ids().first(), first.map(|index| &ids[index]), "{query} of {}", ids.len());
    }
}
