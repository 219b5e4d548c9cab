//! The budget: how many bytes of memory the bodies and answers that are on their way may take, in all, of one team, and
//! of those who show no key.
//!
//! What is small is not counted. What is large is counted from when it comes into being until it is sent or dropped,
//! however slowly its client reads.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;
use serde_json::Value;
use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::record::Fields;

use crate::request::bounds::ANSWER;

/// How many bytes all teams together may have on their way.
const WHOLE: usize = 96 * 1024 * 1024;

/// How many of them one team may have.
const SHARE: usize = WHOLE / 2;

/// How many of them are kept for teams that have little on their way, and how much that is.
const RESERVE: usize = WHOLE / 4;
const LITTLE: usize = WHOLE / 12;

/// How many of them all may have together who show no key, and how many of these whoever asks for what one team made
/// public: anybody may be one of them, and nobody who has a key is to wait for them. It is as much as one answer may be.
const KEYLESS: usize = WHOLE / 4;
const KEYLESS_SHARE: usize = ANSWER;

/// How many of these are kept for those that have little on their way, and how much that is.
const KEYLESS_RESERVE: usize = KEYLESS / 4;
const KEYLESS_LITTLE: usize = KEYLESS / 12;

/// How many bytes are so few that they are not counted.
pub(crate) const SMALL: usize = 64 * 1024;

/// In steps of how many bytes the others are taken from the budget.
const STEP: usize = 256 * 1024;

/// In which steps bodies are that are small and still on their way, and up to where they are not counted: a crowd of
/// clients may take their time with them, where answers of that size are made and gone.
const BODY_STEP: usize = 16 * 1024;
const SHORT_BODY: usize = 4 * 1024;

/// How many bytes of a large answer are handed over at once: what is handed over counts as sent.
const PIECE: usize = 32 * 1024;

/// Whose share of the budget something takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Holder {
    /// Those who have a key of a team.
    Team(TeamId),
    /// Those who ask without a key for what a team made public.
    Public(TeamId),
    /// Those of whom it is not known yet whose they are.
    Nobody,
}

impl Holder {
    const fn has_key(self) -> bool {
        matches!(self, Self::Team(_))
    }

    const fn share(self) -> usize {
        if self.has_key() { SHARE } else { KEYLESS_SHARE }
    }
}

impl From<TeamId> for Holder {
    fn from(team: TeamId) -> Self {
        Self::Team(team)
    }
}

/// What is taken of the budget, by whose share it is. Who has nothing on the way is not there.
#[derive(Default)]
pub(crate) struct Budget(Mutex<HashMap<Holder, usize>>);

impl Budget {
    /// A hold on nothing yet.
    pub(crate) fn hold(self: &Arc<Self>, holder: impl Into<Holder>) -> Hold {
        Hold { budget: Arc::clone(self), holder: holder.into(), bytes: 0 }
    }

    /// Lets a write in. What writes answer is counted and never refused, for then they would have to be undone; so
    /// whose answers take more than their share is refused before they write on.
    ///
    /// # Errors
    /// When they have more on its way than their share.
    pub(crate) fn admit(&self, holder: impl Into<Holder>) -> Result<(), Refusal> {
        let holder = holder.into();
        let own = self.taken().get(&holder).copied().unwrap_or_default();
        if own > holder.share() { Err(Refusal::Busy) } else { Ok(()) }
    }

    fn take_anyway(&self, holder: Holder, more: usize) {
        *self.taken().entry(holder).or_default() += more;
    }

    fn take(&self, holder: Holder, more: usize) -> bool {
        let mut taken = self.taken();
        let (all, own) = (taken.values().sum::<usize>(), taken.get(&holder).copied().unwrap_or_default());
        let most = if own + more <= LITTLE { WHOLE } else { WHOLE - RESERVE };
        let has_room = holder.has_key() || {
            let keyless = taken.iter().filter(|(other, _)| !other.has_key()).map(|(_, bytes)| bytes);
            let most = if own + more <= KEYLESS_LITTLE { KEYLESS } else { KEYLESS - KEYLESS_RESERVE };
            keyless.sum::<usize>() + more <= most
        };
        let fits = has_room && all + more <= most && own + more <= holder.share();
        if fits {
            taken.insert(holder, own + more);
        }
        fits
    }

