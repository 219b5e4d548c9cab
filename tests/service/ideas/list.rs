//! `GET /ideas`, as far as the contract names it: a project's ideas, the best first, with their insights, in pages.

use serde_json::{Value, json};

use super::{MEMBERS, create_ideas, idea};
use crate::records::{insight, made, project};
use crate::world::{Store, World, on_both};

on_both![
    a_projects_ideas_come_best_first_with_their_insights_in_pages,
    every_member_of_an_idea_is_always_present_and_in_order,
    the_envelope_of_an_empty_list_is_whole,
    without_a_sort_the_list_goes_up_by_id,
    a_list_shows_its_own_team_only,
    every_role_lists_ideas_and_reads_one,
    ideas_are_wanted_by_their_id,
];

fn a_projects_ideas_come_best_first_with_their_insights_in_pages(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let scored = |impact: Value| {
        let scores = json!({ "impact": impact, "confidence": 5, "ease": 2 });
        made(owner, "/ideas", json!({ "project_id": home, "name": "Scored", "scores": scores }))
    };
    let ids: Vec<i64> = [json!(3), json!(null), json!(9), json!(3), json!(10)].map(scored).to_vec();
    idea(owner, project(owner), "Elsewhere");
    let why = insight(owner, home, "Why");
    owner.put(&format!("/ideas/{}/insights", ids[4]), json!({ "ids": [why] })).status_is(200);
    let query = format!("filter[project_id]={home}&sort=-priority_score&include=insights&page[size]=2");
    let page = |number: usize| owner.get(&format!("/ideas?{query}&page[number]={number}")).status_is(200);
    let (first, second, third) = (page(1), page(2), page(3));
    // Equal scores follow the direction of the sort, and no score is the smallest.
    assert_eq!((first.ids(), second.ids(), third.ids()), (vec![ids[4], ids[2]], vec![ids[3], ids[0]], vec![ids[1]]));
    for answer in [&first, &second, &third] {
        assert_eq!((answer.total(), &answer.body["meta"]["last_page"]), (5, &json!(3)));
    }
    let whole = owner.get(&format!("/insights/{why}")).status_is(200);
    assert_eq!(first.items()[0]["insights"], json!([whole.data()]));
    assert_eq!(first.items()[1]["insights"], json!([]));
    assert_eq!(first.items()[0]["priority_score"].as_f64(), Some(100.0));
}

fn every_member_of_an_idea_is_always_present_and_in_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = idea(team.owner(), project(team.owner()), "Bare");
    let answer = team.owner().get("/ideas").status_is(200);
    answer.members_are(&answer.items()[0], &MEMBERS);
    let single = team.owner().get(&format!("/ideas/{id}")).status_is(200);
    assert_eq!(&answer.items()[0], single.data());
}

fn the_envelope_of_an_empty_list_is_whole(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let url = format!("{}/ideas", team.owner().base());
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
    team.owner().get("/ideas").is(200, expected);
}

fn without_a_sort_the_list_goes_up_by_id(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let ids = create_ideas(team.owner(), &[json!({ "name": "b" }), json!({ "name": "c" }), json!({ "name": "a" })]);
    team.owner().patch(&format!("/ideas/{}", ids[0]), json!({ "name": "z" })).status_is(200);
    assert_eq!(team.owner().get("/ideas").status_is(200).ids(), ids);
}

fn a_list_shows_its_own_team_only(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    let own = idea(ours.owner(), project(ours.owner()), "Ours");
    let foreign_project = project(theirs.owner());
    let foreign = idea(theirs.owner(), foreign_project, "Theirs");
    assert_eq!(ours.owner().get("/ideas").status_is(200).ids(), [own]);
    assert_eq!(theirs.owner().get("/ideas?filter[archived]=all").status_is(200).ids(), [foreign]);
    assert_eq!(ours.owner().get(&format!("/ideas?team_id={}", theirs.id)).status_is(200).ids(), [own]);
    let theirs_user = theirs.person("owner").user_id;
    for query in [
        format!("filter[id]={foreign}"),
        format!("filter[project_id]={foreign_project}"),
        format!("filter[user_id]={theirs_user}"),
        format!("filter[assignee_id]={theirs_user}&filter[archived]=all"),
    ] {
        let answer = ours.owner().get(&format!("/ideas?{query}")).status_is(200);
        assert_eq!((answer.ids(), answer.total()), (vec![], 0), "{query}");
    }
}

fn every_role_lists_ideas_and_reads_one(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = idea(team.owner(), project(team.owner()), "Seen by all");
    for client in [team.owner(), team.admin(), team.member(), team.viewer(), team.reader()] {
        assert_eq!(client.get("/ideas").status_is(200).ids(), [id]);
        assert_eq!(client.get(&format!("/ideas/{id}")).status_is(200).id(), id);
    }
    world.client(None).get("/ideas").refused(401, "Unauthenticated.");
    let writer = team.key(team.person("owner").user_id, "write", &[]).client;
    writer.get("/ideas").refused(403, "Invalid ability provided.");
}

fn ideas_are_wanted_by_their_id(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for id in ["abc", "0", "-1", "01", "1.5", "%20"] {
        team.owner().get(&format!("/ideas/{id}")).invalid_under("idea");
        team.owner().post(&format!("/ideas/{id}/archive"), json!({})).invalid_under("idea");
    }
    team.owner().get("/ideas/999999").refused(404, "No idea 999999 in this team.");
    team.owner().get("/ideas/99999999999999999999").status_is(404);
}
