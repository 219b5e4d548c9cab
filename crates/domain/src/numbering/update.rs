//! Changing a scheme, switching it on and off, and deleting it. What has given identifiers away keeps what they were
//! counted by.

use serde_json::json;

use super::Assignment;
use super::create::{Conflicts, Named, check, open_sequences, read};
use crate::access::Caller;
use crate::activity::PartsChange;
use crate::commands::{self, Call, Done, Outcome, PreparedUpdate};
use crate::ports::WriteTx;
use crate::record::{BodyReader, FieldError, Invalid, Stored};
use crate::{Json, Kind, NumberingScheme, Refusal};

/// Changes a scheme, with exactly the assignments that the body names, if it names any.
///
/// # Errors
/// With every error about the body.
pub fn scheme_update(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<NumberingScheme>,
) -> Result<Done<NumberingScheme>, Refusal> {
    let Call { caller, body, .. } = *call;
    let mut prepared = commands::prepare_update(tx, caller, stored, body)?;
    let remake = remakes_sequences(&mut prepared);
    let present = tx.assignments(caller.team, prepared.before.id)?;
    let named = prepared.reader.raw("assignments").map(|_| read(&mut prepared.reader));
    if named.is_some() || needs_check(&prepared) {
        let wanted = named.clone().unwrap_or_else(|| present.iter().map(Named::from).collect());
        let conflicts = Conflicts::of(&prepared.after.record, prepared.before.id, &present);
        check(tx, caller, &wanted, conflicts, &mut prepared.reader)?;
    }
    let wanted: Vec<Assignment> = match named {
        Some(named) => named.iter().filter_map(Named::assignment).collect(),
        None => present.clone(),
    };
    prepared.parts = parts_change(&present, &wanted);
    let reassigned = prepared.parts != PartsChange::default();
    let switched = prepared.before.record.is_active != prepared.after.record.is_active;
    let after = commands::commit_update(tx, caller, prepared)?;

    set_assignments(tx, caller, &after, &present, &wanted)?;
    if switched {
        tx.mark_assignments(caller.team, &after)?;
    }
    if remake {
        tx.close_sequences(caller.team, after.id)?;
    }
    if remake || reassigned {
        open_sequences(tx, caller, &after, &wanted)?;
    }
    Ok(after.into())
}

/// Whether the sequences have to be made anew. Once identifiers have been claimed they cannot be.
fn remakes_sequences(prepared: &mut PreparedUpdate<'_, NumberingScheme>) -> bool {
    let (before, after) = (&prepared.before.record, &prepared.after.record);
    let claimed = "cannot change after identifiers have been claimed";
    let scope = before.scope != after.scope;
    let initial = before.initial_number != after.initial_number;
    if before.claims_count.get() > 0 {
        let mut reject = |field: &str, rest: String| prepared.reader.reject(field, FieldError::Otherwise(rest));
        if scope {
            reject("scope", format!("field {claimed}."));
        }
        if initial {
            reject("initial_number", format!("field {claimed}; move the sequence instead."));
        }
    }
    scope || initial
}

/// Whether a change may make assignments wrong that were right before.
fn needs_check(prepared: &PreparedUpdate<'_, NumberingScheme>) -> bool {
    let (before, after) = (&prepared.before.record, &prepared.after.record);
    before.template != after.template || (after.is_active && !before.is_active)
}

/// What is told of the assignments where they change.
fn parts_change(present: &[Assignment], wanted: &[Assignment]) -> PartsChange {
    let mut parts = PartsChange::default();
    let same = present.len() == wanted.len() && wanted.iter().all(|it| present.contains(it));
    if !same {
        parts.note("assignments", to_json(present), to_json(wanted));
    }
    parts
}

fn to_json(assignments: &[Assignment]) -> Json {
    let one = |it: &Assignment| {
        json!({
            "entity_type": crate::record::Choices::name(it.entity_type),
            "project_id": it.project_id.map(crate::record::Id::get),
        })
    };
    assignments.iter().map(one).collect()
}

/// Makes these the assignments of a scheme; those that stay are left as they are.
fn set_assignments(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    scheme: &Stored<NumberingScheme>,
    present: &[Assignment],
    wanted: &[Assignment],
) -> Result<(), Refusal> {
    for gone in present.iter().filter(|it| !wanted.contains(it)) {
        tx.remove_assignment(caller.team, scheme.id, gone)?;
    }
    for added in wanted.iter().filter(|it| !present.contains(it)) {
        tx.insert_assignment(caller.team, scheme, added)?;
    }
    Ok(())
}

/// Lets a scheme give identifiers to new records.
///
/// # Errors
/// When another active scheme gives them theirs, or a project lacks the code that the template needs.
pub fn activate(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    scheme: Stored<NumberingScheme>,
) -> Result<Done<NumberingScheme>, Refusal> {
    commands::fields(call.body)?;
    if scheme.record.is_active {
        return Ok(scheme.into());
    }
    let present = tx.assignments(call.caller.team, scheme.id)?;
    let wanted: Vec<_> = present.iter().map(Named::from).collect();
    let mut active = scheme.clone();
    active.record.is_active = true;
    let nothing = serde_json::Map::new();
    let mut reader = BodyReader::new(&nothing);
    let conflicts = Conflicts::of(&active.record, scheme.id, &present);
    check(tx, call.caller, &wanted, conflicts, &mut reader)?;
    reader.finish(&[])?;
    tx.mark_assignments(call.caller.team, &active)?;
    switch(tx, call, scheme, true)
}

/// Lets a scheme give no more identifiers.
///
/// # Errors
/// When the body could not be read, or the database fails.
pub fn deactivate(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    scheme: Stored<NumberingScheme>,
) -> Result<Done<NumberingScheme>, Refusal> {
    commands::fields(call.body)?;
    if !scheme.record.is_active {
        return Ok(scheme.into());
    }
    let mut inactive = scheme.clone();
    inactive.record.is_active = false;
    tx.mark_assignments(call.caller.team, &inactive)?;
    switch(tx, call, scheme, false)
}

fn switch(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    scheme: Stored<NumberingScheme>,
    active: bool,
) -> Result<Done<NumberingScheme>, Refusal> {
    call.change(tx, scheme, |scheme, _, _| {
        scheme.is_active = active;
        Ok(())
    })
}

/// Deletes a scheme with its parts.
///
/// # Errors
/// When it has given identifiers away.
pub fn scheme_delete(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    scheme: Stored<NumberingScheme>,
) -> Result<Done<NumberingScheme>, Refusal> {
    let caller = call.caller;
    let claimed = scheme.record.claims_count.get();
    if claimed > 0 {
        let refused = format!("The numbering scheme has claimed {claimed} identifiers; deactivate it instead.");
        let mut invalid = Invalid::default();
        invalid.tell(Kind::NumberingScheme.singular(), refused);
        return Err(invalid.into());
    }
    for assignment in tx.assignments(caller.team, scheme.id)? {
        tx.remove_assignment(caller.team, scheme.id, &assignment)?;
    }
    tx.close_sequences(caller.team, scheme.id)?;
    commands::delete(tx, caller, scheme)?;
    Ok(Outcome::Nothing.into())
}
