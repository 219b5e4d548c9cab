//! A token: the text of a key that its holder sends.
//!
//! `upl_<id>_<40 characters><8 hexadecimal digits>`: the id finds the key, the characters are its secret, the digits
//! are a checksum over what comes before, so that a mistyped token is refused without asking the database.

use std::fmt::Write as _;

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
        let (id, secret) = body.strip_prefix(PREFIX)?.split_once('_')?;
        let number: i64 = id.parse().ok()?;
        let whole = number >= 1 && number.to_string() == id && secret.len() == SECRET;
        whole.then_some(Self { id: TokenId(number), secret })
    }
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

/// The token of a key.
pub fn token(id: TokenId, secret: &str) -> String {
    let mut token = format!("{PREFIX}{}_{secret}", id.0);
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

    #[test]
    fn a_token_is_read_back() {
        let secret = secret(&[7; SECRET]);
        let text = token(TokenId(12), &secret);
        let read = Token::parse(&text).unwrap();
        assert_eq!((read.id, read.secret), (TokenId(12), secret.as_str()));
    }

    #[test]
    fn a_mistyped_token_is_none() {
        let text = token(TokenId(12), &secret(&[7; SECRET]));
        for at in 0..text.len() {
            let mut broken = text.clone().into_bytes();
            broken[at] = if broken[at] == b'x' { b'y' } else { b'x' };
            assert!(Token::parse(&String::from_utf8(broken).unwrap()).is_none(), "{at}");
        }
        for text in ["", "upl_", "upl_1_", "ééééé", "upl_1_short00000000"] {
            assert!(Token::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn the_checksum_is_the_common_one() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }
}