    fn give_back(&self, holder: Holder, bytes: usize) {
        let mut taken = self.taken();
        match taken.get_mut(&holder) {
            Some(own) if *own > bytes => *own -= bytes,
            Some(_) | None => drop(taken.remove(&holder)),
        }
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<Holder, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What something has taken of the budget, which is given back when this is dropped.
pub(crate) struct Hold {
    budget: Arc<Budget>,
    holder: Holder,
    bytes: usize,
}

impl Hold {
    /// Holds enough for so many bytes.
    ///
    /// # Errors
    /// When there is no room for more just now.
    pub(crate) fn cover(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.reach(counted(bytes))
    }

    /// Holds enough for so many bytes of a body that is still on its way.
    ///
    /// # Errors
    /// When there is no room for more just now.
    pub(crate) fn cover_body(&mut self, bytes: usize) -> Result<(), Refusal> {
        let short = if bytes <= SHORT_BODY { 0 } else { bytes.next_multiple_of(BODY_STEP) };
        self.reach(if bytes <= SMALL { short } else { counted(bytes) })
    }

    fn reach(&mut self, needed: usize) -> Result<(), Refusal> {
        if needed > self.bytes {
            if !self.budget.take(self.holder, needed - self.bytes) {
                return Err(Refusal::Busy);
            }
            self.bytes = needed;
        }
        Ok(())
    }

    /// Holds enough for so many bytes, whether or not there is room for them.
    pub(crate) fn cover_anyway(&mut self, bytes: usize) {
        let needed = counted(bytes);
        if needed > self.bytes {
            self.budget.take_anyway(self.holder, needed - self.bytes);
            self.bytes = needed;
        }
    }

    /// Gives back what is more than so many bytes need.
    pub(crate) fn shrink(&mut self, bytes: usize) {
        let needed = counted(bytes);
        if needed < self.bytes {
            self.budget.give_back(self.holder, self.bytes - needed);
            self.bytes = needed;
        }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        if self.bytes > 0 {
            self.budget.give_back(self.holder, self.bytes);
        }
    }
}

fn counted(bytes: usize) -> usize {
    if bytes <= SMALL { 0 } else { bytes.next_multiple_of(STEP) }
}

/// Something with what it has taken of the budget.
pub(crate) struct Budgeted<T> {
    it: T,
    hold: Hold,
}

impl<T> Budgeted<T> {
    pub(crate) const fn new(it: T, hold: Hold) -> Self {
        Self { it, hold }
    }
}

impl<T> Deref for Budgeted<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.it
    }
}

impl<T> DerefMut for Budgeted<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.it
    }
}

impl Budgeted<Bytes> {
    /// The bytes as the body of an answer.
    pub(crate) fn into_body(self) -> BoxBody {
        if self.hold.bytes == 0 { BoxBody::new(self.it) } else { self.into_body_with(()) }
    }

    /// The bytes as the body of an answer, with something that is kept until they are taken.
    pub(crate) fn into_body_with<K: Unpin + 'static>(self, kept: K) -> BoxBody {
        let Self { it: bytes, hold } = self;
        BoxBody::new(BudgetedBody { bytes, _hold: hold, _kept: kept })
    }
}

/// An answer that is handed over piece by piece as it is taken.
struct BudgetedBody<K> {
    bytes: Bytes,
    _hold: Hold,
    _kept: K,
}

impl<K: Unpin> MessageBody for BudgetedBody<K> {
    type Error = std::convert::Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(u64::try_from(self.bytes.len()).unwrap_or(u64::MAX))
    }

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let next = self.bytes.len().min(PIECE);
        Poll::Ready((next > 0).then(|| Ok(self.bytes.split_to(next))))
    }
}

/// What a node of an object takes, which has room for eleven members.
pub(crate) const NODE: usize = 640;

/// What each further member takes of a node, which may be half full.
pub(crate) const MEMBER: usize = NODE / 5;

/// What an item of a list takes: a list has room for up to twice its items.
pub(crate) const ITEM: usize = 2 * size_of::<Value>();

/// About how many bytes of memory the fields of a body take.
pub(crate) fn weight(fields: &Fields) -> usize {
    let within: usize = fields.iter().map(|(name, value)| name.len() + weight_of(value)).sum();
    let nodes = if fields.is_empty() { 0 } else { NODE + (fields.len() - 1) * MEMBER };
    nodes + within
}

/// About how many bytes a value takes beside its own place.
fn weight_of(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => text.capacity(),
        Value::Array(items) => items.capacity() * size_of::<Value>() + items.iter().map(weight_of).sum::<usize>(),
        Value::Object(members) => weight(members),
    }
}

#[cfg(test)]
mod tests;
