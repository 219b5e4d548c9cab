//! Tagging: the links from records of many kinds to the tags of their team.

use serde_json::{Value, json};

use crate::idempotency::{is_repeated, post};
use crate::records::{goal, idea, insight, learning, project, tag};
use crate::world::{Client, Store, World, on_both};

on_both![
    records_of_every_kind_are_tagged_and_found_by_their_tags,
    a_tag_counts_the_records_that_are_there,
    what_is_made_with_a_tag_shows_that_it_counts_there,
    a_deleted_tag_is_taken_off_every_record,
    what_is_deleted_for_good_leaves_no_tagging,
    tags_are_logged_on_the_record,
    tagging_at_once_counts_each_record_once,
];

/// The ids that a list shows.
fn ids(client: &Client, path: &str) -> Vec<i64> {
    let answer = client.get(path).status_is(200);
    answer.items().iter().map(|item| item["id"].as_i64().expect("an id")).collect()
}

fn usage(client: &Client, tag: i64) -> Value {
    client.get(&format!("/tags/{tag}")).status_is(200).data()["usage_count"].clone()
}

fn records_of_every_kind_are_tagged_and_found_by_their_tags(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let (sale, phone) = (tag(owner, "Sale"), tag(owner, "Phone"));
    let records = [
        ("ideas", idea(owner, project, "One"), idea(owner, project, "Other")),
        ("insights", insight(owner, project, "One"), insight(owner, project, "Other")),
        ("goals", goal(owner, project, "One"), goal(owner, project, "Other")),
    ];
    for (kind, one, other) in records {
        let tagged = owner.post(&format!("/{kind}/{one}/tags"), json!({ "ids": [phone, sale] })).status_is(200);
        let shown: Vec<_> = tagged.data()["tags"].as_array().expect("tags").iter().map(|it| it["id"].clone()).collect();
        assert_eq!(shown, [json!(sale), json!(phone)]);
        owner.patch(&format!("/{kind}/{other}"), json!({ "tag_ids": [phone] })).status_is(200);
        assert_eq!(ids(owner, &format!("/{kind}?filter[tag_id]={sale}")), [one]);
        assert_eq!(ids(owner, &format!("/{kind}?filter[tag_id]={phone}&sort=-id")), [other, one]);
        assert_eq!(ids(owner, &format!("/{kind}?filter[tag_id]={sale},999999&filter[name]=one")), [one]);
        assert!(ids(owner, &format!("/{kind}?filter[tag_id]=999999")).is_empty());
        let list = owner.get(&format!("/{kind}?include=tags,tagsCount&sort=id")).status_is(200);
        assert_eq!(list.items()[0]["tags_count"], json!(2));
        assert_eq!(list.items()[1]["tags"][0]["id"], json!(phone));
        owner.delete(&format!("/{kind}/{one}/tags/{phone}")).status_is(200);
        assert_eq!(ids(owner, &format!("/{kind}?filter[tag_id]={phone}")), [other]);
    }
    let there = owner.get(&format!("/tags/{sale}?include=ideas,insightsCount,goals,learnings")).status_is(200);
    assert_eq!(there.data()["ideas"][0]["id"], json!(records[0].1));
    assert_eq!(there.data()["insights_count"], json!(1));
    assert_eq!(there.data()["goals"][0]["id"], json!(records[2].1));
    assert_eq!(there.data()["learnings"], json!([]));
    // Learnings show their tags where these change, and nowhere else.
    let learning = learning(owner, project, "One");
    let tagged = owner.put(&format!("/learnings/{learning}/tags"), json!({ "ids": [sale] })).status_is(200);
    assert_eq!(tagged.data()["tags"][0]["id"], json!(sale));
    let refused = owner.get("/learnings?include=tags").status_is(400);
    assert!(!refused.body["message"].to_string().contains("tagsCount"), "{}", refused.body);
    owner.get(&format!("/learnings/{learning}?include=tags")).status_is(400);
}

