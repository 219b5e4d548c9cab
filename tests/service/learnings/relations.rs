//! The insights of a learning: set in bodies, attached, set and detached by routes of their own.

use serde_json::{Value, json};

use crate::records::{insight, learning, made, project, sorted};
use crate::world::{Answer, Client, Store, Team, World, on_both};

on_both![
    insight_ids_in_a_create_set_them,
    insight_ids_in_an_update_set_them_exactly,
    attaching_answers_the_record_with_its_insights,
    attaching_again_is_no_error,
    putting_sets_exactly_and_an_empty_list_clears,
    detaching_is_no_error_when_not_attached,
    relations_leave_the_time_of_change_alone,
    lists_that_do_not_fit_are_refused,
    an_insight_of_another_team_is_no_insight,
    a_deleted_insight_cannot_be_attached,
    across_projects_of_a_team_is_allowed,
    a_refused_list_attaches_nothing,
];

struct RelationFixture {
    learning: i64,
    insights: [i64; 3],
}

impl RelationFixture {
    fn path(&self) -> String {
        format!("/learnings/{}/insights", self.learning)
    }
}

fn fixture(client: &Client) -> RelationFixture {
    let project = project(client);
    let insights = ["A", "B", "C"].map(|name| insight(client, project, name));
    RelationFixture { learning: learning(client, project, "One"), insights }
}

fn insights_of(record: &Value) -> Vec<i64> {
    let insights = record["insights"].as_array().expect("the insights included");
    sorted(insights.iter().filter_map(|insight| insight["id"].as_i64()).collect())
}

#[track_caller]
fn holds(client: &Client, learning: i64, insights: &[i64]) {
    let answer = client.get(&format!("/learnings/{learning}?include=insights,insightsCount")).status_is(200);
    assert_eq!(insights_of(answer.data()), insights);
    assert_eq!(answer.data()["insights_count"], json!(insights.len()));
}

#[track_caller]
fn shows(answer: Answer, insights: &[i64]) {
    let answer = answer.status_is(200);
    assert_eq!(insights_of(answer.data()), insights);
}

fn insight_ids_in_a_create_set_them(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let insights = ["A", "B"].map(|name| insight(team.owner(), project, name));
    let body = json!({ "project_id": project, "name": "One", "insight_ids": [insights[1], insights[0].to_string()] });
    let id = made(team.owner(), "/learnings", body);
    holds(team.owner(), id, &insights);
    let body = json!({ "project_id": project, "name": "Two", "insight_ids": [999_999] });
    team.owner().post("/learnings", body).invalid(&[("insight_ids.0", "The selected insight_ids.0 is invalid.")]);
    assert_eq!(team.owner().get("/learnings").status_is(200).total(), 1);
}

fn insight_ids_in_an_update_set_them_exactly(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let RelationFixture { learning, insights: [a, b, c] } = fixture(team.owner());
    let path = format!("/learnings/{learning}");
    team.owner().patch(&path, json!({ "insight_ids": [a, b] })).status_is(200);
    holds(team.owner(), learning, &[a, b]);
    team.owner().put(&path, json!({ "insight_ids": [b, c, c], "name": "Two" })).status_is(200);
    holds(team.owner(), learning, &[b, c]);
    team.owner().patch(&path, json!({ "name": "Three" })).status_is(200);
    holds(team.owner(), learning, &[b, c]);
    team.owner().patch(&path, json!({ "insight_ids": [] })).status_is(200);
    holds(team.owner(), learning, &[]);
}

fn attaching_answers_the_record_with_its_insights(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(team.owner());
    let [a, b, _] = fixture.insights;
    let answer = team.owner().post(&fixture.path(), json!({ "ids": [a] })).status_is(200);
    let read = team.owner().get(&format!("/learnings/{}?include=insights", fixture.learning)).status_is(200);
    assert_eq!(answer.body, read.body);
    shows(team.owner().post(&fixture.path(), json!({ "ids": [b, b] })), &[a, b]);
    holds(team.owner(), fixture.learning, &[a, b]);
}

fn attaching_again_is_no_error(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(team.owner());
    let [a, b, _] = fixture.insights;
    shows(team.owner().post(&fixture.path(), json!({ "ids": [a] })), &[a]);
    shows(team.owner().post(&fixture.path(), json!({ "ids": [a] })), &[a]);
    shows(team.owner().post(&fixture.path(), json!({ "ids": [b, a] })), &[a, b]);
}

fn putting_sets_exactly_and_an_empty_list_clears(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(team.owner());
    let [a, b, c] = fixture.insights;
    shows(team.owner().put(&fixture.path(), json!({ "ids": [a, b] })), &[a, b]);
    shows(team.owner().put(&fixture.path(), json!({ "ids": [c, b] })), &[b, c]);
    shows(team.owner().put(&fixture.path(), json!({ "ids": [] })), &[]);
    holds(team.owner(), fixture.learning, &[]);
}

