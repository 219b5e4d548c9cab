//! Requests under an idempotency key: repeated, they are answered again and not carried out again.

use crate::access::TeamId;
use crate::ports::{KeptAnswer, KeptRequest, WriteTx};
use crate::record::{FieldError, Id, Time};
use crate::{Key, Refusal};

/// How long a request is remembered, in seconds.
const REMEMBERED: i64 = 24 * 60 * 60;

/// How long an answer may be that is given again, in bytes.
const MOST_KEPT: usize = 1024 * 1024;

/// How long a key may be, in characters.
const LONGEST: usize = 255;

const FIELD: &str = "idempotency_key";

/// A request under an idempotency key.
#[derive(Clone, Debug)]
pub struct Idempotent {
    /// The API key that makes it: those of others are not seen.
    pub api_key: Id<Key>,
    pub key: IdempotencyKey,
    /// What tells the request from any other, in hexadecimal.
    pub digest: String,
}

/// What a client calls a request: visible ASCII.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// Reads one as it was sent.
    ///
    /// # Errors
    /// When it is none.
    pub fn parse(sent: &[u8]) -> Result<Self, Refusal> {
        let visible = (1..=LONGEST).contains(&sent.len()) && sent.iter().all(u8::is_ascii_graphic);
        let text = std::str::from_utf8(sent).ok().filter(|_| visible);
        text.map(|text| Self(text.to_owned())).ok_or_else(|| Refusal::field(FIELD, &FieldError::Format))
    }
}

impl Idempotent {
    /// What the request was answered when it was carried out; `None` where it was not.
    ///
    /// # Errors
    /// When another request was carried out under the key, or this one, whose answer was too large to be kept or was
    /// erased.
    pub(super) fn answered(&self, tx: &mut dyn WriteTx, team: TeamId) -> Result<Option<KeptAnswer>, Refusal> {
        let since = forgotten_before(tx.now());
        let Some(kept) = tx.kept_request(team, (self.api_key, &self.key.0), since)? else { return Ok(None) };
        let refused = |why: &str| Err(Refusal::field(FIELD, &FieldError::Otherwise(why.to_owned())));
        match kept.answer {
            _ if kept.digest != self.digest => refused("has already been used for another request."),
            Some(answer) => Ok(Some(answer)),
            None => refused("has already been used for this request, whose answer is not kept."),
        }
    }

    /// Keeps the answer for whoever repeats the request.
    ///
    /// # Errors
    /// When the database fails.
    pub fn keep(&self, tx: &mut dyn WriteTx, team: TeamId, answer: KeptAnswer) -> Result<(), Refusal> {
        let answer = Some(answer).filter(|answer| answer.json.len() <= MOST_KEPT);
        tx.keep_request(team, (self.api_key, &self.key.0), &KeptRequest { digest: self.digest.clone(), answer })
    }
}

/// Requests that were carried out before this moment are remembered no more.
pub fn forgotten_before(now: Time) -> Time {
    now.plus_seconds(-REMEMBERED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_visible_ascii_of_bounded_length() {
        for good in ["a", "6f1c-9", "~!\"'", &"k".repeat(255)] {
            assert!(IdempotencyKey::parse(good.as_bytes()).is_ok(), "{good}");
        }
        for bad in ["", " ", "a b", "ä", "a\u{7f}", &"k".repeat(256)] {
            let refused = Refusal::field(FIELD, &FieldError::Format);
            assert_eq!(IdempotencyKey::parse(bad.as_bytes()), Err(refused), "{bad:?}");
        }
    }
}
