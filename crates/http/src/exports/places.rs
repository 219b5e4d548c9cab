//! The places for exports: how many a team may have on their way at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uplift_domain::Refusal;
use uplift_domain::access::TeamId;

/// How many exports of one team may be on their way.
const AT_ONCE: usize = 2;

/// How many seconds a client is told to wait that finds no place.
const RETRY_AFTER: u64 = 5;

/// The exports that are on their way, by team. A team that has none is not there.
#[derive(Default)]
pub(crate) struct Places(Mutex<HashMap<TeamId, usize>>);

/// A place of a team, which is free again when this is dropped.
pub(crate) struct Place {
    places: Arc<Places>,
    team: TeamId,
}

impl Places {
    /// Takes a place.
    ///
    /// # Errors
    /// When the team has as many exports on their way as it may.
    pub(crate) fn take(self: &Arc<Self>, team: TeamId) -> Result<Place, Refusal> {
        let mut taken = self.taken();
        let own = taken.entry(team).or_default();
        if *own >= AT_ONCE {
            return Err(Refusal::TooMany { retry_after: RETRY_AFTER });
        }
        *own += 1;
        Ok(Place { places: Arc::clone(self), team })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<TeamId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
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
    fn a_team_has_two_places_and_others_have_their_own() {
        let places = Arc::<Places>::default();
        let (one, other) = (TeamId::new(1), TeamId::new(2));
        let first = places.take(one).ok().unwrap();
        let second = places.take(one).ok().unwrap();
        assert_eq!(places.take(one).err(), Some(Refusal::TooMany { retry_after: 5 }));
        drop(places.take(other).ok().unwrap());
        drop(first);
        let third = places.take(one).ok().unwrap();
        assert!(places.take(one).is_err());
        drop((second, third));
        assert!(places.taken().is_empty());
    }
}
