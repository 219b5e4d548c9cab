//! `GET /learnings`: the shape of the list, of its items and of its envelope.

use serde_json::{Value, json};

use super::MEMBERS;
use crate::records::{collection, learning, made, project};
use crate::world::{Store, World, on_both};

on_both![
    every_member_of_a_learning_is_always_present_and_in_order,
    a_full_learning_comes_back_as_it_was_written,
    the_envelope_of_an_empty_list_is_whole,
    the_envelope_of_a_list_is_whole_and_in_order,
    without_a_sort_the_list_goes_up_by_id,
    a_deleted_learning_is_in_no_list_and_no_total,
    a_list_shows_its_own_team_only,
    a_team_id_in_the_query_changes_nothing,
    every_role_lists_learnings,
    a_trailing_slash_is_the_same_list,
];

fn every_member_of_a_learning_is_always_present_and_in_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    learning(team.owner(), project(team.owner()), "Short forms win");
    let answer = team.owner().get("/learnings").status_is(200);
    answer.members_are(&answer.items()[0], &MEMBERS);
    for member in ["research_collection_id", "description", "confidence", "learned_at", "deleted_at"] {
        assert_eq!(answer.items()[0][member], Value::Null, "{member}");
    }
}

fn a_full_learning_comes_back_as_it_was_written(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let collection = collection(team.owner(), project, "Interviews");
    let body = json!({
        "project_id": project, "research_collection_id": collection, "name": "Short forms win",
        "description": "Fewer fields,\nmore leads.", "confidence": "high", "learned_at": "2026-01-02T03:04:05Z",
    });
    let id = made(team.member(), "/learnings", body);
    let item = team.owner().get("/learnings").status_is(200).items()[0].clone();
    let (created_at, updated_at) = (item["created_at"].clone(), item["updated_at"].clone());
    assert!(is_time(&created_at) && is_time(&updated_at), "{item}");
    let expected = json!({
        "id": id, "project_id": project, "research_collection_id": collection,
        "user_id": team.person("member").user_id, "name": "Short forms win",
        "description": "Fewer fields,\nmore leads.", "confidence": "high",
        "learned_at": "2026-01-02T03:04:05.000000Z", "created_at": created_at, "updated_at": updated_at,
        "deleted_at": null,
    });
    assert_eq!(item, expected);
}

fn the_envelope_of_an_empty_list_is_whole(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let url = format!("{}/learnings", team.owner().base());
    let first = format!("{url}?page%5Bnumber%5D=1");
    let expected = json!({
        "data": [],
        "links": { "first": first, "last": first, "prev": null, "next": null },
        "meta": {
            "current_page": 1, "from": null, "last_page": 1,
            "links": [
                { "url": null, "label": "&laquo; Previous", "active": false },
                { "url": first, "label": "1", "active": true },
                { "url": null, "label": "Next &raquo;", "active": false },
            ],
            "path": url, "per_page": 30, "to": null, "total": 0,
        },
    });
    team.owner().get("/learnings").is(200, expected);
}

fn the_envelope_of_a_list_is_whole_and_in_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    for name in ["One", "Two"] {
        learning(team.owner(), project, name);
    }
    let answer = team.owner().get("/learnings").status_is(200);
    let meta = &answer.body["meta"];
    answer.members_are(&answer.body, &["data", "links", "meta"]);
    answer.members_are(&answer.body["links"], &["first", "last", "prev", "next"]);
    let order = ["current_page", "from", "last_page", "links", "path", "per_page", "to", "total"];
    answer.members_are(meta, &order);
    answer.members_are(&meta["links"][0], &["url", "label", "active"]);
    assert_eq!([&meta["from"], &meta["to"], &meta["total"]], [&json!(1), &json!(2), &json!(2)]);
    assert_eq!(answer.header("content-type"), Some("application/json"));
}

fn without_a_sort_the_list_goes_up_by_id(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let ids: Vec<i64> = ["b", "c", "a"].iter().map(|name| learning(team.owner(), project, name)).collect();
    team.owner().patch(&format!("/learnings/{}", ids[0]), json!({ "name": "z" })).status_is(200);
    assert_eq!(team.owner().get("/learnings").status_is(200).ids(), ids);
}

fn a_deleted_learning_is_in_no_list_and_no_total(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let kept = learning(team.owner(), project, "Kept");
    let gone = learning(team.owner(), project, "Gone");
    team.owner().delete(&format!("/learnings/{gone}")).status_is(204);
    for query in ["".to_owned(), format!("?filter[project_id]={project}"), "?sort=-name".to_owned()] {
        let answer = team.owner().get(&format!("/learnings{query}")).status_is(200);
        assert_eq!((answer.ids(), answer.total()), (vec![kept], 1), "{query}");
    }
    let answer = team.owner().get(&format!("/learnings?filter[id]={gone}")).status_is(200);
    assert_eq!((answer.ids(), answer.total()), (vec![], 0));
}

fn a_list_shows_its_own_team_only(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    let own = learning(ours.owner(), project(ours.owner()), "Ours");
    let foreign_project = project(theirs.owner());
    let foreign = learning(theirs.owner(), foreign_project, "Theirs");
    assert_eq!(ours.owner().get("/learnings").status_is(200).ids(), [own]);
    assert_eq!(theirs.owner().get("/learnings").status_is(200).ids(), [foreign]);
    for query in [format!("filter[id]={foreign}"), format!("filter[project_id]={foreign_project}")] {
        let answer = ours.owner().get(&format!("/learnings?{query}")).status_is(200);
        assert_eq!((answer.ids(), answer.total()), (vec![], 0), "{query}");
    }
}

fn a_team_id_in_the_query_changes_nothing(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    let own = learning(ours.owner(), project(ours.owner()), "Ours");
    learning(theirs.owner(), project(theirs.owner()), "Theirs");
    let answer = ours.owner().get(&format!("/learnings?team_id={}", theirs.id)).status_is(200);
    assert_eq!(answer.ids(), [own]);
}

fn every_role_lists_learnings(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "Seen by all");
    for client in [team.owner(), team.admin(), team.member(), team.viewer(), team.reader()] {
        assert_eq!(client.get("/learnings").status_is(200).ids(), [id]);
    }
}

fn a_trailing_slash_is_the_same_list(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let plain = team.owner().get("/learnings").status_is(200);
    team.owner().get("/learnings/").is(200, plain.body);
}

/// `2026-01-02T03:04:05.000000Z`
fn is_time(value: &Value) -> bool {
    let pattern = b"0000-00-00T00:00:00.000000Z";
    value.as_str().is_some_and(|text| {
        text.len() == pattern.len()
            && text.bytes().zip(pattern).all(|(is, like)| if *like == b'0' { is.is_ascii_digit() } else { is == *like })
    })
}
