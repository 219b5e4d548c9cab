//! Requests that were carried out under an idempotency key, and what they were answered.

use crate::access::TeamId;
use crate::record::{Id, Time};
use crate::{Key, Refusal};

/// A request that was carried out under an idempotency key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptRequest {
    /// What tells it from any other, in hexadecimal.
    pub digest: String,
    /// `None` where it is too large to be kept, or was forgotten for what stood in it.
    pub answer: Option<KeptAnswer>,
}

/// An answer that is given again, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptAnswer {
    pub status: u16,
    pub json: String,
    /// The ETag, with its quotes, of an answer that shows one record.
    pub tag: Option<String>,
}

/// What the database keeps of such requests, by the team and the API key that made them.
pub trait Idempotency {
    /// The request that was carried out under this key since a moment. Others that ask for the same key wait until the
    /// transaction ends.
    fn kept_request(
        &mut self,
        team: TeamId,
        asked: (Id<Key>, &str),
        since: Time,
    ) -> Result<Option<KeptRequest>, Refusal>;

    /// Keeps a request, in place of one that was kept too long ago.
    fn keep_request(&mut self, team: TeamId, asked: (Id<Key>, &str), request: &KeptRequest) -> Result<(), Refusal>;

    /// Forgets the answers in which one of these texts stands. That their requests were carried out is still known.
    fn forget_answers(&mut self, team: TeamId, holding: &[String]) -> Result<(), Refusal>;

    /// Forgets the requests whose answers tell something of responses to forms that is to go: their keys may be used anew.
    fn forget_about_responses(&mut self, team: TeamId, is_to_go: &dyn Fn(&str) -> bool) -> Result<(), Refusal>;

    /// Forgets what was kept before a moment: so many at most, with what was kept at the moment of the last. Tells how
    /// many there were.
    fn forget_requests(&mut self, team: TeamId, before: Time, most: i64) -> Result<usize, Refusal>;
}
