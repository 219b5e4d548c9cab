//! Names and texts as a browser encodes them: those of a query, or of a form that it posts.

use crate::request::multipart::SentText;
use crate::request::query::{read_text, unescaped};

/// The names with their texts, in the order sent.
pub(super) fn pairs(encoded: &[u8]) -> impl Iterator<Item = SentText> {
    let pair = |pair: &[u8]| {
        let mut parts = pair.splitn(2, |byte| *byte == b'=').map(|part| read_text(unescaped(part).into_owned()));
        let mut part = || parts.next().unwrap_or_else(|| (String::new(), true));
        let ((name, is_named), (text, is_read)) = (part(), part());
        SentText { name, text, is_utf8: is_named && is_read }
    };
    encoded.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty()).map(pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_browser_encodes_is_read_in_its_order() {
        let read = |encoded: &str| {
            let told = pairs(encoded.as_bytes()).map(|SentText { name, text, is_utf8 }| (name, text, is_utf8));
            told.collect::<Vec<_>>()
        };
        let pair = |name: &str, text: &str, is_utf8| (name.to_owned(), text.to_owned(), is_utf8);
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
