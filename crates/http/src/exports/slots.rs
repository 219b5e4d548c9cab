//! The slots for exports: how many a team may have on their way at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uplift_domain::Refusal;
use uplift_domain::access::TeamId;

/// How many exports of one team may be on their way.
const AT_ONCE: usize = 2;

/// How many seconds a client is told to wait that finds no slot.
const RETRY_AFTER: u64 = 5;

/// The exports that are on their way, by team. A team that has none is not there.
#[derive(Default)]
pub(crate) struct ExportSlots(Mutex<HashMap<TeamId, usize>>);

/// A slot of a team, which is free again when this is dropped.
pub(crate) struct ExportSlot {
    slots: Arc<ExportSlots>,
    team: TeamId,
}

impl ExportSlots {
    /// Sees whether there is a slot just now, for whoever has something to do before taking it.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    pub(crate) fn admit(&self, team: TeamId) -> Result<(), Refusal> {
        admit(&self.taken(), team)
    }

    /// Takes a slot.
    ///
    /// # Errors
    /// When the team has as many exports on their way as it may.
    pub(crate) fn take(self: &Arc<Self>, team: TeamId) -> Result<ExportSlot, Refusal> {
        let mut taken = self.taken();
        admit(&taken, team)?;
        *taken.entry(team).or_default() += 1;
        Ok(ExportSlot { slots: Arc::clone(self), team })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<TeamId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn admit(taken: &HashMap<TeamId, usize>, team: TeamId) -> Result<(), Refusal> {
    if taken.get(&team).is_some_and(|own| *own >= AT_ONCE) {
        return Err(Refusal::TooMany { retry_after: RETRY_AFTER });
    }
    Ok(())
}

impl Drop for ExportSlot {
    fn drop(&mut self) {
        let mut taken = self.slots.taken();
        match taken.get_mut(&self.team) {
            Some(own) if *own > 1 => *own -= 1,
            Some(_) | None => drop(taken.remove(&self.team)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_has_two_slots_and_others_have_their_own() {
        let slots = Arc::<ExportSlots>::default();
        let (one, other) = (TeamId::new(1), TeamId::new(2));
        let first = slots.take(one).ok().unwrap();
        let second = slots.take(one).ok().unwrap();
        assert_eq!(slots.take(one).err(), Some(Refusal::TooMany { retry_after: 5 }));
        assert!(slots.admit(one).is_err());
        drop(slots.take(other).ok().unwrap());
        drop(first);
        let third = slots.take(one).ok().unwrap();
        assert!(slots.take(one).is_err());
        drop((second, third));
        assert!(slots.taken().is_empty());
    }
}