fn a_tag_counts_the_records_that_are_there(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let sale = tag(owner, "Sale");
    let (idea, insight) = (idea(owner, project, "One"), insight(owner, project, "One"));
    for path in [format!("/ideas/{idea}/tags"), format!("/insights/{insight}/tags")] {
        owner.post(&path, json!({ "ids": [sale] })).status_is(200);
        owner.post(&path, json!({ "ids": [sale] })).status_is(200);
    }
    assert_eq!(usage(owner, sale), json!(2));
    owner.delete(&format!("/ideas/{idea}")).status_is(204);
    assert_eq!(usage(owner, sale), json!(1));
    owner.post(&format!("/ideas/{idea}/restore"), json!({})).status_is(200);
    assert_eq!(usage(owner, sale), json!(2));
    owner.put(&format!("/insights/{insight}/tags"), json!({ "ids": [] })).status_is(200);
    assert_eq!(usage(owner, sale), json!(1));
    let before = owner.get(&format!("/tags/{sale}")).status_is(200).data()["updated_at"].clone();
    let other = tag(owner, "Unused");
    assert_eq!(ids(owner, "/tags?sort=-usage_count"), [sale, other]);
    assert_eq!(owner.get(&format!("/tags/{sale}")).status_is(200).data()["updated_at"], before);
}

fn what_is_made_with_a_tag_shows_that_it_counts_there(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let sale = tag(owner, "Sale");
    let body = |name: &str| json!({ "project_id": project, "name": name, "tag_ids": [sale] });
    let shown = |record: &Value| record["tags"][0]["usage_count"].clone();
    let made = owner.post("/ideas?include=tags", body("One")).status_is(201);
    assert_eq!(shown(made.data()), json!(1));
    let made = post(owner, "/ideas?include=tags", "two", &body("Two")).status_is(201);
    assert_eq!(shown(made.data()), json!(2));
    assert!(is_repeated(&post(owner, "/ideas?include=tags", "two", &body("Two")).status_is(201)));
    let create = |name: &str| json!({ "op": "create", "body": body(name) });
    let both = json!({ "operations": [create("Three"), create("Four")] });
    let made = owner.post("/ideas/bulk?include=tags", both).status_is(200);
    assert_eq!(made.items().iter().map(shown).collect::<Vec<_>>(), [json!(4), json!(4)]);
    let both = json!({ "operations": [create("Five"), create("Six")] });
    let made = post(owner, "/ideas/bulk?include=tags", "five", &both).status_is(200);
    assert_eq!(made.items().iter().map(shown).collect::<Vec<_>>(), [json!(6), json!(6)]);
    assert_eq!(usage(owner, sale), json!(6));
}

fn a_deleted_tag_is_taken_off_every_record(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let (sale, phone) = (tag(owner, "Sale"), tag(owner, "Phone"));
    let idea = idea(owner, project, "One");
    owner.post(&format!("/ideas/{idea}/tags"), json!({ "ids": [sale, phone] })).status_is(200);
    owner.delete(&format!("/tags/{sale}")).status_is(204);
    let shown = owner.get(&format!("/ideas/{idea}?include=tags")).status_is(200);
    assert_eq!(shown.data()["tags"].as_array().map(Vec::len), Some(1));
    owner.post(&format!("/ideas/{idea}/tags"), json!({ "ids": [sale] })).invalid_under("ids.0");
}

fn what_is_deleted_for_good_leaves_no_tagging(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let (sale, goal) = (tag(owner, "Sale"), goal(owner, project, "One"));
    owner.post(&format!("/goals/{goal}/tags"), json!({ "ids": [sale] })).status_is(200);
    owner.delete(&format!("/goals/{goal}")).status_is(204);
    assert_eq!(usage(owner, sale), json!(0));
    owner.delete(&format!("/tags/{sale}")).status_is(204);
}

fn tags_are_logged_on_the_record(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let (sale, idea) = (tag(owner, "Sale"), idea(owner, project, "One"));
    owner.post(&format!("/ideas/{idea}/tags"), json!({ "ids": [sale] })).status_is(200);
    let log = owner.get(&format!("/activities?subject_type=idea&subject_id={idea}")).status_is(200);
    let last = &log.items()[0];
    assert_eq!(last["event"], json!("attached"));
    assert_eq!(last["properties"], json!({ "attributes": { "tag_ids": [sale] }, "old": { "tag_ids": [] } }));
}

fn tagging_at_once_counts_each_record_once(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let project = project(team.owner());
    let (sale, phone) = (tag(team.owner(), "Sale"), tag(team.owner(), "Phone"));
    let ideas: Vec<i64> = (0..6).map(|_| idea(team.owner(), project, "One")).collect();
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    std::thread::scope(|scope| {
        for at in 0..24 {
            let (client, idea) = (&clients[at % 2], ideas[at % ideas.len()]);
            let ids = if at % 4 < 2 { [sale, phone] } else { [phone, sale] };
            scope.spawn(move || client.post(&format!("/ideas/{idea}/tags"), json!({ "ids": ids })).status_is(200));
        }
    });
    assert_eq!((usage(team.owner(), sale), usage(team.owner(), phone)), (json!(6), json!(6)));
}
