//! Access: for every operation, who may do it in which role, with which key, in which billing mode, and to whose
//! records.

mod limits;
mod matrix;
mod membership;
mod operations;
mod references;
mod rights;
mod tenants;

use serde_json::{Value, json};

use crate::conventions::declared::{Kind, document, kinds};
use crate::world::{Client, World};

/// All that a team shows: every list with all its includes, the log of every record, and who asks.
fn snapshot(world: &World, client: &Client) -> Value {
    let lists = kinds(&document(world));
    let list = |kind: &Kind| {
        let path = format!("{}?page[size]=30&sort=id&include={}", kind.path, kind.includes.join(","));
        let body = client.get(&path).status_is(200).body;
        (kind.path.clone(), json!([body["data"], body["meta"]["total"]]))
    };
    let mut shown: serde_json::Map<String, Value> = lists.iter().map(list).collect();
    for kind in &lists {
        let ids: Vec<i64> =
            shown[&kind.path][0].as_array().into_iter().flatten().filter_map(|it| it["id"].as_i64()).collect();
        for id in ids {
            let log = client.get(&format!("/activities?subject_type={}&subject_id={id}", kind.singular));
            if log.status == 200 {
                shown.insert(format!("the log of {} {id}", kind.singular), log.body["data"].clone());
            }
        }
    }
    shown.into_iter().collect()
}
