//! What others use is not deleted for good; what is deleted forgets it.

use serde_json::{Value, json};

use crate::records::{audience, goal, idea, insight, linked, made, page, picture, pictured, project, tag};
use crate::world::{Client, Store, Team, World, on_both};

on_both![
    what_others_name_is_not_deleted,
    deleted_records_forget_what_goes,
    what_goes_takes_along_what_belongs_to_it,
    what_is_named_while_it_is_deleted_is_either_there_or_not,
    an_archived_goal_is_not_named_anew,
];

/// Each kind with what an idea calls it and the relation by which insights have it.
const KINDS: [(&str, &str, Option<&str>); 3] = [
    ("page", "page_id", Some("pages")),
    ("audience", "audience_id", Some("audiences")),
    ("goal", "primary_goal_id", None),
];

fn one(client: &Client, project: i64, kind: &str) -> i64 {
    match kind {
        "page" => page(client, project, "One"),
        "audience" => audience(client, project, "One"),
        _ => goal(client, project, "One"),
    }
}

fn used(kind: &str, records: usize) -> String {
    format!("The {kind} is used by {records} records; archive it instead.")
}

/// The number of entries of the log.
fn entries(world: &World) -> i64 {
    world.count("SELECT count(*) FROM activities")
}

fn what_others_name_is_not_deleted(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (owner, here) = (team.owner(), project(team.owner()));
    for (kind, field, relation) in KINDS {
        let id = one(owner, here, kind);
        let path = format!("/{kind}s/{id}");
        let ideas = [idea(owner, here, "One"), idea(owner, project(owner), "Two")];
        for idea in ideas {
            owner.patch(&format!("/ideas/{idea}"), json!({ field: id })).status_is(200);
        }
        owner.post(&format!("/ideas/{}/archive", ideas[0]), json!({})).status_is(200);
        let mut records = 2;
        let insight = insight(owner, here, "One");
        if let Some(relation) = relation {
            owner.post(&format!("/insights/{insight}/{relation}"), json!({ "ids": [id] })).status_is(200);
            records += 1;
        }
        let before = entries(&world);
        owner.delete(&path).invalid(&[(kind, &used(kind, records))]);
        assert_eq!(entries(&world), before, "a refusal is no entry");
        if let Some(relation) = relation {
            owner.delete(&format!("/insights/{insight}/{relation}/{id}")).status_is(200);
        }
        owner.delete(&format!("/ideas/{}", ideas[0])).status_is(204);
        owner.delete(&path).invalid(&[(kind, &used(kind, 1))]);
        owner.patch(&format!("/ideas/{}", ideas[1]), json!({ field: null })).status_is(200);
        owner.delete(&path).status_is(204);
        owner.get(&path).status_is(404);
    }
    let parent = page(owner, here, "Parent");
    let child = made(owner, "/pages", json!({ "project_id": here, "name": "Child", "parent_id": parent }));
    owner.delete(&format!("/pages/{parent}")).invalid(&[("page", &used("page", 1))]);
    owner.delete(&format!("/pages/{child}")).status_is(204);
    owner.delete(&format!("/pages/{parent}")).status_is(204);
}

fn deleted_records_forget_what_goes(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (owner, here) = (team.owner(), project(team.owner()));
    for (kind, field, relation) in KINDS {
        let id = one(owner, here, kind);
        let (idea, insight) = (idea(owner, here, "One"), insight(owner, here, "One"));
        owner.patch(&format!("/ideas/{idea}"), json!({ field: id })).status_is(200);
        if let Some(relation) = relation {
            owner.post(&format!("/insights/{insight}/{relation}"), json!({ "ids": [id] })).status_is(200);
        }
        owner.delete(&format!("/ideas/{idea}")).status_is(204);
        owner.delete(&format!("/insights/{insight}")).status_is(204);
        let before = entries(&world);
        owner.delete(&format!("/{kind}s/{id}")).status_is(204);
        assert_eq!(entries(&world), before + 1, "what deleted records forget is not logged");
        let restored = owner.post(&format!("/ideas/{idea}/restore"), json!({})).status_is(200);
        assert_eq!(restored.data()[field], Value::Null);
        owner.post(&format!("/insights/{insight}/restore"), json!({})).status_is(200);
        if let Some(relation) = relation {
            let shown = owner.get(&format!("/insights/{insight}?include={relation}")).status_is(200);
            assert_eq!(shown.data()[relation], json!([]));
        }
    }
}

