//! A token: the text of a key that its holder sends.
//!
//! `upl_<team>_<key>_<40 characters><8 hexadecimal digits>`: the ids find the key, the characters are its secret, the
//! digits are a checksum over what comes before, so that a mistyped token is refused without asking the database.
//! Tokens of the first form, `upl_<key>_…`, leave out the team and are good as long as their keys are.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::TeamId;
use crate::record::{FieldError, FieldType, FieldValue, Id, TextFormat, Unreadable, Value};
use crate::{Invitation, Json, Key};

const PREFIX: &str = "upl_";
/// What invitations begin with: as no key does, whose ids are numbers.
const INVITATION: &str = "upl_i_";
/// How many characters a secret has.
pub const SECRET: usize = 40;
const CHECKSUM: usize = 8;
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A well-formed token, which need not be a good one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    /// Whose the key is to be; `None` in tokens of the first form.
    pub team: Option<TeamId>,
    pub id: Id<Key>,
    /// What a key's hash is made of.
    pub secret: &'a str,
}

impl<'a> Token<'a> {
    /// Reads a token; `None` where the text is not one.
    pub fn parse(text: &'a str) -> Option<Self> {
        let (ids, secret) = parts(text, PREFIX)?;
        let (team, id) = match ids.split_once('_') {
            Some((team, id)) => (Some(TeamId::new(whole(team)?)), id),
            None => (None, ids),
        };
        Some(Self { team, id: Id::new(whole(id)?), secret })
    }
}

/// A well-formed token of an invitation: `upl_i_<team>_<invitation>_` and what follows in that of a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct InvitationToken<'a> {
    pub team: TeamId,
    pub id: Id<Invitation>,
    pub secret: &'a str,
}

impl<'a> InvitationToken<'a> {
    /// Reads a token; `None` where the text is not one.
    pub fn parse(text: &'a str) -> Option<Self> {
        let (ids, secret) = parts(text, INVITATION)?;
        let (team, id) = ids.split_once('_')?;
        Some(Self { team: TeamId::new(whole(team)?), id: Id::new(whole(id)?), secret })
    }
}

/// The ids and the secret of a token that begins so.
fn parts<'a>(text: &'a str, prefix: &str) -> Option<(&'a str, &'a str)> {
    let body = text.len().checked_sub(CHECKSUM)?;
    let (body, checksum) = text.split_at_checked(body)?;
    if format!("{:08x}", crc32(body.as_bytes())) != checksum {
        return None;
    }
    let (ids, secret) = body.strip_prefix(prefix)?.rsplit_once('_')?;
    (secret.len() == SECRET).then_some((ids, secret))
}

/// An id, written as it is written in tokens and no other way.
fn whole(text: &str) -> Option<i64> {
    text.parse().ok().filter(|id: &i64| *id >= 1 && id.to_string() == text)
}

/// A secret made of random bytes, of which it takes one for each character.
pub fn secret(random: &[u8; SECRET]) -> String {
    random
        .iter()
        .filter_map(|byte| ALPHABET.get(usize::from(*byte) % ALPHABET.len()))
        .copied()
        .map(char::from)
        .collect()
}

/// What an address ends with that opens something to whoever has it, made of random bytes: 32 letters and digits.
pub(crate) fn address_token(random: &[u8; SECRET]) -> String {
    secret(random).chars().take(32).collect()
}

/// Whether a text could be a secret.
pub fn is_secret(text: &str) -> bool {
    text.len() == SECRET && text.bytes().all(|byte| ALPHABET.contains(&byte))
}

/// The token of a key of a team.
pub fn token(team: TeamId, id: Id<Key>, secret: &str) -> String {
    summed(format!("{PREFIX}{}_{id}_{secret}", team.get()))
}

/// The token of an invitation to a team.
pub fn invitation_token(team: TeamId, id: Id<Invitation>, secret: &str) -> String {
    summed(format!("{INVITATION}{}_{id}_{secret}", team.get()))
}

/// A token with the checksum that it ends with.
fn summed(mut token: String) -> String {
    let checksum = crc32(token.as_bytes());
    // Writing to a string does not fail.
    let _ = write!(token, "{checksum:08x}");
    token
}

/// What is kept of a secret: its SHA-256, in lower-case hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretHash(String);

impl SecretHash {
    pub fn of(secret: &str) -> Self {
        Self(format!("{:x}", Sha256::digest(secret)))
    }

    /// Whether it was made of this secret, found out in the same time whichever it was made of.
    pub fn is_of(&self, secret: &str) -> bool {
        self.0.as_bytes().ct_eq(Self::of(secret).0.as_bytes()).into()
    }

    /// What tells it from the hash of another secret, and nothing about it or the secret.
    pub fn mark(&self) -> String {
        format!("{:.16x}", Sha256::digest(&self.0))
    }
}

impl Value for SecretHash {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::Text { max: 64, format: TextFormat::Plain };

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Text(&self.0)
    }

    fn read(_raw: &Json) -> Result<Self, FieldError> {
        Err(FieldError::Prohibited)
    }

    fn into_raw(self) -> String {
        self.0
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        Ok(Self(raw))
    }
}

/// CRC-32 as ISO 3309 defines it, bit by bit: a token is short.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| {
        if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 }
    };
    !bytes.iter().fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc)))
}

#[cfg(test)]
mod tests;
