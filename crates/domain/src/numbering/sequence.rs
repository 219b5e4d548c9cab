//! A sequence is moved on: the numbers in between are given to nobody.

use serde_json::json;
use uplift_derive::Record;

use super::scope_key;
use crate::activity::PartsChange;
use crate::commands::{Call, Done, change_with};
use crate::ports::{ReadTx, WriteTx};
use crate::record::{FieldError, Id, Name, Ordinal, Stored};
use crate::{Kind, NumberingScheme, Project, Refusal, Scope};

/// Where a sequence is to go on.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Move {
    /// What is counted in: `team` or `project:` and its id, as the scope of the scheme has it.
    pub scope_key: Name,
    /// The number that is to be claimed next; no less than it is now.
    pub next_number: Ordinal,
}

/// Lets a sequence of a scheme go on with a later number.
///
/// # Errors
/// With every error about the body, or where the sequence is past that number.
pub fn move_sequence(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    scheme: Stored<NumberingScheme>,
) -> Result<Done<NumberingScheme>, Refusal> {
    let team = call.caller.team;
    let mut present = scheme.record.initial_number.get();
    let asked = call.read_in(tx, |tx, asked: &Move, reader| {
        let Some(sequence) = sequence(tx, call, scheme.record.scope, &asked.scope_key)? else {
            reader.reject("scope_key", FieldError::NotAllowed);
            return Ok(());
        };
        present = tx.next_of(team, scheme.id, sequence)?.unwrap_or(present);
        if asked.next_number.get() < present {
            reader.reject("next_number", FieldError::Below(present.to_string()));
        }
        Ok(())
    })?;
    let next = asked.next_number.get();
    if next == present {
        return Ok(scheme.into());
    }
    let sequence = sequence(tx, call, scheme.record.scope, &asked.scope_key)?.flatten();
    tx.move_sequence(team, scheme.id, sequence, next)?;
    let (mut parts, mut after) = (PartsChange::default(), scheme.clone());
    let key = json!(asked.scope_key.as_str());
    parts.note("scope_key", key.clone(), key);
    parts.note("next_number", json!(present), json!(next));
    change_with(tx, call.caller, &scheme, &mut after, call.event, parts)?;
    Ok(after.into())
}

/// The sequence of this key, which is one of a project where the scope is: `None` where the scheme can have none.
fn sequence(
    tx: &mut dyn ReadTx,
    call: &Call<'_>,
    scope: Scope,
    key: &Name,
) -> Result<Option<Option<Id<Project>>>, Refusal> {
    let project = key.as_str().strip_prefix("project:").and_then(|id| id.parse().ok()).map(Id::new);
    // An id that is not written as it always is names nothing.
    if *key != scope_key(project) {
        return Ok(None);
    }
    Ok(match (scope, project) {
        (Scope::Team, None) => Some(None),
        (Scope::Project, Some(project)) => {
            let there = tx.is_live(call.caller.team, Kind::Project, project.get())?;
            there.then_some(Some(project))
        }
        (Scope::Team, Some(_)) | (Scope::Project, None) => None,
    })
}
