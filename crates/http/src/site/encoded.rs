//! Names and values as a browser encodes them: those of a query, or of a form that it posts.

use crate::request::query::{read_text, unescaped};

/// A name with its value, U+FFFD in place of what is not UTF-8.
pub(super) struct Pair {
    pub(super) name: String,
    pub(super) value: String,
    /// Whether nothing in it had to be replaced.
    pub(super) is_utf8: bool,
}

/// The names with their values, in the order sent.
pub(super) fn pairs(encoded: &[u8]) -> impl Iterator<Item = Pair> {
    let pair = |pair: &[u8]| {
        let mut parts = pair.splitn(2, |byte| *byte == b'=').map(|part| read_text(unescaped(part).into_owned()));
        let mut part = || parts.next().unwrap_or_else(|| (String::new(), true));
        let ((name, is_named), (value, is_read)) = (part(), part());
        Pair { name, value, is_utf8: is_named && is_read }
    };
    encoded.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty()).map(pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_browser_encodes_is_read_in_its_order() {
        let read = |encoded: &str| {
            let told = pairs(encoded.as_bytes()).map(|Pair { name, value, is_utf8 }| (name, value, is_utf8));
            told.collect::<Vec<_>>()
        };
        let pair = |name: &str, value: &str, is_utf8| (name.to_owned(), value.to_owned(), is_utf8);
        let expected = [
            pair("a b", "c+d", true),
            pair("a b", "=\u{e4}", true),
            pair("", "x", true),
            pair("y", "", true),
            pair("z", "\u{fffd}", false),
            pair("\u{fffd}", "\0", false),
        ];
        assert_eq!(read("a+b=c%2bd&&a%20b==%C3%A4&=x&y&z=%ff&%ff=%00&"), expected);
        assert!(read("").is_empty());
    }
}
