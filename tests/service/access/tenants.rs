//! Tenants: whatever operation a team tries on another team's records, by path, by reference or by filter, it finds
//! nothing and changes nothing.

use serde_json::json;

use super::interface::{Interface, Records, invalid, records, send};
use super::snapshot;
use crate::conventions::samples::{is_one_of_several, named_by};
use crate::records::{insight, project};
use crate::world::{Store, Team, World, on_both};

on_both![
    no_path_leads_to_another_team,
    no_body_refers_to_another_team,
    a_team_id_or_user_id_in_a_body_is_not_heard,
    no_list_shows_another_team,
    no_log_shows_another_team,
];

/// Two teams that share nothing, with what both show before and after something is tried.
fn between_teams(store: Store, tried: impl Fn(&Interface, [&Team; 2], [&Records; 2])) {
    let world = World::start(store);
    let interface = Interface::of(&world);
    let (ours, theirs) = (world.team(), world.team());
    // So that no two records that stand for each other have the same id.
    project(theirs.owner());
    insight(theirs.owner(), records(&theirs)["/projects"], "More");
    let (our_records, their_records) = (records(&ours), records(&theirs));
    let seen = || [snapshot(&world, ours.owner()), snapshot(&world, theirs.owner())];
    let before = seen();
    tried(&interface, [&ours, &theirs], [&our_records, &their_records]);
    assert_eq!(seen(), before, "something changed");
}

fn no_path_leads_to_another_team(store: Store) {
    between_teams(store, |interface, [ours, _], [our_records, their_records]| {
        let mut tried = 0;
        for operation in interface.operations() {
            let (parameters, lists) = (operation.parameters(), interface.lists(operation));
            let body = interface.body(operation, our_records);
            for foreign in 0..lists.len() {
                let mut ids = interface.ids(operation, our_records);
                ids[foreign] = their_records[lists[foreign]];
                let words = parameters[foreign].replace('_', " ");
                let message = format!("No {words} {} in this team.", ids[foreign]);
                send(ours.owner(), operation, &ids, body.clone()).refused(404, &message);
                tried += 1;
            }
            if lists.len() > 1 {
                send(ours.owner(), operation, &interface.ids(operation, their_records), body).status_is(404);
            }
        }
        assert!(tried > 45, "only {tried} paths have a record in them");
    });
}

fn no_body_refers_to_another_team(store: Store) {
    between_teams(store, |interface, [ours, _], [our_records, their_records]| {
        let mut tried = 0;
        for operation in interface.operations() {
            for named in interface.named(operation) {
                let mut body = interface.body(operation, our_records);
                let field = named.put(&mut body, our_records[&named.list], json!(their_records[&named.list]));
                let answer = send(ours.owner(), operation, &interface.ids(operation, our_records), body);
                answer.invalid(&[(&field, &invalid(&field))]);
                tried += 1;
            }
        }
        assert!(tried > 40, "only {tried} fields name a record");
    });
}

fn a_team_id_or_user_id_in_a_body_is_not_heard(store: Store) {
    let world = World::start(store);
    let interface = Interface::of(&world);
    let (ours, theirs) = (world.team(), world.team());
    let (our_records, their_records) = (records(&ours), records(&theirs));
    let before = snapshot(&world, theirs.owner());
    for operation in interface.operations().into_iter().filter(|it| it.takes_fields()) {
        let mut body = interface.body(operation, &our_records);
        for (name, value) in [("team_id", theirs.id), ("user_id", their_records["/users"]), ("id", 1_000_000)] {
            body[name] = json!(value);
        }
        let answer = send(ours.owner(), operation, &interface.ids(operation, &our_records), body);
        let answer = answer.status_is(operation.done());
        assert_ne!(answer.id(), 1_000_000);
        if let Some(user) = answer.data().get("user_id") {
            assert_eq!(*user, json!(our_records["/users"]), "who recorded it");
        }
        ours.owner().get(&format!("{}/{}", operation.list(), answer.id())).status_is(200);
    }
    assert_eq!(snapshot(&world, theirs.owner()), before, "the other team got something");
}

fn no_list_shows_another_team(store: Store) {
    between_teams(store, |interface, [ours, _], [our_records, their_records]| {
        for kind in &interface.kinds {
            let list = |query: &str| ours.owner().get(&format!("{}?{query}", kind.path)).status_is(200);
            let (all, theirs) = (list(""), their_records[&kind.path]);
            assert!(all.ids().contains(&our_records[&kind.path]) && !all.ids().contains(&theirs), "{}", kind.path);
            assert_eq!(list(&format!("team_id={}", their_records["/users"])).total(), all.total(), "{}", kind.path);
            for name in kind.filter_names.iter().map(String::as_str) {
                let foreign = match name {
                    "id" => their_records[&kind.path],
                    // What is attached in these records is attached to an idea.
                    name if name.ends_with("_id") && is_one_of_several(kind, name) => their_records["/ideas"],
                    name if name.ends_with("_id") => their_records[named_by(&kind.path, name)],
                    _ => continue,
                };
                let answer = list(&format!("filter[{name}]={foreign}"));
                assert_eq!((answer.total(), answer.ids()), (0, vec![]), "filter[{name}] of {}", kind.path);
            }
        }
    });
}

fn no_log_shows_another_team(store: Store) {
    between_teams(store, |interface, [ours, theirs], [our_records, their_records]| {
        let log =
            |subject: &str, id: i64| ours.owner().get(&format!("/activities?subject_type={subject}&subject_id={id}"));
        for kind in &interface.kinds {
            if log(&kind.singular, our_records[&kind.path]).status == 200 {
                log(&kind.singular, their_records[&kind.path]).refused_in_words(404);
            }
        }
        log("team", ours.id).status_is(200);
        log("team", theirs.id).refused_in_words(404);
    });
}
