//! The text of a parameter: decoded, checked and trimmed.

use std::borrow::Cow;

use percent_encoding::percent_decode;

use super::tree::Node;

/// A text with NUL or invalid UTF-8, U+FFFD in place of both.
pub(super) struct Malformed(pub(super) String);

/// The bytes that percent signs and pluses stand for.
pub(crate) fn unescaped(raw: &[u8]) -> Cow<'_, [u8]> {
    if raw.contains(&b'+') {
        let spaced: Vec<u8> = raw.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
        Cow::Owned(percent_decode(&spaced).collect())
    } else {
        percent_decode(raw).into()
    }
}

/// Decodes percent signs and pluses; fails on NUL and on invalid UTF-8.
pub(super) fn decode(raw: &str) -> Result<Cow<'_, str>, Malformed> {
    let text = match unescaped(raw.as_bytes()) {
        Cow::Borrowed(_) => Cow::Borrowed(raw),
        Cow::Owned(bytes) => {
            Cow::Owned(String::from_utf8(bytes).map_err(|error| malformed(&String::from_utf8_lossy(error.as_bytes())))?)
        }
    };
    if text.contains('\0') {
        return Err(malformed(&text));
    }
    Ok(text)
}

fn malformed(text: &str) -> Malformed {
    Malformed(text.replace('\0', "\u{FFFD}"))
}

/// Takes white space off both ends, invisible signs included; what is then empty is null.
pub(super) fn trim(text: Cow<'_, str>) -> Node<'_> {
    let text = match text {
        Cow::Borrowed(text) => Cow::Borrowed(trimmed(text)),
        Cow::Owned(text) => match trimmed(&text) {
            trimmed if trimmed.len() < text.len() => Cow::Owned(trimmed.to_owned()),
            _ => Cow::Owned(text),
        },
    };
    if text.is_empty() { Node::Null } else { Node::Text(text) }
}

/// The text without white space at its ends, invisible signs included.
pub(crate) fn trimmed(text: &str) -> &str {
    text.trim_matches(|sign: char| sign.is_whitespace() || matches!(sign, '\u{200B}' | '\u{FEFF}'))
}

/// The text that some bytes are, and whether nothing in it had to be replaced.
pub(crate) fn read_text(bytes: Vec<u8>) -> (String, bool) {
    match String::from_utf8(bytes) {
        Ok(text) => (text, true),
        Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), false),
    }
}
