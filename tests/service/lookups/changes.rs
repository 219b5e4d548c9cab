//! Lookups themselves: their keys, their order, the one that comes first, and what plans allow of them.

use serde_json::{Value, json};

use super::{category, lookup};
use crate::activities::entries;
use crate::records::{made, project};
use crate::world::{Store, World, on_both};

on_both![
    keys_are_unique_by_type_and_scope_and_stay,
    positions_are_dense,
    one_of_a_scope_comes_first,
    plans_limit_the_types,
    lookups_made_at_once_stand_in_a_row,
];

fn keys_are_unique_by_type_and_scope_and_stay(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, here) = (team.owner(), project(team.owner()));
    let taken = [("key", "The key has already been taken.")];
    let one = category(owner, None, "forms");
    owner.post("/project-lookups", lookup("idea_category", None, "forms")).invalid(&taken);
    category(owner, Some(here), "forms");
    owner.post("/project-lookups", lookup("idea_category", Some(here), "forms")).invalid(&taken);
    made(owner, "/project-lookups", lookup("theme", None, "forms"));
    owner.post("/project-lookups", json!({})).invalid(&[
        ("type", "The type field is required."),
        ("key", "The key field is required."),
        ("label", "The label field is required."),
    ]);
    let path = format!("/project-lookups/{one}");
    for (field, value) in [("key", json!("other")), ("type", json!("theme")), ("project_id", json!(here))] {
        let text = format!("The {} field cannot change.", field.replace('_', " "));
        owner.patch(&path, json!({ field: value })).invalid(&[(field, &text)]);
    }
    let body = json!({
        "key": "forms", "type": "idea_category", "project_id": null, "label": "Forms", "description": "What is filled in",
        "color": "#123456", "meta": { "icon": "form" }, "uses_count": 7, "position": 9,
    });
    let changed = owner.patch(&path, body).status_is(200);
    let expected =
        json!({ "label": "Forms", "color": "#123456", "meta": { "icon": "form" }, "uses_count": 0, "position": 1 });
    for (field, value) in expected.as_object().expect("fields") {
        assert_eq!(&changed.data()[field], value, "{field}");
    }
    owner.patch(&path, json!({ "meta": [1] })).invalid_under("meta");
    owner.patch(&path, json!({ "meta": { "of": { "a\u{0}": 1 } } })).invalid_under("meta.of.a\u{FFFD}");
}

fn positions_are_dense(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, here) = (team.owner(), project(team.owner()));
    let [a, b, c] = ["a", "b", "c"].map(|key| category(owner, None, key));
    let own = category(owner, Some(here), "a");
    let order = || {
        let all = owner.get("/project-lookups?filter[type]=idea_category&sort=position,id").status_is(200);
        all.items().iter().map(|it| (it["id"].clone(), it["position"].clone())).collect::<Vec<_>>()
    };
    let of = |ids: &[i64]| ids.iter().zip(1..).map(|(id, at)| (json!(id), json!(at))).collect::<Vec<(Value, Value)>>();
    let with_own = |ids: &[i64]| {
        let mut all = of(ids);
        all.insert(1, (json!(own), json!(1)));
        all.sort_by_key(|(id, at)| (at.as_i64(), id.as_i64()));
        all
    };
    assert_eq!(order(), with_own(&[a, b, c]));
    let asked = json!({ "type": "idea_category", "ids": [c, a, b] });
    let reordered = owner.post("/project-lookups/reorder", asked.clone()).status_is(200);
    let ids: Vec<Value> = reordered.items().iter().map(|it| it["id"].clone()).collect();
    assert_eq!(ids, [json!(c), json!(a), json!(b)]);
    assert_eq!(order(), with_own(&[c, a, b]));
    let log = entries(owner, "project_lookup", c);
    let last = log.last().expect("an entry");
    assert_eq!((&last["event"], &last["properties"]["attributes"]), (&json!("reordered"), &json!({ "position": 1 })));
    owner.post("/project-lookups/reorder", asked).status_is(200);
    assert_eq!(entries(owner, "project_lookup", c).len(), log.len(), "what stays where it is is not logged");
    for ids in [json!([c, a]), json!([c, a, a]), json!([c, a, b, own]), json!([c, a, own])] {
        let refused = [("ids", "The ids field must list every record exactly once.")];
        owner.post("/project-lookups/reorder", json!({ "type": "idea_category", "ids": ids })).invalid(&refused);
    }
    owner
        .post("/project-lookups/reorder", json!({ "type": "idea_category", "ids": [] }))
        .invalid(&[("ids", "The ids field is required.")]);
    owner
        .post("/project-lookups/reorder", json!({ "type": "idea_category", "project_id": here, "ids": [own] }))
        .status_is(200);
    owner.post(&format!("/projects/{here}/archive"), json!({})).status_is(200);
    let asked = json!({ "type": "idea_category", "project_id": here, "ids": [own] });
    owner.post("/project-lookups/reorder", asked).status_is(200);
    owner.delete(&format!("/project-lookups/{a}")).status_is(204);
    assert_eq!(order(), with_own(&[c, b]));
}

