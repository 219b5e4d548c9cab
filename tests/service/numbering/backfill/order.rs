//! What is numbered, and with what.

use serde_json::json;

use super::{backfill, identifiers};
use crate::numbering::{assigned, claims, coded, counted, scheme};
use crate::records::{idea, insight, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    records_are_numbered_in_the_order_of_their_creation,
    ideas_and_insights_share_the_order,
    each_project_counts_by_itself,
    what_is_taken_is_skipped,
    deleted_ones_stay_without_and_archived_ones_do_not,
    a_project_of_another_scheme_is_left_to_it,
    a_limit_leaves_the_rest_to_the_next_call,
    more_than_one_transaction_is_one_call,
];

fn some(identifiers: &[&str]) -> Vec<Option<String>> {
    identifiers.iter().map(|it| (!it.is_empty()).then(|| (*it).to_owned())).collect()
}

#[track_caller]
fn ideas(client: &Client, project: i64, count: usize) -> Vec<i64> {
    (0..count).map(|_| idea(client, project, "One")).collect()
}

fn records_are_numbered_in_the_order_of_their_creation(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    ideas(team.owner(), home, 3);
    insight(team.owner(), home, "Not assigned");
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    claims(team.owner(), "ideas", home, &["A-1"]);
    backfill(team.owner(), id, json!({})).is(
        200,
        json!({"data": {
            "assigned": 3, "skipped": 0, "already_numbered": 1, "remaining": 0, "by_entity_type": {"ideas": 3},
            "first": "A-2", "last": "A-4",
        }}),
    );
    assert_eq!(identifiers(team.owner(), "/ideas"), some(&["A-2", "A-3", "A-4", "A-1"]));
    assert_eq!(identifiers(team.owner(), "/insights"), [None]);
    assert_eq!(counted(team.owner(), id), (4, vec![("team".to_owned(), 5)]));
    claims(team.owner(), "ideas", home, &["A-5"]);
}

fn ideas_and_insights_share_the_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    for _ in 0..2 {
        insight(team.owner(), home, "One");
        idea(team.owner(), home, "One");
    }
    let every = json!([assigned("ideas", None), assigned("insights", None), assigned("experiments", None)]);
    let id = scheme(team.owner(), "team", "A-{number:0}", every);
    let answer = backfill(team.owner(), id, json!({})).status_is(200);
    assert_eq!(answer.data()["by_entity_type"], json!({"experiments": 0, "ideas": 2, "insights": 2}));
    assert_eq!(identifiers(team.owner(), "/insights"), some(&["A-1", "A-3"]));
    assert_eq!(identifiers(team.owner(), "/ideas"), some(&["A-2", "A-4"]));
    assert_eq!(counted(team.owner(), id).0, 4);
    for (list, identifier) in [("/ideas", "A-4"), ("/insights", "A-1")] {
        let found = team.owner().get(&format!("{list}?filter[search]={identifier}")).status_is(200);
        assert_eq!(found.total(), 1, "{identifier}");
        assert_eq!(found.items()[0]["identifier"], json!(identifier));
    }
}

fn each_project_counts_by_itself(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (one, two, bare) = (coded(team.owner(), "ONE"), coded(team.owner(), "TWO"), project(team.owner()));
    for home in [one, two, bare, one, two] {
        idea(team.owner(), home, "One");
    }
    let id = scheme(team.owner(), "project", "{project_code}-{number:0}", json!([assigned("ideas", None)]));
    let answer = backfill(team.owner(), id, json!({})).status_is(200);
    let told = ["assigned", "skipped", "remaining"].map(|it| answer.data()[it].as_i64());
    assert_eq!(told, [Some(4), Some(1), Some(0)]);
    assert_eq!([&answer.data()["first"], &answer.data()["last"]], ["ONE-1", "TWO-2"]);
    assert_eq!(identifiers(team.owner(), "/ideas"), some(&["ONE-1", "TWO-1", "", "ONE-2", "TWO-2"]));
    let states = vec![(format!("project:{one}"), 3), (format!("project:{two}"), 3)];
    assert_eq!(counted(team.owner(), id), (4, states));
    team.owner().patch(&format!("/projects/{bare}"), json!({ "code": "BARE" })).status_is(200);
    assert_eq!(backfill(team.owner(), id, json!({})).status_is(200).data()["first"], json!("BARE-1"));
}

