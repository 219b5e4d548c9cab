//! Tenants: whatever operation a team tries on another team's records, by path, by reference or by filter, it finds
//! nothing and changes nothing.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::operations::{Operation, all};
use super::snapshot;
use crate::conventions::declared::{document, is_type, kinds, singular};
use crate::conventions::samples::named_by;
use crate::records::{collection, insight, learning, project};
use crate::world::{Answer, Client, Store, Team, World, on_both};

on_both![
    no_path_leads_to_another_team,
    no_body_refers_to_another_team,
    a_team_id_or_user_id_in_a_body_is_not_heard,
    no_list_shows_another_team,
    no_log_shows_another_team,
];

/// One live record of every kind, by the path of its list.
pub(super) type Records = BTreeMap<String, i64>;

pub(super) fn records(team: &Team) -> Records {
    let owner = team.owner();
    let project = project(owner);
    let (insight, learning) = (insight(owner, project, "One"), learning(owner, project, "One"));
    owner.post(&format!("/learnings/{learning}/insights"), json!({ "ids": [insight] })).status_is(200);
    let collection = collection(owner, project, "One");
    [
        ("/users", team.person("owner").user_id),
        ("/projects", project),
        ("/research-collections", collection),
        ("/insights", insight),
        ("/learnings", learning),
    ]
    .map(|(list, id)| (list.to_owned(), id))
    .into()
}

/// Sends an operation with these ids in its path and this body.
pub(super) fn send(client: &Client, operation: &Operation, ids: &[i64], body: Value) -> Answer {
    let path = operation.path_of(ids);
    match operation.method {
        "GET" => client.get(&path),
        "DELETE" => client.delete(&path),
        "PATCH" => client.patch(&path, body),
        "PUT" => client.put(&path, body),
        _ => client.post(&path, body),
    }
}

/// The list whose records a parameter of a path names.
pub(super) fn list_of(world: &World, parameter: &str) -> String {
    let document = document(world);
    let found = kinds(&document).into_iter().find(|kind| singular(&document, &kind.path) == parameter);
    found.unwrap_or_else(|| panic!("no list shows what {{{parameter}}} names")).path
}

/// Two teams that share nothing, with what both show before and after something is tried.
fn between_teams(store: Store, tried: impl Fn(&World, [&Team; 2], [&Records; 2])) {
    let world = World::start(store);
    let (ours, theirs) = (world.team(), world.team());
    // So that no two records that stand for each other have the same id.
    project(theirs.owner());
    insight(theirs.owner(), records(&theirs)["/projects"], "More");
    let (our_records, their_records) = (records(&ours), records(&theirs));
    let seen = || [snapshot(&world, ours.owner()), snapshot(&world, theirs.owner())];
    let before = seen();
    tried(&world, [&ours, &theirs], [&our_records, &their_records]);
    assert_eq!(seen(), before, "something changed");
}

fn no_path_leads_to_another_team(store: Store) {
    between_teams(store, |world, [ours, _], [our_records, their_records]| {
        let mut tried = 0;
        for operation in all(world) {
            let parameters = operation.parameters();
            let lists: Vec<String> = parameters.iter().map(|it| list_of(world, it)).collect();
            for foreign in 0..parameters.len() {
                let id = |place: usize, list: &String| {
                    if place == foreign { their_records[list] } else { our_records[list] }
                };
                let ids: Vec<i64> = lists.iter().enumerate().map(|(place, list)| id(place, list)).collect();
                let body = operation.body(our_records["/projects"], our_records["/insights"]);
                let words = parameters[foreign].replace('_', " ");
                let message = format!("No {words} {} in this team.", ids[foreign]);
                send(ours.owner(), operation, &ids, body).refused(404, &message);
                tried += 1;
            }
            if let [one, two] = lists.as_slice() {
                let (one, two) = (their_records[one], their_records[two]);
                send(ours.owner(), operation, &[one, two], json!({})).status_is(404);
            }
        }
        assert!(tried > 25, "only {tried} paths have a record in them");
    });
}

