//! The links between ideas and insights: set in the bodies of either, attached, set and detached from either side.

use serde_json::{Value, json};

use super::idea;
use crate::records::{insight, made, project, sorted};
use crate::world::{Answer, Client, Store, Team, World, on_both};

on_both![
    insight_ids_in_a_body_set_the_insights_exactly,
    idea_ids_in_a_body_set_the_ideas_exactly,
    attaching_from_either_side_answers_the_record_with_the_relation,
    putting_sets_exactly_and_an_empty_list_clears,
    detaching_is_no_error_when_not_attached,
    links_leave_the_times_of_change_alone,
    lists_that_do_not_fit_are_refused,
    a_refused_list_attaches_nothing,
    what_is_foreign_or_deleted_cannot_be_linked,
    across_projects_of_a_team_is_allowed,
];

/// One idea and three insights on one side, or one insight and three ideas.
struct Side {
    record: String,
    relation: &'static str,
    related: [i64; 3],
}

impl Side {
    fn both(client: &Client) -> [Side; 2] {
        let home = project(client);
        let insights = ["A", "B", "C"].map(|name| insight(client, home, name));
        let ideas = ["A", "B", "C"].map(|name| idea(client, home, name));
        [
            Side { record: format!("/ideas/{}", idea(client, home, "One")), relation: "insights", related: insights },
            Side { record: format!("/insights/{}", insight(client, home, "One")), relation: "ideas", related: ideas },
        ]
    }

    fn path(&self) -> String {
        format!("{}/{}", self.record, self.relation)
    }

    #[track_caller]
    fn shows(&self, answer: Answer, ids: &[i64]) {
        assert_eq!(self.ids(answer.status_is(200).data()), ids);
    }

    #[track_caller]
    fn holds(&self, client: &Client, ids: &[i64]) {
        let answer = client.get(&format!("{}?include={1},{1}Count", self.record, self.relation)).status_is(200);
        assert_eq!(self.ids(answer.data()), ids, "{}", self.path());
        assert_eq!(answer.data()[format!("{}_count", self.relation)], json!(ids.len()), "{}", self.path());
    }

    #[track_caller]
    fn ids(&self, record: &Value) -> Vec<i64> {
        let related = record[self.relation].as_array().expect("the relation included");
        sorted(related.iter().filter_map(|it| it["id"].as_i64()).collect())
    }
}

fn insight_ids_in_a_body_set_the_insights_exactly(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let [side, _] = Side::both(team.owner());
    in_bodies(team.owner(), &side, "/ideas", "insight_ids");
}

fn idea_ids_in_a_body_set_the_ideas_exactly(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let [_, side] = Side::both(team.owner());
    in_bodies(team.owner(), &side, "/insights", "idea_ids");
}

#[track_caller]
fn in_bodies(client: &Client, side: &Side, list: &str, field: &str) {
    let [a, b, c] = side.related;
    let body = json!({ "project_id": project(client), "name": "Born linked", field: [b, a.to_string()] });
    let born = Side { record: format!("{list}/{}", made(client, list, body)), ..*side };
    born.holds(client, &[a, b]);
    client.patch(&born.record, json!({ field: [b, c, c], "name": "Two" })).status_is(200);
    born.holds(client, &[b, c]);
    client.put(&born.record, json!({ "name": "Three" })).status_is(200);
    born.holds(client, &[b, c]);
    client.put(&born.record, json!({ field: [] })).status_is(200);
    born.holds(client, &[]);
    let total = client.get(list).status_is(200).total();
    let wrong = format!("{field}.1");
    let body = json!({ "project_id": project(client), "name": "Never", field: [a, 999_999] });
    client.post(list, body).invalid(&[(&wrong, &format!("The selected {wrong} is invalid."))]);
    client.patch(&born.record, json!({ field: "all" })).invalid_under(field);
    assert_eq!(client.get(list).status_is(200).total(), total);
}

fn attaching_from_either_side_answers_the_record_with_the_relation(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for side in Side::both(team.owner()) {
        let [a, b, _] = side.related;
        let answer = team.owner().post(&side.path(), json!({ "ids": [a] })).status_is(200);
        let read = team.owner().get(&format!("{}?include={}", side.record, side.relation)).status_is(200);
        assert_eq!(answer.body, read.body);
        side.shows(team.owner().post(&side.path(), json!({ "ids": [b, a, b] })), &[a, b]);
        side.holds(team.owner(), &[a, b]);
    }
}

fn putting_sets_exactly_and_an_empty_list_clears(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for side in Side::both(team.owner()) {
        let [a, b, c] = side.related;
        side.shows(team.owner().put(&side.path(), json!({ "ids": [a, b] })), &[a, b]);
        side.shows(team.owner().put(&side.path(), json!({ "ids": [c, b] })), &[b, c]);
        side.shows(team.owner().put(&side.path(), json!({ "ids": [] })), &[]);
        side.holds(team.owner(), &[]);
    }
}

