//! A token: the text of a key that its holder sends.
//!
//! `upl_<team>_<key>_<40 characters><8 hexadecimal digits>`: the ids find the key, the characters are its secret, the
//! digits are a checksum over what comes before, so that a mistyped token is refused without asking the database.
//! Tokens of the first form, `upl_<key>_…`, leave out the team and are good as long as their keys are.

use std::fmt::Write as _;

use super::TeamId;

/// The id of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenId(pub i64);

const PREFIX: &str = "upl_";
const SECRET: usize = 40;
const CHECKSUM: usize = 8;
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A well-formed token, which need not be a good one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    /// Whose the key is to be; `None` in tokens of the first form.
    pub team: Option<TeamId>,
    pub id: TokenId,
    /// What a key's hash is made of.
    pub secret: &'a str,
}

impl<'a> Token<'a> {
    /// Reads a token; `None` where the text is not one.
    pub fn parse(text: &'a str) -> Option<Self> {
        let body = text.len().checked_sub(CHECKSUM)?;
        let (body, checksum) = text.split_at_checked(body)?;
        if format!("{:08x}", crc32(body.as_bytes())) != checksum {
            return None;
        }
        let (ids, secret) = body.strip_prefix(PREFIX)?.rsplit_once('_')?;
        let (team, id) = match ids.split_once('_') {
            Some((team, id)) => (Some(TeamId::new(whole(team)?)), id),
            None => (None, ids),
        };
        let id = TokenId(whole(id)?);
        (secret.len() == SECRET).then_some(Self { team, id, secret })
    }
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

/// The token of a key of a team.
pub fn token(team: TeamId, id: TokenId, secret: &str) -> String {
    let mut token = format!("{PREFIX}{}_{}_{secret}", team.get(), id.0);
    let checksum = crc32(token.as_bytes());
    // Writing to a string does not fail.
    let _ = write!(token, "{checksum:08x}");
    token
}

/// CRC-32 as ISO 3309 defines it, bit by bit: a token is short.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| {
        if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 }
    };
    !bytes.iter().fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEAM: TeamId = TeamId::new(3);

    /// A text with the checksum that it needs.
    fn summed(body: &str) -> String {
        format!("{body}{:08x}", crc32(body.as_bytes()))
    }

    #[test]
    fn a_token_is_read_back() {
        let secret = secret(&[7; SECRET]);
        let text = token(TEAM, TokenId(12), &secret);
        assert!(text.starts_with(&format!("upl_3_12_{secret}")), "{text}");
        let read = Token::parse(&text).unwrap();
        assert_eq!((read.team, read.id, read.secret), (Some(TEAM), TokenId(12), secret.as_str()));
    }

    #[test]
    fn a_token_of_the_first_form_names_no_team() {
        let secret = secret(&[7; SECRET]);
        let text = "upl_12_7777777777777777777777777777777777777777d48a88f6";
        let read = Token::parse(text).unwrap();
        assert_eq!((read.team, read.id, read.secret), (None, TokenId(12), secret.as_str()));
    }

    #[test]
    fn a_mistyped_token_is_none() {
        let text = token(TEAM, TokenId(12), &secret(&[7; SECRET]));
        for at in 0..text.len() {
            let mut broken = text.clone().into_bytes();
            broken[at] = if broken[at] == b'x' { b'y' } else { b'x' };
            assert!(Token::parse(&String::from_utf8(broken).unwrap()).is_none(), "{at}");
        }
        for text in ["", "upl_", "upl_1_", "upl_1_1_", "ééééé", "upl_1_short00000000"] {
            assert!(Token::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn an_id_is_written_in_one_way_only() {
        let secret = secret(&[7; SECRET]);
        assert!(Token::parse(&summed(&format!("upl_3_12_{secret}"))).is_some());
        for ids in [
            "", "_", "_12", "3_", "03_12", "3_012", "0_12", "3_0", "-3_12", "+3_12", "3_12_", "_3_12", "1_3_12",
            "3 _12",
        ] {
            assert!(Token::parse(&summed(&format!("upl_{ids}_{secret}"))).is_none(), "{ids}");
        }
        assert!(Token::parse(&summed(&format!("upl_3_12_{secret}0"))).is_none());
    }

    #[test]
    fn the_checksum_is_the_common_one() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }
}
