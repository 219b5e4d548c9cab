//! What is read of the body of a create or of a change beside the fields of the record, and where its record begins.

use serde_json::{Map, Value, json};
use uplift_domain::commands::lifecycle::StatusFields;
use uplift_domain::record::{Field, Filled};

use super::field_schema::{taken, typed, with_usual};
use super::json_schema::about;
use crate::operations::facts::Facts;

/// The members of such a body that no body fills as fields of the record.
pub(super) fn members(facts: &Facts, create: bool) -> Map<String, Value> {
    let beside = |field| if create { with_usual(field) } else { taken(field) };
    let beside = (facts.extra_fields)(create).iter().map(|field| (field, beside(field)));
    let status_fields = (facts.status_fields)(create);
    let with_status =
        status_fields.iter().flat_map(|of| of.fields.iter().map(move |field| (field, of_status(field, of, create))));
    let is_filled = |name: &str| facts.fields.iter().any(|it| it.name == name && it.filled != Filled::Server);
    let members = beside.chain(with_status).filter(|(field, _)| !is_filled(field.name));
    members.map(|(field, schema)| (field.name.to_owned(), schema)).collect()
}

fn of_status(field: &Field, StatusFields { status, .. }: &StatusFields, create: bool) -> Value {
    let there = if create { "" } else { " Where it is that already, only what stands may be said again." };
    about(typed(field), &format!("{} Read where `status` becomes `{status}`.{there}", field.about))
}

/// Leaves of the words of fields those that a create takes.
pub(super) fn begin(facts: &Facts, body: &mut Value) {
    for (field, taken) in &facts.initial_words {
        if let Some(words) = body.pointer_mut(&format!("/properties/{field}/enum")) {
            *words = json!(taken);
        }
    }
}
