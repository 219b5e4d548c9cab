use serde_json::json;

use super::super::command::{Method, named};
use super::*;
use crate::{Goal, Learning, Tag, Team, record_kinds};

/// Whether the command of this name and method takes as long as many for this body.
fn is_long<R: Commanded>(name: &str, method: Method, body: Json) -> bool {
    let Json::Object(body) = body else { panic!("{body} is no object") };
    named::<R>(name, method).unwrap().is_long(&Ok(body))
}

#[test]
fn a_command_is_long_by_what_it_declares_and_what_the_body_names() {
    assert!(is_long::<Learning>("merge", Method::Post, json!({})));
    assert!(is_long::<Tag>("", Method::Delete, json!({})));
    assert!(!is_long::<Tag>("", Method::Patch, json!({ "name": "One" })));
    assert!(is_long::<Team>("", Method::Put, json!({ "name": "One", "settings": { "custom_framework": null } })));
    assert!(!is_long::<Team>("", Method::Put, json!({ "name": "One" })));
    assert!(is_long::<Goal>("", Method::Patch, json!({ "target_mde": 0.1 })));
    assert!(!is_long::<Goal>("", Method::Patch, json!({ "name": "One" })));
    let unread = Err(Refusal::BodyTooLarge);
    assert!(!named::<Goal>("", Method::Patch).unwrap().is_long(&unread));
}

#[test]
fn a_bulk_is_long_where_its_operations_are_several_or_the_one_is() {
    let is_long = |operations: Json| is_long::<Goal>("bulk", Method::Post, json!({ "operations": operations }));
    let update = |body: Json| json!({ "op": "update", "id": 1, "body": body });
    assert!(!is_long(json!([])) && !is_long(json!("none")));
    assert!(!is_long(json!([update(json!({ "name": "One" }))])));
    assert!(is_long(json!([update(json!({ "direction": "decrease" }))])));
    assert!(!is_long(json!([{ "op": "unknown" }])));
    assert!(is_long(json!([update(json!({})), update(json!({}))])));
}

/// Checks what the commands of a kind declare.
fn check<R: Commanded>() {
    for command in R::COMMANDS {
        if let Extent::ManyWith(fields) = command.extent {
            let is_field = |name: &&str| R::FIELDS.iter().any(|field| field.name == *name);
            assert!(fields.iter().all(is_field), "{fields:?} of {}", R::KIND.singular());
        }
        let is_bulk = matches!(command.input, Input::Operations);
        assert_eq!(is_bulk, matches!(command.extent, Extent::Operations), "{:?}", command.name);
    }
}

macro_rules! check_each {
    ($($Kind:ident $singular:literal $plural:literal $table:ident;)*) => { $(check::<crate::$Kind>();)* };
}

#[test]
fn the_fields_that_make_a_command_long_are_fields_of_its_kind() {
    record_kinds!(check_each);
}
