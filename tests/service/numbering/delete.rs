//! Deleting schemes: before they have given an identifier, with all their parts, and never after.

use serde_json::{Value, json};

use super::log::entries;
use super::{PATH, assigned, claims, counted, scheme};
use crate::durability::race::{opened, rounds, together};
use crate::records::project;
use crate::world::{Client, Store, World, on_both};

on_both![
    a_scheme_without_claims_goes_with_its_parts,
    a_scheme_with_claims_stays,
    a_delete_is_logged_on_the_team,
    a_delete_makes_room_in_the_plan,
    a_delete_and_a_claim_at_once_agree,
    a_delete_and_a_claim_by_two_servers_agree,
];

const ROUNDS: usize = 30;

fn a_scheme_without_claims_goes_with_its_parts(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let home = project(team.owner());
    let id =
        scheme(team.owner(), "project", "A-{number:0}", json!([assigned("ideas", home), assigned("insights", None)]));
    team.owner().delete(&format!("{PATH}/{id}")).status_is(204);
    let missing = format!("No numbering scheme {id} in this team.");
    team.owner().get(&format!("{PATH}/{id}")).refused(404, &missing);
    team.owner().delete(&format!("{PATH}/{id}")).refused(404, &missing);
    assert_eq!(team.owner().get(PATH).status_is(200).total(), 0);
    assert_eq!(super::claim(team.owner(), "ideas", home), None);
    for table in ["numbering_assignments", "numbering_sequences", "numbering_schemes"] {
        assert_eq!(world.count(&format!("SELECT count(*) FROM {table}")), 0, "{table}");
    }
    scheme(team.owner(), "team", "B-{number:0}", json!([assigned("ideas", home)]));
    claims(team.owner(), "ideas", home, &["B-1"]);
}

fn a_scheme_with_claims_stays(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    let numbers: Vec<String> = (1..=12).map(|number| format!("A-{number}")).collect();
    claims(team.owner(), "ideas", home, &numbers.iter().map(String::as_str).collect::<Vec<_>>());
    let message = "The numbering scheme has claimed 12 identifiers; deactivate it instead.";
    team.owner().delete(&format!("{PATH}/{id}")).invalid(&[("numbering_scheme", message)]);
    for idea in team.owner().get("/ideas").status_is(200).ids() {
        team.owner().delete(&format!("/ideas/{idea}")).status_is(204);
    }
    team.owner().delete(&format!("{PATH}/{id}")).invalid(&[("numbering_scheme", message)]);
    claims(team.owner(), "ideas", home, &["A-13"]);
}

fn a_delete_is_logged_on_the_team(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    team.admin().delete(&format!("{PATH}/{id}")).status_is(204);
    let entry = &entries(team.owner(), &team)[0];
    assert_eq!(entry["event"], "numbering_scheme_deleted");
    assert_eq!(entry["causer_id"], json!(team.person("admin").user_id));
    let expected = json!({
        "old": {
            "name": "Scheme", "scope": "team", "template": "A-{number:0}", "initial_number": 1, "is_active": true,
            "claims_count": 0,
        },
        "numbering_scheme": { "id": id, "name": "Scheme" },
    });
    assert_eq!(entry["properties"], expected);
}

fn a_delete_makes_room_in_the_plan(store: Store) {
    let world = World::shared(store);
    let team = world.team_on("starter");
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([]));
    let another = super::body("team", "B-{number:0}", json!([]));
    team.owner().post(PATH, another.clone()).status_is(403);
    team.owner().delete(&format!("{PATH}/{id}")).status_is(204);
    team.owner().post(PATH, another).status_is(201);
}

fn a_delete_and_a_claim_at_once_agree(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    contend(team.owner(), team.owner());
}

fn a_delete_and_a_claim_by_two_servers_agree(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    contend(team.owner(), &team.owner().at(&neighbour));
}

/// Either the claim comes first and the scheme stays, or the scheme goes and there is no identifier.
#[track_caller]
fn contend(here: &Client, there: &Client) {
    let home = project(here);
    let mut lines = opened([here, there]);
    for round in 0..rounds(ROUNDS) {
        let template = format!("R{round}-{{number:0}}");
        let id = scheme(here, "team", &template, json!([assigned("ideas", None)]));
        let idea = json!({ "project_id": home, "name": "One" });
        let requests = [("DELETE", format!("{PATH}/{id}"), json!({})), ("POST", "/ideas".to_owned(), idea)];
        let answers = together(&mut lines, &requests);
        let identifier = &answers[1].1["data"]["identifier"];
        match (answers[0].0, answers[1].0) {
            (204, 201) => assert_eq!(*identifier, Value::Null, "in round {round}"),
            (422, 201) => {
                assert_eq!(*identifier, json!(format!("R{round}-1")), "in round {round}");
                assert_eq!(counted(there, id), (1, vec![("team".to_owned(), 2)]));
                here.post(&format!("{PATH}/{id}/deactivate"), json!({})).status_is(200);
            }
            _ => panic!("in round {round}: {answers:?}"),
        }
    }
}