fn what_goes_takes_along_what_belongs_to_it(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (owner, here) = (team.owner(), project(team.owner()));
    for (at, (kind, ..)) in KINDS.into_iter().enumerate() {
        let id = one(owner, here, kind);
        let tag = tag(owner, "Tag");
        owner.post(&format!("/{kind}s/{id}/tags"), json!({ "ids": [tag] })).status_is(200);
        let attached = [linked(owner, here, kind, id), pictured(owner, here, kind, id, at)];
        assert!(world.folder_holds(&picture(at)));
        let before = entries(&world);
        owner.delete(&format!("/{kind}s/{id}")).status_is(204);
        assert_eq!(entries(&world), before + 3, "one of each attachment, and one of the {kind}");
        for attachment in attached {
            owner.get(&format!("/attachments/{attachment}")).status_is(404);
        }
        assert!(!world.folder_holds(&picture(at)));
        assert_eq!(owner.get(&format!("/tags/{tag}")).status_is(200).data()["usage_count"], json!(0));
    }
}

/// Names a record in one request and deletes it in another at the same moment: one of them is refused.
fn what_is_named_while_it_is_deleted_is_either_there_or_not(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let (here, other) = (project(team.owner()), team.owner().at(&neighbour));
    for (kind, field, _) in KINDS {
        for _ in 0..6 {
            race(&team, &other, (here, kind, field));
        }
    }
}

fn race(team: &Team<'_>, other: &Client, (project, kind, field): (i64, &str, &str)) {
    let id = one(team.owner(), project, kind);
    let (deleted, named) = std::thread::scope(|scope| {
        let body = json!({ "project_id": project, "name": "One", field: id });
        let names = scope.spawn(|| other.post("/ideas", body));
        (team.owner().delete(&format!("/{kind}s/{id}")), names.join().expect("an answer"))
    });
    match (deleted.status, named.status) {
        (204, 422) => {}
        (422, 201) => drop(deleted.invalid(&[(kind, &used(kind, 1))])),
        both => panic!("{both:?}: {} and {}", deleted.text(), named.text()),
    }
}

fn an_archived_goal_is_not_named_anew(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let (kept, other) = (goal(owner, project, "One"), goal(owner, project, "Two"));
    let named = made(owner, "/ideas", json!({ "project_id": project, "name": "One", "primary_goal_id": kept }));
    for goal in [kept, other] {
        owner.post(&format!("/goals/{goal}/archive"), json!({})).status_is(200);
    }
    let refused = [("primary_goal_id", "The selected primary goal id is invalid.")];
    let body = json!({ "project_id": project, "name": "Two", "primary_goal_id": kept });
    owner.post("/ideas", body).invalid(&refused);
    let path = format!("/ideas/{named}");
    owner.patch(&path, json!({ "primary_goal_id": other })).invalid(&refused);
    owner.patch(&path, json!({ "primary_goal_id": kept, "name": "Still" })).status_is(200);
    // Pages and audiences may be archived and named.
    for (kind, field, _) in &KINDS[..2] {
        let id = one(owner, project, kind);
        owner.post(&format!("/{kind}s/{id}/archive"), json!({})).status_is(200);
        owner.patch(&path, json!({ *field: id })).status_is(200);
    }
    let included = owner.get(&format!("{path}?include=page,audience,primaryGoal")).status_is(200);
    assert_eq!(included.data()["primary_goal"]["id"], json!(kept));
    assert!(included.data()["page"].is_object() && included.data()["audience"].is_object());
}
