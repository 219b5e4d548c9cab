//! Merging lookups: what one filled another fills.

use serde_json::json;

use super::{category, lookup, uses};
use crate::activities::entries;
use crate::records::{made, many, project};
use crate::world::{Store, World, on_both};

on_both![
    what_sources_filled_the_target_fills,
    every_idea_of_a_full_category_is_moved,
    a_merge_across_scopes_is_refused,
];

fn what_sources_filled_the_target_fills(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (owner, here, there) = (team.owner(), project(team.owner()), project(team.owner()));
    let [forms, inputs, fields] = ["forms", "inputs", "fields"].map(|key| category(owner, None, key));
    let own = category(owner, Some(there), "inputs");
    let idea = |project: i64, key: &str| {
        made(owner, "/ideas", json!({ "project_id": project, "name": "One", "category": key }))
    };
    let (one, two, kept, gone) =
        (idea(here, "inputs"), idea(here, "fields"), idea(there, "inputs"), idea(here, "inputs"));
    owner.delete(&format!("/ideas/{gone}")).status_is(204);
    let asked = json!({ "source_ids": [fields, inputs], "target_id": forms });
    let merged = owner.post("/project-lookups/merge", asked).status_is(200);
    assert_eq!((merged.id(), &merged.data()["uses_count"]), (forms, &json!(2)));
    for (id, expected) in [(one, "forms"), (two, "forms"), (kept, "inputs")] {
        assert_eq!(owner.get(&format!("/ideas/{id}")).status_is(200).data()["category"], json!(expected));
    }
    assert_eq!(uses(owner, own), json!(1));
    let back = owner.post(&format!("/ideas/{gone}/restore"), json!({})).status_is(200);
    assert_eq!(back.data()["category"], json!("forms"), "what was deleted is moved as well");
    assert_eq!((uses(owner, forms), uses(owner, own)), (json!(3), json!(1)));
    for source in [inputs, fields] {
        owner.get(&format!("/project-lookups/{source}")).status_is(404);
    }
    let log = entries(owner, "project_lookup", forms);
    let last = log.last().expect("an entry");
    let told = json!({ "source_ids": [fields, inputs], "moved": 3 });
    assert_eq!((&last["event"], &last["properties"]["attributes"]), (&json!("merged"), &told));
    let of_idea = entries(owner, "idea", one);
    assert_eq!(of_idea.last().expect("an entry")["batch_uuid"], last["batch_uuid"]);
    world.is_sound();
}

/// More than are read at once, between ideas that stay.
fn every_idea_of_a_full_category_is_moved(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (owner, here, there) = (team.owner(), project(team.owner()), project(team.owner()));
    let [forms, inputs] = ["forms", "inputs"].map(|key| category(owner, None, key));
    let own = category(owner, Some(there), "inputs");
    let create = |at: i64| {
        let (project, category) = match at % 3 {
            0 => (there, "inputs"),
            1 => (here, "forms"),
            _ => (here, "inputs"),
        };
        json!({ "project_id": project, "name": format!("Idea {at}"), "category": category })
    };
    many(owner, "/ideas", (0..450).map(create));
    let asked = json!({ "source_ids": [inputs], "target_id": forms });
    let merged = owner.post("/project-lookups/merge", asked).status_is(200);
    assert_eq!(merged.data()["uses_count"], json!(300));
    assert_eq!(uses(owner, own), json!(150));
    let left = owner.get(&format!("/ideas?filter[category]=inputs&filter[project_id]={here}")).status_is(200);
    assert_eq!(left.total(), 0);
    world.is_sound();
}

fn a_merge_across_scopes_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, here) = (team.owner(), project(team.owner()));
    let (one, own) = (category(owner, None, "one"), category(owner, Some(here), "two"));
    let theme = made(owner, "/project-lookups", lookup("theme", None, "one"));
    let merge = |sources: &[i64], target: i64| {
        owner.post("/project-lookups/merge", json!({ "source_ids": sources, "target_id": target }))
    };
    for source in [own, theme, one] {
        merge(&[source], one).invalid(&[("source_ids.0", "The selected source_ids.0 is invalid.")]);
    }
    let [mobile, tablet] = ["mobile", "tablet"].map(|key| made(owner, "/project-lookups", lookup("device", None, key)));
    merge(&[tablet], mobile).invalid(&[("target_id", "The selected target id is invalid.")]);
    merge(&[], one).invalid(&[("source_ids", "The source ids field is required.")]);
    team.member().post("/project-lookups/merge", json!({ "source_ids": [own], "target_id": one })).status_is(403);
}