fn detaching_is_no_error_when_not_attached(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for side in Side::both(team.owner()) {
        let [a, b, c] = side.related;
        team.owner().post(&side.path(), json!({ "ids": [a, b] })).status_is(200);
        let detach = |id: &str| team.owner().delete(&format!("{}/{id}", side.path()));
        side.shows(detach(&a.to_string()), &[b]);
        side.shows(detach(&a.to_string()), &[b]);
        side.shows(detach(&c.to_string()), &[b]);
        let singular = side.relation.trim_end_matches('s');
        detach("999999").refused(404, &format!("No {singular} 999999 in this team."));
        detach("abc").invalid_under(singular);
    }
}

fn links_leave_the_times_of_change_alone(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for side in Side::both(team.owner()) {
        let [a, b, _] = side.related;
        let other = format!("/{}/{a}", side.relation);
        let before = [&side.record, &other].map(|path| team.owner().get(path).status_is(200).body);
        team.owner().post(&side.path(), json!({ "ids": [a] })).status_is(200);
        team.owner().put(&side.path(), json!({ "ids": [b] })).status_is(200);
        team.owner().delete(&format!("{}/{b}", side.path())).status_is(200);
        assert_eq!([&side.record, &other].map(|path| team.owner().get(path).status_is(200).body), before);
    }
}

fn lists_that_do_not_fit_are_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for side in Side::both(team.owner()) {
        let required = [("ids", "The ids field is required.")];
        for body in [json!({}), json!({ "ids": null }), json!({ "ids": [] })] {
            team.owner().post(&side.path(), body).invalid(&required);
        }
        team.owner().put(&side.path(), json!({})).invalid_under("ids");
        let first = side.related[0];
        let many = vec![first; 1001];
        for (ids, field, message) in [
            (json!(5), "ids", "The ids field must be an array."),
            (json!(["x"]), "ids.0", "The ids.0 field must be an integer."),
            (json!([first, 999_999]), "ids.1", "The selected ids.1 is invalid."),
            (json!(many), "ids", "The ids field must not have more than 1000 items."),
        ] {
            team.owner().post(&side.path(), json!({ "ids": ids })).invalid(&[(field, message)]);
            team.owner().put(&side.path(), json!({ "ids": ids })).invalid(&[(field, message)]);
        }
        side.shows(team.owner().post(&side.path(), json!({ "ids": many[1..] })), &[first]);
    }
}

fn a_refused_list_attaches_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for side in Side::both(team.owner()) {
        let [a, b, _] = side.related;
        let field = format!("{}_ids", side.relation.trim_end_matches('s'));
        let before = team.owner().get(&side.record).status_is(200);
        team.owner().post(&side.path(), json!({ "ids": [a, 999_999] })).status_is(422);
        team.owner().patch(&side.record, json!({ "name": "Two", field: [b, 999_999] })).status_is(422);
        side.holds(team.owner(), &[]);
        team.owner().get(&side.record).is(200, before.body);
    }
}

fn foreign(team: &Team, list: &str) -> i64 {
    made(team.owner(), &format!("/{list}"), json!({ "project_id": project(team.owner()), "name": "Theirs" }))
}

fn what_is_foreign_or_deleted_cannot_be_linked(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    for side in Side::both(ours.owner()) {
        let [gone, kept, _] = side.related;
        side.shows(ours.owner().put(&side.path(), json!({ "ids": [gone, kept] })), &[gone, kept]);
        let path = format!("/{}/{gone}", side.relation);
        ours.owner().delete(&path).status_is(204);
        let foreign = foreign(&theirs, side.relation);
        for id in [gone, foreign] {
            let refused = [("ids.0", "The selected ids.0 is invalid.")];
            ours.owner().post(&side.path(), json!({ "ids": [id] })).invalid(&refused);
            ours.owner().put(&side.path(), json!({ "ids": [id] })).invalid(&refused);
            ours.owner().delete(&format!("{}/{id}", side.path())).status_is(404);
        }
        theirs.owner().post(&side.path(), json!({ "ids": [foreign] })).status_is(404);
        side.holds(ours.owner(), &[kept]);
        ours.owner().post(&format!("{path}/restore"), json!({})).status_is(200);
        side.holds(ours.owner(), &[gone, kept]);
    }
}

fn across_projects_of_a_team_is_allowed(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for side in Side::both(team.owner()) {
        let elsewhere = foreign(&team, side.relation);
        side.shows(team.owner().post(&side.path(), json!({ "ids": [elsewhere] })), &[elsewhere]);
    }
}
