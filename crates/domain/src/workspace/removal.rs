//! Removing a team with everything that it has, in parts: between two of them others write.

use crate::access::TeamId;
use crate::commands::{missing, update_counters};
use crate::ports::{Removed, WritePort as _, WriteTx};
use crate::record::FieldError;
use crate::{Kind, Refusal, Team};

/// Closes a team that is to be removed: from now on no key of it opens anything. `confirm` is its name. One that is
/// closed already stays so.
///
/// # Errors
/// When there is no such team, or when it is called otherwise.
pub fn team_close(tx: &mut dyn WriteTx, id: TeamId, confirm: &str) -> Result<(), Refusal> {
    let before = tx.team_to_change(id)?.ok_or_else(|| missing(Kind::Team, id.get()))?;
    if before.record.name.as_str() != confirm {
        let another = FieldError::Otherwise(format!("is not that of team {}; nothing was removed.", id.get()));
        return Err(Refusal::field("name", &another));
    }
    if before.deleted_at.is_some() {
        return Ok(());
    }
    let mut after = before.clone();
    after.updated_at = tx.now();
    after.deleted_at = Some(after.updated_at);
    after.record.owner_id = None;
    Team::writes(tx).save(id, &after)?;
    update_counters(tx, id, Some(&before), None);
    Ok(())
}

/// Removes so many rows at most of what a closed team has, and tells at which step to go on; `None` once the team
/// itself is gone.
///
/// # Errors
/// When the team is not closed, or when the database fails.
pub fn team_remove_part(
    tx: &mut dyn WriteTx,
    id: TeamId,
    step: usize,
    most: i64,
) -> Result<(Removed, Option<usize>), Refusal> {
    let team = tx.team_to_change(id)?;
    if team.as_ref().is_some_and(|team| team.deleted_at.is_none()) {
        return Err(Refusal::Fault(format!("team {} is to be removed and still open", id.get())));
    }
    if let Some(removed) = tx.remove_part(id, step, most)? {
        let next = if removed.more { step } else { step + 1 };
        return Ok((removed, Some(next)));
    }
    // What was begun before the team was closed may have written something since its step.
    let Some(team) = team else { return Ok((Removed::default(), None)) };
    for step in 0.. {
        match tx.remove_part(id, step, most)? {
            Some(removed) if removed.more => return Ok((removed, Some(step))),
            Some(_) => {}
            None => break,
        }
    }
    Team::writes(tx).remove(id, team.id)?;
    Ok((Removed { records: 1, ..Removed::default() }, None))
}
