//! The carried query: the parameters that the links of a list keep, encoded again.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::tree::{Map, Node};

/// Encodes all but what RFC 3986 calls unreserved.
pub(crate) const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The parameter that numbers the pages of a list: its links set it themselves, and carry all others on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum PageParameter {
    /// `page[number]`, the convention of the lists.
    Number,
    /// `page`, as the activities have it; `page[number]` says the same.
    Plain,
}

impl PageParameter {
    pub(crate) fn encoded(self) -> &'static str {
        match self {
            Self::Number => "page%5Bnumber%5D",
            Self::Plain => "page",
        }
    }
}

/// Encodes every parameter below `root` but the one that numbers pages and the empty ones.
pub(super) fn encode(root: &Map<'_>, numbering: PageParameter) -> String {
    let mut carried = String::new();
    let mut name = String::new();
    for (key, node) in root.entries() {
        name.clear();
        name.extend(utf8_percent_encode(key, UNRESERVED));
        match (key, node) {
            ("page", Node::Map(map)) => {
                let kept = map.entries().filter(|(key, _)| *key != "number");
                carry_all(kept, &mut name, &mut carried);
            }
            ("page", _) if numbering == PageParameter::Plain => {}
            _ => carry(node, &mut name, &mut carried),
        }
    }
    carried
}

/// Appends the parameters at and below `node`; `name` is the encoded name that leads to it.
fn carry(node: &Node<'_>, name: &mut String, carried: &mut String) {
    match node {
        Node::Null => {}
        Node::Text(text) => {
            if !carried.is_empty() {
                carried.push('&');
            }
            carried.push_str(name);
            carried.push('=');
            carried.extend(utf8_percent_encode(text, UNRESERVED));
        }
        Node::Map(map) => carry_all(map.entries(), name, carried),
    }
}

fn carry_all<'n, 'q: 'n>(
    entries: impl Iterator<Item = (&'n str, &'n Node<'q>)>,
    name: &mut String,
    carried: &mut String,
) {
    let outer = name.len();
    for (key, node) in entries {
        name.push_str("%5B");
        name.extend(utf8_percent_encode(key, UNRESERVED));
        name.push_str("%5D");
        carry(node, name, carried);
        name.truncate(outer);
    }
}
