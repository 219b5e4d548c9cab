//! The uploads in the making: how many files may be on their way in at once, in all, of one team and from one address.
//! Each is an open file, and on the disk up to as large as a file may be.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uplift_domain::Refusal;
use uplift_domain::access::TeamId;

use crate::origin::network;

/// Of all slots one team may have one in so many, and one address.
const TEAM_SHARE: usize = 2;
const ADDRESS_SHARE: usize = 4;

/// How many files the form of a page may send: so many slots everybody may have, however few there are.
pub(crate) const MOST_FILES: usize = 5;

/// The slots of a server, and how many are taken, by who shares them. Who has none is not there.
pub(crate) struct Uploads {
    most: usize,
    taken: Mutex<HashMap<Sharer, usize>>,
}

/// Whose slots are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Sharer {
    Everybody,
    Team(TeamId),
    Network(Option<IpAddr>),
}

/// A slot, which is free again when this is dropped.
pub(crate) struct UploadSlot {
    uploads: Arc<Uploads>,
    sharers: [Sharer; 3],
}

impl Uploads {
    /// So many slots.
    pub(crate) fn of(most: usize) -> Arc<Self> {
        Arc::new(Self { most, taken: Mutex::default() })
    }

    /// Takes a slot for a file that a client sends to a team.
    ///
    /// # Errors
    /// When all are taken, or as many as the team or the address of the client may have.
    pub(crate) fn take(self: &Arc<Self>, team: TeamId, client: Option<IpAddr>) -> Result<UploadSlot, Refusal> {
        let sharers = [Sharer::Everybody, Sharer::Team(team), Sharer::Network(client.map(network))];
        let mut taken = self.taken();
        if sharers.iter().any(|it| taken.get(it).is_some_and(|own| *own >= self.share(*it))) {
            return Err(Refusal::Busy);
        }
        for sharer in sharers {
            *taken.entry(sharer).or_default() += 1;
        }
        Ok(UploadSlot { uploads: Arc::clone(self), sharers })
    }

    fn share(&self, sharer: Sharer) -> usize {
        let share = match sharer {
            Sharer::Everybody => self.most,
            Sharer::Team(_) => self.most / TEAM_SHARE,
            Sharer::Network(_) => self.most / ADDRESS_SHARE,
        };
        share.max(MOST_FILES)
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<Sharer, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UploadSlot {
    fn drop(&mut self) {
        let mut taken = self.uploads.taken();
        for sharer in &self.sharers {
            match taken.get_mut(sharer) {
                Some(own) if *own > 1 => *own -= 1,
                Some(_) | None => drop(taken.remove(sharer)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(uploads: &Arc<Uploads>, team: i64, client: &str, most: usize) -> Vec<UploadSlot> {
        let slot = |_| uploads.take(TeamId::new(team), Some(client.parse().unwrap())).ok();
        (0..most).map_while(slot).collect()
    }

    #[test]
    fn nobody_takes_the_slots_of_all_others() {
        let uploads = Uploads::of(40);
        let of_one = take(&uploads, 1, "192.0.2.1", 40);
        assert_eq!(of_one.len(), 10);
        assert_eq!(take(&uploads, 2, "192.0.2.1", 1).len(), 0, "the address has its share");
        let by_another = take(&uploads, 1, "2001:db8::1", 40);
        assert_eq!(by_another.len(), 10);
        assert_eq!(take(&uploads, 1, "192.0.2.2", 1).len(), 0, "the team has its share");
        assert_eq!(take(&uploads, 2, "2001:db8::2", 1).len(), 0, "it is the same network");
        let rest = ["192.0.2.3", "192.0.2.4"].map(|client| take(&uploads, 2, client, 40).len());
        assert_eq!(rest, [10, 10]);
        let left = ["192.0.2.3", "192.0.2.4"].map(|client| take(&uploads, 2, client, 40));
        assert_eq!(take(&uploads, 3, "192.0.2.5", 1).len(), 0, "there are no more");
        drop((of_one, by_another, left));
        assert!(uploads.taken().is_empty());
    }

    #[test]
    fn however_few_slots_there_are_a_form_can_be_sent() {
        assert_eq!(take(&Uploads::of(0), 1, "192.0.2.1", 40).len(), MOST_FILES);
    }
}
