//! Copies of projects: the plan of research without what was found out.

use serde_json::{Value, json};

use crate::activities::entries;
use crate::records::{idea, insight, linked, made, many, tag, unique_name};
use crate::world::{Client, Store, World, on_both};

on_both![
    a_copy_has_goals_pages_and_audiences,
    a_copy_has_a_code_of_its_own_or_none,
    a_copy_counts_against_the_plan,
    a_project_with_too_much_is_not_copied,
];

/// The records of a list that stand in a project, in the order in which they were made.
fn listed(client: &Client, list: &str, project: i64, include: &str) -> Vec<Value> {
    client.get(&format!("{list}?filter[project_id]={project}&sort=id{include}")).status_is(200).items().clone()
}

/// A project in the archive, with what a copy has as well and with what it has not.
fn an_archived_shop(owner: &Client, member: i64, [phone, cart]: [i64; 2]) -> i64 {
    let project = json!({
        "name": "Shop", "code": "SHOP", "owner_id": member, "user_ids": [member], "currency": "EUR",
    });
    let project = made(owner, "/projects", project);
    let goal =
        json!({ "project_id": project, "name": "Buy", "key": "buy", "is_primary": true, "tag_ids": [phone, cart] });
    let goal = made(owner, "/goals", goal);
    let page = |name: &str, parent: Value| {
        made(owner, "/pages", json!({ "project_id": project, "name": name, "parent_id": parent, "tag_ids": [cart] }))
    };
    let [leaf, root] = ["Leaf", "Root"].map(|name| page(name, Value::Null));
    let middle = page("Middle", json!(root));
    // What stands below may be older than what it stands below.
    owner.patch(&format!("/pages/{leaf}"), json!({ "parent_id": middle })).status_is(200);
    let audience = json!({ "project_id": project, "name": "Phones", "is_default": true, "tag_ids": [phone] });
    let audience = made(owner, "/audiences", audience);
    for archived in [format!("/goals/{goal}"), format!("/pages/{leaf}"), format!("/audiences/{audience}")] {
        owner.post(&format!("{archived}/archive"), json!({})).status_is(200);
    }
    linked(owner, project, "page", root);
    idea(owner, project, "Idea");
    insight(owner, project, "Insight");
    owner.post(&format!("/projects/{project}/archive"), json!({})).status_is(200);
    project
}

fn a_copy_has_goals_pages_and_audiences(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, member) = (team.owner(), team.person("member").user_id);
    let (phone, cart) = (tag(owner, &unique_name("Phone")), tag(owner, &unique_name("Cart")));
    let project = an_archived_shop(owner, member, [phone, cart]);

    let copy = owner.post(&format!("/projects/{project}/duplicate?include=users,ideasCount"), json!({}));
    let copy = copy.status_is(201).data().clone();
    for (field, value) in [
        ("name", json!("Copy of Shop")),
        ("code", Value::Null),
        ("status", json!("active")),
        ("owner_id", json!(member)),
        ("currency", json!("EUR")),
        ("ideas_count", json!(0)),
    ] {
        assert_eq!(copy[field], value, "{field} of {copy}");
    }
    assert_eq!(copy["users"][0]["id"], json!(member));
    let copied = copy["id"].as_i64().expect("an id");
    let goals = listed(owner, "/goals", copied, "&include=tags");
    assert_eq!((goals.len(), &goals[0]["key"], &goals[0]["is_primary"]), (1, &json!("buy"), &json!(true)));
    assert_eq!(goals[0]["tags"].as_array().expect("tags").len(), 2);
    assert_eq!(owner.get(&format!("/tags/{cart}")).status_is(200).data()["usage_count"], json!(8));
    let pages = listed(owner, "/pages", copied, "&include=attachmentsCount");
    let called = |name: &str| pages.iter().find(|page| page["name"] == name).expect("a page");
    assert_eq!(pages.len(), 3);
    assert_eq!(called("Root")["parent_id"], Value::Null);
    assert_eq!(called("Middle")["parent_id"], called("Root")["id"]);
    assert_eq!(called("Leaf")["parent_id"], called("Middle")["id"]);
    assert_eq!(called("Root")["attachments_count"], json!(0));
    let audiences = listed(owner, "/audiences", copied, "&include=tags");
    assert_eq!((audiences.len(), &audiences[0]["tags"][0]["id"]), (1, &json!(phone)));
    for part in goals.iter().chain(&pages).chain(&audiences) {
        assert_eq!(part["status"], json!("active"), "{part}");
    }
    let log = entries(owner, "project", project).pop().expect("an entry");
    assert_eq!(
        (&log["event"], &log["properties"]),
        (&json!("duplicated"), &json!({ "attributes": { "project_id": copied } }))
    );
    assert_eq!(log["batch_uuid"], entries(owner, "project", copied)[0]["batch_uuid"]);
    let source = owner.get(&format!("/projects/{project}")).status_is(200);
    assert_eq!(source.data()["status"], json!("archived"), "the source is as it was");
}

fn a_copy_has_a_code_of_its_own_or_none(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = made(owner, "/projects", json!({ "name": "Shop", "code": "SHOP" }));
    let copy = |body: Value| owner.post(&format!("/projects/{project}/duplicate"), body);
    copy(json!({ "code": "SHOP" })).invalid(&[("code", "The code has already been taken.")]);
    copy(json!({ "code": "shop" })).invalid(&[("code", "The code field format is invalid.")]);
    let made = copy(json!({ "name": "Blog", "code": "BLOG" })).status_is(201);
    assert_eq!((&made.data()["name"], &made.data()["code"]), (&json!("Blog"), &json!("BLOG")));
    assert_eq!(owner.get("/projects").status_is(200).total(), 2);
    team.member()
        .post(&format!("/projects/{project}/duplicate"), json!({}))
        .refused(403, "This action is unauthorized.");
}

fn a_copy_counts_against_the_plan(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = made(team.owner(), "/projects", json!({ "name": "Shop" }));
    team.plan("free");
    let full = team.owner().post(&format!("/projects/{project}/duplicate"), json!({ "name": 5 }));
    full.refused(403, "The free plan allows 1 projects; the limit is reached.");
}

fn a_project_with_too_much_is_not_copied(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = made(owner, "/projects", json!({ "name": "Shop" }));
    let page = |at: usize| json!({ "project_id": project, "name": format!("Page {at}") });
    many(owner, "/pages", (0..1_001).map(page));
    let refused = owner.post(&format!("/projects/{project}/duplicate"), json!({}));
    refused.invalid(&[("project", "The project field has more than 1000 goals, pages, audiences and lookups.")]);
    assert_eq!(owner.get("/projects").status_is(200).total(), 1);
}
