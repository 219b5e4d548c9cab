//! Ideas of which experiments are made.

use serde_json::{Value, json};

use crate::activities::entries;
use crate::records::{audience, goal, idea, insight, made, many, page, project, tag, unique_name};
use crate::world::{Store, World, on_both};

on_both![
    an_experiment_takes_over_what_the_body_does_not_say,
    an_idea_stays_where_it_is_once_it_is_planned,
    what_is_rejected_or_archived_is_not_promoted,
    what_may_not_be_named_any_more_is_left_out,
    more_than_a_body_may_name_is_not_taken_over_in_part,
];

fn ids(shown: &Value) -> Vec<i64> {
    shown.as_array().expect("a list").iter().map(|it| it["id"].as_i64().expect("an id")).collect()
}

fn an_experiment_takes_over_what_the_body_does_not_say(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, member) = (team.owner(), team.person("member"));
    let project = project(owner);
    let (page, audience) = (page(owner, project, "Cart"), audience(owner, project, "Phones"));
    let (goal, insight, tag) =
        (goal(owner, project, "Buy"), insight(owner, project, "Why"), tag(owner, &unique_name("Cart")));
    let body = json!({
        "project_id": project, "name": "Sticky cart", "description": "It stays.", "hypothesis": "More buy.",
        "assignee_id": member.user_id, "primary_goal_id": goal, "page_id": page, "audience_id": audience,
        "insight_ids": [insight], "tag_ids": [tag],
    });
    let id = made(owner, "/ideas", body);
    let include = "variations,goals,pages,audiences,insights,tags,idea";
    let made = member.client.post(&format!("/ideas/{id}/promote?include={include}"), json!({})).status_is(201);
    let experiment = made.data().clone();
    for (field, value) in [
        ("name", json!("Sticky cart")),
        ("description", json!("It stays.")),
        ("hypothesis", json!("More buy.")),
        ("type", json!("ab")),
        ("status", json!("draft")),
        ("owner_id", json!(member.user_id)),
        ("user_id", json!(member.user_id)),
        ("primary_goal_id", json!(goal)),
        ("project_id", json!(project)),
        ("idea_id", json!(id)),
    ] {
        assert_eq!(experiment[field], value, "{field} of {experiment}");
    }
    for (field, named) in
        [("goals", goal), ("pages", page), ("audiences", audience), ("insights", insight), ("tags", tag)]
    {
        assert_eq!(ids(&experiment[field]), [named], "{field}");
    }
    let variation = |at: usize| {
        let it = &experiment["variations"][at];
        (it["key"].clone(), it["name"].clone(), it["weight"].as_f64(), it["is_control"].clone())
    };
    assert_eq!(variation(0), (json!("control"), json!("Control"), Some(50.0), json!(true)));
    assert_eq!(variation(1), (json!("variation-1"), json!("Variation 1"), Some(50.0), json!(false)));
    let idea = experiment["idea"].clone();
    assert_eq!(idea["status"], json!("planned"));
    let entry = entries(owner, "idea", id).pop().expect("an entry");
    let told = json!({ "promoted_at": idea["promoted_at"], "status": "planned", "experiment_id": experiment["id"] });
    assert_eq!((&entry["event"], &entry["properties"]), (&json!("promoted"), &json!({ "attributes": told })));

    let other = json!({ "name": "Louder", "type": "abn", "hypothesis": null, "insight_ids": [], "variations": [{ "name": "One" }] });
    let again = owner.post(&format!("/ideas/{id}/promote?include={include}"), other).status_is(201).data().clone();
    assert_eq!((&again["name"], &again["type"], &again["hypothesis"]), (&json!("Louder"), &json!("abn"), &Value::Null));
    assert_eq!((ids(&again["insights"]).len(), ids(&again["variations"]).len()), (0, 1));
    assert_eq!(again["idea"]["promoted_at"], idea["promoted_at"], "the first time counts");
    assert_eq!(owner.get(&format!("/ideas/{id}?include=experimentsCount")).data()["experiments_count"], json!(2));
}

fn an_idea_stays_where_it_is_once_it_is_planned(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let goal = goal(owner, project, "Buy");
    let id = made(
        owner,
        "/ideas",
        json!({ "project_id": project, "name": "A", "hypothesis": "B", "primary_goal_id": goal }),
    );
    let status = || owner.get(&format!("/ideas/{id}")).status_is(200).data()["status"].clone();
    let promote = || owner.post(&format!("/ideas/{id}/promote"), json!({})).status_is(201).id();
    let experiment = promote();
    assert_eq!(status(), json!("planned"));
    owner.post(&format!("/experiments/{experiment}/start"), json!({})).status_is(200);
    promote();
    assert_eq!(status(), json!("in_experiment"));
}

fn what_is_rejected_or_archived_is_not_promoted(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let id = idea(owner, project, "A");
    let path = format!("/ideas/{id}");
    let promote = |body: Value| owner.post(&format!("{path}/promote"), body);
    owner.post(&format!("{path}/archive"), json!({})).status_is(200);
    promote(json!({})).invalid(&[("archived_at", "The archived at field must be empty to promote.")]);
    owner.post(&format!("{path}/unarchive"), json!({})).status_is(200);
    owner.post(&format!("{path}/reject"), json!({})).status_is(200);
    promote(json!({})).invalid(&[("status", "The status field does not allow promote while it is rejected.")]);
    owner.post(&format!("{path}/reopen"), json!({})).status_is(200);
    promote(json!({ "type": "xyz" })).invalid_under("type");
    let shown = owner.get(&path).status_is(200);
    assert_eq!((&shown.data()["status"], &shown.data()["promoted_at"]), (&json!("backlog"), &Value::Null));
    assert_eq!(owner.get("/experiments").status_is(200).total(), 0);
}

fn what_may_not_be_named_any_more_is_left_out(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let (gone, goal) = (team.user("member"), goal(owner, project, "Buy"));
    let body = json!({ "project_id": project, "name": "A", "assignee_id": gone, "primary_goal_id": goal });
    let id = made(owner, "/ideas", body);
    owner.post(&format!("/goals/{goal}/archive"), json!({})).status_is(200);
    team.remove(gone);
    let experiment = owner.post(&format!("/ideas/{id}/promote"), json!({})).status_is(201);
    assert_eq!((&experiment.data()["owner_id"], &experiment.data()["primary_goal_id"]), (&Value::Null, &Value::Null));
}

fn more_than_a_body_may_name_is_not_taken_over_in_part(store: Store) {
    let world = World::shared(store);
    let owner = world.team().owner().clone();
    let id = idea(&owner, project(&owner), "Tagged");
    let word = unique_name("tag");
    let tags = many(&owner, "/tags", (0..1_001).map(|at| json!({ "name": format!("{word} {at}") })));
    for some in tags.chunks(500) {
        owner.post(&format!("/ideas/{id}/tags"), json!({ "ids": some })).status_is(200);
    }
    let path = format!("/ideas/{id}/promote");
    owner.post(&path, json!({})).invalid(&[("tag_ids", "The tag ids field must not have more than 1000 items.")]);
    owner.post(&path, json!({ "tag_ids": [] })).status_is(201);
}
