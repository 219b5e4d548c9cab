//! Keys in lines of the log: whoever puts one where it does not belong, such as in a path, must not find it written
//! down.

use std::borrow::Cow;

/// How a key begins; the line after it may be written as in an address.
const BEGINNING: &str = "upl";
const LINES: [&str; 3] = ["_", "%5F", "%5f"];

/// What stands in place of a key.
const MASK: &str = "upl_***";

/// The text without the keys in it, nor what looks like one.
pub(super) fn masked(text: &str) -> Cow<'_, str> {
    let mut masked = String::new();
    let mut rest = text;
    while let Some((before, after)) = next_key(rest) {
        masked.push_str(before);
        masked.push_str(MASK);
        rest = after;
    }
    if masked.is_empty() {
        return Cow::Borrowed(text);
    }
    masked.push_str(rest);
    Cow::Owned(masked)
}

/// What stands before the first key of a text, and what after it.
fn next_key(text: &str) -> Option<(&str, &str)> {
    text.match_indices(BEGINNING).find_map(|(at, _)| {
        let (before, key) = text.split_at_checked(at)?;
        let key = key.strip_prefix(BEGINNING)?;
        let rest = LINES.iter().find_map(|line| key.strip_prefix(line))?;
        Some((before, rest.trim_start_matches(may_stand_in_key)))
    })
}

/// In an address, any letter of a key may be written with a percent sign.
fn may_stand_in_key(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '%')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_masked_wherever_it_stands() {
        for (text, without) in [
            ("GET /api/upl_2_6_abcDEF0123 404", "GET /api/upl_*** 404"),
            ("GET /api/upl_6_abcDEF0123 404", "GET /api/upl_*** 404"),
            ("upl_6_secret/upl_7_secret", "upl_***/upl_***"),
            ("GET /api/upl_2_6%5Fsecret/learnings", "GET /api/upl_***/learnings"),
            ("/upl%5F2%5F6%5fsecret upl%5f2_6_secret", "/upl_*** upl_***"),
            ("uplift upl_upl_6_secret uplift", "uplift upl_*** uplift"),
            ("upl_", "upl_***"),
        ] {
            assert_eq!(masked(text), without);
        }
        assert!(matches!(masked("GET /api/learnings 200"), Cow::Borrowed(_)));
    }
}