fn detaching_is_no_error_when_not_attached(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(team.owner());
    let [a, b, c] = fixture.insights;
    team.owner().post(&fixture.path(), json!({ "ids": [a, b] })).status_is(200);
    let detach = |id: &str| team.owner().delete(&format!("{}/{id}", fixture.path()));
    shows(detach(&a.to_string()), &[b]);
    shows(detach(&a.to_string()), &[b]);
    shows(detach(&c.to_string()), &[b]);
    detach("999999").refused(404, "No insight 999999 in this team.");
    detach("abc").invalid_under("insight");
    team.owner().delete("/learnings/999999/insights/1").refused(404, "No learning 999999 in this team.");
    team.owner()
        .post("/learnings/999999/insights", json!({ "ids": [a] }))
        .refused(404, "No learning 999999 in this team.");
}

fn relations_leave_the_time_of_change_alone(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(team.owner());
    let [a, b, _] = fixture.insights;
    let record = format!("/learnings/{}", fixture.learning);
    let before = team.owner().get(&record).status_is(200);
    team.owner().post(&fixture.path(), json!({ "ids": [a] })).status_is(200);
    team.owner().put(&fixture.path(), json!({ "ids": [b] })).status_is(200);
    team.owner().delete(&format!("{}/{b}", fixture.path())).status_is(200);
    team.owner().get(&record).is(200, before.body);
}

fn lists_that_do_not_fit_are_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(team.owner());
    let required = [("ids", "The ids field is required.")];
    for body in [json!({}), json!({ "ids": null }), json!({ "ids": [] }), json!({ "ids": {} })] {
        team.owner().post(&fixture.path(), body).invalid(&required);
    }
    team.owner().put(&fixture.path(), json!({})).invalid_under("ids");
    for method in ["POST", "PUT"] {
        let send = |body: Value| {
            let json_type = [("Content-Type", "application/json")];
            team.owner().send(method, &fixture.path(), &json_type, body.to_string().as_bytes())
        };
        send(json!({ "ids": 5 })).invalid(&[("ids", "The ids field must be an array.")]);
        send(json!({ "ids": ["x"] })).invalid(&[("ids.0", "The ids.0 field must be an integer.")]);
        let first = fixture.insights[0];
        send(json!({ "ids": [first, 999_999] })).invalid(&[("ids.1", "The selected ids.1 is invalid.")]);
        send(json!({ "ids": ["x", first, 999_999] }))
            .invalid(&[("ids.0", "The ids.0 field must be an integer."), ("ids.2", "The selected ids.2 is invalid.")]);
        let many: Vec<i64> = (0..1001).map(|_| first).collect();
        send(json!({ "ids": many })).invalid(&[("ids", "The ids field must not have more than 1000 items.")]);
        send(json!({ "ids": many[1..] })).status_is(200);
    }
}

fn foreign_insight(team: &Team) -> i64 {
    insight(team.owner(), project(team.owner()), "Theirs")
}

fn an_insight_of_another_team_is_no_insight(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    let fixture = fixture(ours.owner());
    let foreign = foreign_insight(&theirs);
    let refused = [("ids.0", "The selected ids.0 is invalid.")];
    ours.owner().post(&fixture.path(), json!({ "ids": [foreign] })).invalid(&refused);
    ours.owner().put(&fixture.path(), json!({ "ids": [foreign] })).invalid(&refused);
    let message = format!("No insight {foreign} in this team.");
    ours.owner().delete(&format!("{}/{foreign}", fixture.path())).refused(404, &message);
    let own = format!("No learning {} in this team.", fixture.learning);
    theirs.owner().post(&fixture.path(), json!({ "ids": [foreign] })).refused(404, &own);
}

fn a_deleted_insight_cannot_be_attached(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(team.owner());
    let [gone, kept, _] = fixture.insights;
    team.owner().post(&fixture.path(), json!({ "ids": [gone, kept] })).status_is(200);
    team.owner().delete(&format!("/insights/{gone}")).status_is(204);
    let refused = [("ids.0", "The selected ids.0 is invalid.")];
    team.owner().post(&fixture.path(), json!({ "ids": [gone] })).invalid(&refused);
    holds(team.owner(), fixture.learning, &[kept]);
    team.owner().post(&format!("/insights/{gone}/restore"), json!({})).status_is(200);
    holds(team.owner(), fixture.learning, &[gone, kept]);
}

fn across_projects_of_a_team_is_allowed(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let learning = learning(team.owner(), project(team.owner()), "One");
    let elsewhere = insight(team.owner(), project(team.owner()), "Elsewhere");
    let path = format!("/learnings/{learning}/insights");
    shows(team.owner().post(&path, json!({ "ids": [elsewhere] })), &[elsewhere]);
}

fn a_refused_list_attaches_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(team.owner());
    let [a, b, _] = fixture.insights;
    team.owner().post(&fixture.path(), json!({ "ids": [a, 999_999] })).status_is(422);
    holds(team.owner(), fixture.learning, &[]);
    let record = format!("/learnings/{}", fixture.learning);
    team.owner().patch(&record, json!({ "name": "Two", "insight_ids": [b, 999_999] })).status_is(422);
    holds(team.owner(), fixture.learning, &[]);
    assert_eq!(team.owner().get(&record).status_is(200).data()["name"], json!("One"));
}