fn no_body_refers_to_another_team(store: Store) {
    between_teams(store, |world, [ours, _], [our_records, their_records]| {
        let mut tried = 0;
        for operation in all(world) {
            let ids: Vec<i64> = operation.parameters().iter().map(|it| our_records[&list_of(world, it)]).collect();
            for (field, list, several) in references(world, operation) {
                let foreign = their_records[&list];
                let mut body = operation.body(our_records["/projects"], our_records[&list]);
                let own = our_records[&list];
                body[&field] = if several { json!([own, foreign]) } else { json!(foreign) };
                let complained = if several { format!("{field}.1") } else { field.clone() };
                let words = if several { complained.clone() } else { field.replace('_', " ") };
                let message = format!("The selected {words} is invalid.");
                send(ours.owner(), operation, &ids, body).invalid(&[(&complained, &message)]);
                tried += 1;
            }
        }
        assert!(tried > 20, "only {tried} fields name a record");
    });
}

/// The fields of an operation's body that name records: the list of these, and whether the field names several.
pub(super) fn references(world: &World, operation: &Operation) -> Vec<(String, String, bool)> {
    let document = document(world);
    let schema = &document["paths"][operation.path][operation.method.to_lowercase()]["requestBody"];
    let schema = schema["content"]["application/json"]["schema"]["$ref"].as_str().unwrap_or_default();
    let name = schema.rsplit('/').next().unwrap_or_default();
    let fields = document["components"]["schemas"][name]["properties"].as_object();
    let named = |(field, schema): (&String, &Value)| match field.as_str() {
        "ids" => {
            let last = operation.path.rsplit('/').next().unwrap_or_default();
            Some((field.clone(), format!("/{last}"), true))
        }
        name if name.ends_with("_id") || name.ends_with("_ids") => {
            let list = named_by(operation.path, name).to_owned();
            Some((field.clone(), list, is_type(schema, "array")))
        }
        _ => None,
    };
    fields.into_iter().flatten().filter_map(named).collect()
}

fn a_team_id_or_user_id_in_a_body_is_not_heard(store: Store) {
    let world = World::start(store);
    let (ours, theirs) = (world.team(), world.team());
    let (our_records, their_records) = (records(&ours), records(&theirs));
    let before = snapshot(&world, theirs.owner());
    for operation in all(&world).into_iter().filter(|it| it.takes_fields()) {
        let ids: Vec<i64> = operation.parameters().iter().map(|it| our_records[&list_of(&world, it)]).collect();
        let mut body = operation.body(our_records["/projects"], 0);
        for (name, value) in [("team_id", theirs.id), ("user_id", their_records["/users"]), ("id", 1_000_000)] {
            body[name] = json!(value);
        }
        let answer = send(ours.owner(), operation, &ids, body).status_is(operation.done());
        assert_ne!(answer.id(), 1_000_000);
        if let Some(user) = answer.data().get("user_id") {
            assert_eq!(*user, json!(our_records["/users"]), "who recorded it");
        }
        ours.owner().get(&format!("{}/{}", operation.list(), answer.id())).status_is(200);
    }
    assert_eq!(snapshot(&world, theirs.owner()), before, "the other team got something");
}

fn no_list_shows_another_team(store: Store) {
    between_teams(store, |world, [ours, _], [our_records, their_records]| {
        for kind in kinds(&document(world)) {
            let list = |query: &str| ours.owner().get(&format!("{}?{query}", kind.path)).status_is(200);
            assert_eq!(list("").ids(), [our_records[&kind.path]], "{}", kind.path);
            assert_eq!(list(&format!("team_id={}", their_records["/users"])).total(), 1, "{}", kind.path);
            for (filter, _) in &kind.filters {
                let foreign = match filter.as_str() {
                    "id" => their_records[&kind.path],
                    name if name.ends_with("_id") => their_records[named_by(&kind.path, name)],
                    _ => continue,
                };
                let answer = list(&format!("filter[{filter}]={foreign}"));
                assert_eq!((answer.total(), answer.ids()), (0, vec![]), "filter[{filter}] of {}", kind.path);
            }
        }
    });
}

fn no_log_shows_another_team(store: Store) {
    between_teams(store, |world, [ours, theirs], [our_records, their_records]| {
        let log =
            |subject: &str, id: i64| ours.owner().get(&format!("/activities?subject_type={subject}&subject_id={id}"));
        for kind in kinds(&document(world)) {
            if log(&kind.singular, our_records[&kind.path]).status == 200 {
                log(&kind.singular, their_records[&kind.path]).refused_in_words(404);
            }
        }
        log("team", ours.id).status_is(200);
        log("team", theirs.id).refused_in_words(404);
    });
}
