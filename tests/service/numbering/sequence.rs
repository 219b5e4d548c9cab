//! Moving a sequence: forward only, and whatever is in between is given to nobody.

use serde_json::{Value, json};

use super::log::entries;
use super::{PATH, assigned, claims, counted, scheme, shown};
use crate::records::project;
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    a_sequence_goes_on_with_a_later_number,
    a_sequence_never_goes_back,
    the_same_number_changes_nothing,
    a_sequence_of_a_project_is_moved,
    a_key_that_the_scope_does_not_want_is_refused,
    a_body_that_does_not_fit_is_refused,
    the_greatest_number_is_given,
    moves_and_claims_at_once_give_no_number_twice,
];

#[track_caller]
fn move_to(client: &Client, scheme: i64, key: &str, next: impl Into<Value>) -> Answer {
    let body = json!({ "scope_key": key, "next_number": next.into() });
    client.post(&format!("{PATH}/{scheme}/sequence"), body)
}

fn a_sequence_goes_on_with_a_later_number(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    claims(team.owner(), "ideas", home, &["A-1"]);
    let answer = move_to(team.admin(), id, "team", 41).status_is(200);
    answer.members_are(answer.data(), &super::MEMBERS);
    assert_eq!(answer.data()["sequence_states"][0]["next_number"], json!(41));
    claims(team.owner(), "ideas", home, &["A-41"]);
    assert_eq!(counted(team.owner(), id), (2, vec![("team".to_owned(), 42)]));
    let entry = &entries(team.owner(), &team)[0];
    assert_eq!(entry["event"], "numbering_scheme_sequence_moved");
    let expected = json!({
        "attributes": { "scope_key": "team", "next_number": 41 },
        "old": { "scope_key": "team", "next_number": 2 },
        "numbering_scheme": { "id": id, "name": "Scheme" },
    });
    assert_eq!(entry["properties"], expected);
}

fn a_sequence_never_goes_back(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    move_to(team.owner(), id, "team", 41).status_is(200);
    let below = "The next number field must be at least 41.";
    move_to(team.owner(), id, "team", 40).invalid(&[("next_number", below)]);
    move_to(team.owner(), id, "team", 1).invalid(&[("next_number", below)]);
    assert_eq!(counted(team.owner(), id).1, [("team".to_owned(), 41)]);
}

fn the_same_number_changes_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let wide = scheme(team.owner(), "project", "A-{number:0}", json!([assigned("ideas", None)]));
    let (before, log) = (shown(team.owner(), wide), entries(team.owner(), &team));
    assert_eq!(*move_to(team.owner(), wide, &format!("project:{home}"), 1).status_is(200).data(), before);
    assert_eq!((shown(team.owner(), wide), entries(team.owner(), &team)), (before, log));
}

fn a_sequence_of_a_project_is_moved(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (one, two) = (project(team.owner()), project(team.owner()));
    let id = scheme(team.owner(), "project", "A-{number:0}", json!([assigned("ideas", None)]));
    move_to(team.owner(), id, &format!("project:{one}"), "7").status_is(200);
    assert_eq!(counted(team.owner(), id).1, [(format!("project:{one}"), 7)]);
    claims(team.owner(), "ideas", one, &["A-7"]);
    claims(team.owner(), "ideas", two, &["A-1"]);
}

fn a_key_that_the_scope_does_not_want_is_refused(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let (home, foreign) = (project(team.owner()), project(other.owner()));
    let of_team = scheme(team.owner(), "team", "A-{number:0}", json!([]));
    let of_projects = scheme(team.owner(), "project", "A-{number:0}", json!([]));
    let invalid = [("scope_key", "The selected scope key is invalid.")];
    let of = |project: i64| format!("project:{project}");
    for key in [of(home), "project:".to_owned(), "Team".to_owned(), "teams".to_owned(), "project:x".to_owned()] {
        move_to(team.owner(), of_team, &key, 5).invalid(&invalid);
    }
    let written_otherwise = format!("project:0{home}");
    for key in ["team", &of(foreign), &of(999_999), "project:", "project:-1", "project:1.5", &written_otherwise] {
        move_to(team.owner(), of_projects, key, 5).invalid(&invalid);
    }
}

fn a_body_that_does_not_fit_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([]));
    let path = format!("{PATH}/{id}/sequence");
    team.owner().post(&path, json!({})).invalid(&[
        ("scope_key", "The scope key field is required."),
        ("next_number", "The next number field is required."),
    ]);
    for (next, message) in [
        (json!(0), "The next number field must be at least 1."),
        (json!(1.5), "The next number field must be an integer."),
        (json!(1_000_000_000_000_001_i64), "The next number field must not be greater than 1000000000000000."),
    ] {
        move_to(team.owner(), id, "team", next).invalid(&[("next_number", message)]);
    }
}

fn the_greatest_number_is_given(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    move_to(team.owner(), id, "team", 1_000_000_000_000_000_i64).status_is(200);
    claims(team.owner(), "ideas", home, &["A-1000000000000000", "A-1000000000000001"]);
    let shown = team.owner().get(&format!("{PATH}/{id}/preview?count=1")).status_is(200);
    assert_eq!(shown.data()["identifiers"], json!(["A-1000000000000002"]));
}

fn moves_and_claims_at_once_give_no_number_twice(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let home = project(team.owner());
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    let there = team.owner().at(&neighbour);
    let given: Vec<String> = std::thread::scope(|scope| {
        let claiming: Vec<_> = [team.owner().clone(), there.clone(), team.owner().clone()]
            .into_iter()
            .map(|client| {
                scope.spawn(move || (0..60).map(|_| super::claim(&client, "ideas", home)).collect::<Vec<_>>())
            })
            .collect();
        for step in 1..=20 {
            let status = move_to(&there, id, "team", step * 50).status;
            assert!(status == 200 || status == 422, "{status}");
        }
        claiming.into_iter().flat_map(|it| it.join().expect("a client")).map(|it| it.expect("an identifier")).collect()
    });
    let mut numbers: Vec<usize> = given.iter().map(|it| super::numeral(it)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), 180, "no number came twice");
    let (claimed, states) = counted(team.owner(), id);
    assert_eq!(claimed, 180);
    assert!(states[0].1 > i64::try_from(numbers[179]).expect("a number"));
}