fn what_is_taken_is_skipped(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (home, other) = (project(team.owner()), project(team.owner()));
    ideas(team.owner(), home, 3);
    let first = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", other)]));
    claims(team.owner(), "ideas", other, &["A-1", "A-2"]);
    let moved = json!({ "scope_key": "team", "next_number": 4 });
    team.owner().post(&format!("{}/{first}/sequence", super::PATH), moved).status_is(200);
    claims(team.owner(), "ideas", other, &["A-4"]);
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", home)]));
    let shown = team.owner().get(&format!("{}/{id}/preview", super::PATH)).status_is(200);
    assert_eq!(shown.data()["identifiers"], json!(["A-3", "A-5", "A-6"]));
    backfill(team.owner(), id, json!({})).status_is(200);
    assert_eq!(identifiers(team.owner(), "/ideas"), some(&["A-3", "A-5", "A-6", "A-1", "A-2", "A-4"]));
    assert_eq!(counted(team.owner(), id), (3, vec![("team".to_owned(), 7)]));
}

fn deleted_ones_stay_without_and_archived_ones_do_not(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let made = ideas(team.owner(), home, 3);
    team.owner().delete(&format!("/ideas/{}", made[0])).status_is(204);
    team.owner().post(&format!("/ideas/{}/archive", made[1]), json!({})).status_is(200);
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    assert_eq!(backfill(team.owner(), id, json!({})).status_is(200).data()["assigned"], json!(2));
    let identifier = |id: i64| team.owner().get(&format!("/ideas/{id}")).data()["identifier"].clone();
    assert_eq!([identifier(made[1]), identifier(made[2])], ["A-1", "A-2"]);
    let restored = team.owner().post(&format!("/ideas/{}/restore", made[0]), json!({})).status_is(200);
    assert!(restored.data()["identifier"].is_null());
    backfill(team.owner(), id, json!({})).status_is(200);
    assert_eq!(identifier(made[0]), "A-3");
}

fn a_project_of_another_scheme_is_left_to_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (home, apart) = (project(team.owner()), project(team.owner()));
    ideas(team.owner(), home, 1);
    ideas(team.owner(), apart, 1);
    let wide = scheme(team.owner(), "team", "W-{number:0}", json!([assigned("ideas", None)]));
    let narrow = scheme(team.owner(), "team", "N-{number:0}", json!([assigned("ideas", apart)]));
    let answer = backfill(team.owner(), wide, json!({ "project_id": apart })).status_is(200);
    assert_eq!([&answer.data()["assigned"], &answer.data()["first"]], [&json!(0), &json!(null)]);
    backfill(team.owner(), wide, json!({})).status_is(200);
    assert_eq!(identifiers(team.owner(), "/ideas"), some(&["W-1", ""]));
    backfill(team.owner(), narrow, json!({})).status_is(200);
    assert_eq!(identifiers(team.owner(), "/ideas"), some(&["W-1", "N-1"]));
}

fn a_limit_leaves_the_rest_to_the_next_call(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (home, other) = (project(team.owner()), project(team.owner()));
    ideas(team.owner(), home, 3);
    ideas(team.owner(), other, 2);
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    let told = |body| {
        let answer = backfill(team.owner(), id, body).status_is(200);
        ["assigned", "already_numbered", "remaining"].map(|it| answer.data()[it].as_i64().expect("a number"))
    };
    assert_eq!(told(json!({ "limit": 2 })), [2, 0, 3]);
    assert_eq!(identifiers(team.owner(), "/ideas"), some(&["A-1", "A-2", "", "", ""]));
    assert_eq!(told(json!({ "limit": 2, "project_id": other, "entity_types": ["ideas"] })), [2, 0, 0]);
    assert_eq!(told(json!({ "limit": "2" })), [1, 4, 0]);
    assert_eq!(told(json!({})), [0, 5, 0]);
    assert_eq!(identifiers(team.owner(), "/ideas"), some(&["A-1", "A-2", "A-5", "A-3", "A-4"]));
}

fn more_than_one_transaction_is_one_call(store: Store) {
    const IDEAS: usize = 1_201;
    let world = World::start(store);
    let team = world.team();
    let home = project(team.owner());
    super::seed(team.owner(), home, IDEAS);
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    let answer = backfill(team.owner(), id, json!({ "limit": 1_100 })).status_is(200);
    assert_eq!([&answer.data()["assigned"], &answer.data()["remaining"]], [&json!(1_100), &json!(101)]);
    assert_eq!([&answer.data()["first"], &answer.data()["last"]], ["A-1", "A-1100"]);
    assert_eq!(world.count("SELECT count(DISTINCT identifier) FROM ideas"), 1_100);
    let of_the_call = "SELECT count(DISTINCT batch_uuid) FROM activities \
        WHERE event IN ('claimed_number', 'numbering_scheme_backfilled')";
    assert_eq!(world.count(of_the_call), 1);
    assert_eq!(world.count("SELECT count(*) FROM activities WHERE event = 'claimed_number'"), 1_100);
    let answer = backfill(team.owner(), id, json!({})).status_is(200);
    assert_eq!([&answer.data()["first"], &answer.data()["last"]], ["A-1101", "A-1201"]);
    assert_eq!(counted(team.owner(), id), (1_201, vec![("team".to_owned(), 1_202)]));
}
