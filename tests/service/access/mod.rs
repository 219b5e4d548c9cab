//! Access: for every operation, who may do it in which role, with which key, in which billing mode, and to whose
//! records.

pub(crate) mod arranged;
mod bodies;
mod calculations;
pub(crate) mod interface;
mod limits;
mod matrix;
mod membership;
pub(crate) mod modes;
pub(crate) mod operations;
mod plans;
mod references;
pub(crate) mod rights;
mod tenants;

use serde_json::{Value, json};

use crate::conventions::declared::{Kind, document, kinds};
use crate::conventions::walk::NOTED;
use crate::world::{Client, World};

/// All that a team shows: every list with all its includes, the log of every record and of the team, and who asks.
pub(crate) fn snapshot(world: &World, client: &Client) -> Value {
    let lists = kinds(&document(world));
    let list = |kind: &Kind| {
        let usual = kind.filters.iter().filter(|it| it.otherwise().is_some());
        let all: String = usual.map(|it| format!("&filter[{}]=all", it.name)).collect();
        let path = format!("{}?page[size]=30&sort=id&include={}{all}", kind.path, kind.includes.join(","));
        let mut body = client.get(&path).status_is(200).body;
        unsign(&mut body);
        (kind.path.clone(), json!([body["data"], body["meta"]["total"]]))
    };
    let mut shown: serde_json::Map<String, Value> = lists.iter().map(list).collect();
    let user = client.get("/user").status_is(200).body;
    let mut subjects = vec![("team", user["team"]["id"].clone())];
    for kind in &lists {
        let records = shown[&kind.path][0].as_array().into_iter().flatten();
        subjects.extend(records.map(|it| (kind.singular.as_str(), it["id"].clone())));
    }
    for (kind, id) in subjects {
        let log = client.get(&format!("/activities?subject_type={kind}&subject_id={id}"));
        if log.status == 200 {
            let log = json!([log.body["data"], log.body["meta"]["total"]]);
            shown.insert(format!("the log of {kind} {id}"), log);
        } else {
            log.invalid(&[("subject_type", "The selected subject type is invalid.")]);
        }
    }
    shown.insert("/user".to_owned(), user);
    shown.into_iter().collect()
}

/// Addresses of files are signed anew for every answer, and that somebody asked is noted without changing anything.
fn unsign(value: &mut Value) {
    match value {
        Value::String(text) => text.truncate(text.find("?expires=").unwrap_or(text.len())),
        Value::Array(items) => items.iter_mut().for_each(unsign),
        Value::Object(members) => {
            for noted in NOTED {
                members.remove(noted);
            }
            members.values_mut().for_each(unsign);
        }
        _ => {}
    }
}
