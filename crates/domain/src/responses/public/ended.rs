//! What goes when the edit token of a response ends: nobody can name any more what was sent with it.

use super::super::loaded::LoadedResponse;
use super::TOKEN_LASTS;
use crate::access::{Actor, TeamId};
use crate::kinds::Structure;
use crate::ports::{After, ReadPort as _, ReadTx, WritePort as _, WriteTx};
use crate::record::{Id, Stored, Time};
use crate::{FormResponse, Refusal, Team};

/// The responses of a team with which files were sent, and whose edit tokens have ended.
///
/// # Errors
/// When the database fails.
pub fn ended_responses(tx: &mut dyn ReadTx, team: TeamId, after: After) -> Result<Vec<Id<FormResponse>>, Refusal> {
    let ended = ended_at(tx.now());
    tx.responses_left_since(team, ended, after)
}

/// Removes the files that were sent with a response whose edit token has ended and that no answer names, and forgets the
/// token. The bytes go when the store is swept.
///
/// # Errors
/// When the database fails.
pub fn end_response(tx: &mut dyn WriteTx, team: TeamId, id: Id<FormResponse>) -> Result<(), Refusal> {
    let found = FormResponse::reads(tx).find(team, id)?.zip(Team::reads(tx).find(team, Id::new(team.get()))?);
    let Some((response, of)) = found else { return Ok(()) };
    // The form before its response, as all hold them.
    let structure = Structure::hold(tx, team, response.record.form_id)?;
    let held = FormResponse::writes(tx).find_to_change(team, id)?;
    let is_left = |it: &Stored<FormResponse>| it.updated_at <= ended_at(tx.now()) && it.record.edit_hash.is_some();
    let Some(before) = held.filter(is_left) else { return Ok(()) };
    let loaded = LoadedResponse::with(tx, team, structure, before.clone())?;
    loaded.drop_files_but(tx, &loaded.holder(&of.caller(Actor::Operator)), &loaded.named_files())?;
    let mut after = before.clone();
    after.record.edit_hash = None;
    FormResponse::writes(tx).save_changes(team, &before, &after)
}

/// What was last changed by then has ended at a moment.
const fn ended_at(now: Time) -> Time {
    now.plus_seconds(-TOKEN_LASTS)
}
