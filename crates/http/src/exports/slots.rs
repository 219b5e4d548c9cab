//! The slots for exports: how many a team may have on their way at once.

use std::sync::Arc;

use uplift_domain::Refusal;
use uplift_domain::access::TeamId;

use crate::admit::slots::{Slot, Slots};

/// How many exports of one team may be on their way.
const AT_ONCE: usize = 2;

/// How many seconds a client is told to wait that finds no slot.
const RETRY_AFTER: u64 = 5;

/// The exports that are on their way, by team.
#[derive(Clone, Default)]
pub(crate) struct ExportSlots(Arc<Slots<TeamId>>);

/// A slot of a team.
pub(crate) type ExportSlot = Slot<TeamId>;

impl ExportSlots {
    /// Takes a slot.
    ///
    /// # Errors
    /// When the team has as many exports on their way as it may.
    pub(crate) fn take(&self, team: TeamId) -> Result<ExportSlot, Refusal> {
        self.0.take(&[team], |_| AT_ONCE).ok_or(Refusal::RateLimited { retry_after: RETRY_AFTER })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_has_two_slots_and_others_have_their_own() {
        let slots = ExportSlots::default();
        let (one, other) = (TeamId::new(1), TeamId::new(2));
        let first = slots.take(one).ok().unwrap();
        let second = slots.take(one).ok().unwrap();
        assert_eq!(slots.take(one).err(), Some(Refusal::RateLimited { retry_after: 5 }));
        drop(slots.take(other).ok().unwrap());
        drop(first);
        let third = slots.take(one).ok().unwrap();
        assert!(slots.take(one).is_err());
        drop((second, third));
        assert!(slots.0.is_empty());
    }
}
