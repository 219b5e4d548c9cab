//! The uploads in the making: how many files may be on their way in at once, in all, of one team and from one address,
//! and in a part of these for whoever shows no key. Each is an open file, and on the disk up to as large as a file may be.

use std::net::IpAddr;
use std::sync::Arc;

use uplift_domain::Refusal;
use uplift_domain::access::TeamId;

use super::slots::{Slot, Slots};
use crate::origin::network;

/// Of all slots one team may have one in so many, and one address; and respondents together, who share theirs alike.
const TEAM_SHARE: usize = 2;
const ADDRESS_SHARE: usize = 4;
const RESPONDENTS_SHARE: usize = 4;

/// How many files the form of a page may send: so many slots everybody may have, however few there are.
pub(crate) const MOST_FILES: usize = 5;

/// The slots of a server.
pub(crate) struct Uploads {
    most: usize,
    slots: Arc<Slots<Share>>,
}

/// Who sends a file.
#[derive(Clone, Copy)]
pub(crate) enum Sender {
    /// Whoever shows a key.
    Bearer,
    /// Whoever answers a form, without one.
    Respondent,
}

/// Whose slots are counted together, and against which of them.
pub(crate) type Share = (Quota, Sharer);

/// A slot for an upload.
pub(crate) type UploadSlot = Slot<Share>;

/// All slots, or those that respondents may have of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Quota {
    Whole,
    Respondents,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Sharer {
    Everybody,
    Team(TeamId),
    Network(Option<IpAddr>),
}

impl Sender {
    const fn quotas(self) -> &'static [Quota] {
        match self {
            Self::Bearer => &[Quota::Whole],
            Self::Respondent => &[Quota::Whole, Quota::Respondents],
        }
    }
}

impl Uploads {
    /// Makes so many slots.
    pub(crate) fn of(most: usize) -> Self {
        Self { most, slots: Arc::default() }
    }

    /// Takes a slot for a file that a client sends to a team.
    ///
    /// # Errors
    /// When all are taken, or as many as the team, the address of the client or respondents may have.
    pub(crate) fn take(&self, sender: Sender, team: TeamId, client: Option<IpAddr>) -> Result<UploadSlot, Refusal> {
        let sharers = [Sharer::Everybody, Sharer::Team(team), Sharer::Network(client.map(network))];
        let shares: Vec<Share> = sender.quotas().iter().flat_map(|quota| sharers.map(|it| (*quota, it))).collect();
        self.slots.take(&shares, |share| self.most_of(share)).ok_or(Refusal::Busy)
    }

    fn most_of(&self, (quota, sharer): Share) -> usize {
        let all = match quota {
            Quota::Whole => self.most,
            Quota::Respondents => self.most / RESPONDENTS_SHARE,
        };
        let own = match sharer {
            Sharer::Everybody => all,
            Sharer::Team(_) => all / TEAM_SHARE,
            Sharer::Network(_) => all / ADDRESS_SHARE,
        };
        own.max(MOST_FILES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(uploads: &Uploads, team: i64, client: &str, most: usize) -> Vec<UploadSlot> {
        take_as(Sender::Bearer, uploads, team, client, most)
    }

    fn take_as(sender: Sender, uploads: &Uploads, team: i64, client: &str, most: usize) -> Vec<UploadSlot> {
        let slot = |_| uploads.take(sender, TeamId::new(team), Some(client.parse().unwrap())).ok();
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
        assert!(uploads.slots.is_empty());
    }

    #[test]
    fn respondents_leave_slots_to_those_with_keys_and_to_each_other() {
        let uploads = Uploads::of(160);
        let answer = |team, client| take_as(Sender::Respondent, &uploads, team, client, 160);
        let of_one = [answer(1, "192.0.2.1"), answer(1, "192.0.2.2"), answer(1, "192.0.2.3")];
        assert_eq!(of_one.each_ref().map(Vec::len), [10, 10, 0], "an address and a team have their shares");
        let of_others = [answer(2, "192.0.2.4"), answer(3, "192.0.2.5"), answer(4, "192.0.2.6")];
        assert_eq!(of_others.each_ref().map(Vec::len), [10, 10, 0], "there are no more for respondents");
        let by_key = take(&uploads, 1, "192.0.2.1", 160);
        assert_eq!(by_key.len(), 30, "the address has its share of all, of which some are taken");
        drop((of_one, of_others, by_key));
        assert!(uploads.slots.is_empty());
    }

    #[test]
    fn however_few_slots_there_are_a_form_can_be_sent() {
        assert_eq!(take(&Uploads::of(0), 1, "192.0.2.1", 40).len(), MOST_FILES);
    }
}