fn one_of_a_scope_comes_first(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, here) = (team.owner(), project(team.owner()));
    let first = |project: Option<i64>, key: &str| {
        let mut body = lookup("theme", project, key);
        body["is_default"] = json!(true);
        made(owner, "/project-lookups", body)
    };
    let firsts = || {
        let all = owner.get("/project-lookups?sort=id").status_is(200);
        let marked = all.items().iter().filter(|it| it["is_default"] == true).cloned();
        marked.map(|it| it["id"].as_i64().expect("an id")).collect::<Vec<_>>()
    };
    let (one, own) = (first(None, "a"), first(Some(here), "a"));
    let two = first(None, "b");
    assert_eq!(firsts(), [own, two]);
    owner.patch(&format!("/project-lookups/{one}"), json!({ "is_default": true })).status_is(200);
    assert_eq!(firsts(), [one, own]);
}

fn plans_limit_the_types(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    team.plan("free");
    let refused = "The free plan allows 0 types of project lookups; the limit is reached.";
    owner.post("/project-lookups", lookup("theme", None, "a")).refused(403, refused);
    team.plan("starter");
    made(owner, "/project-lookups", lookup("theme", None, "a"));
    made(owner, "/project-lookups", lookup("theme", None, "b"));
    let refused = "The starter plan allows 1 types of project lookups; the limit is reached.";
    owner.post("/project-lookups", lookup("effort", None, "a")).refused(403, refused);
    for (field, value, message) in [
        ("key", json!("B"), "The key field format is invalid."),
        ("label", Value::Null, "The label field is required."),
        ("project_id", json!(1_000_000), "The selected project id is invalid."),
    ] {
        let mut body = lookup("effort", None, "a");
        body[field] = value;
        owner.post("/project-lookups", body).invalid(&[(field, message)]);
    }
    let usage = owner.get("/team/usage").status_is(200);
    assert_eq!(usage.data()["lookup_types"], json!({ "used": 1, "limit": 1 }));
    for id in owner.get("/project-lookups").status_is(200).ids() {
        owner.delete(&format!("/project-lookups/{id}")).status_is(204);
    }
    made(owner, "/project-lookups", lookup("effort", None, "a"));
}

fn lookups_made_at_once_stand_in_a_row(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    std::thread::scope(|scope| {
        for number in 0..12 {
            scope.spawn(move || client.post("/project-lookups", lookup("theme", None, &format!("t{}", number / 2))));
        }
    });
    let all = client.get("/project-lookups?sort=position").status_is(200);
    let positions: Vec<Value> = all.items().iter().map(|it| it["position"].clone()).collect();
    assert_eq!(positions, (1..=6).map(|at| json!(at)).collect::<Vec<_>>());
}
