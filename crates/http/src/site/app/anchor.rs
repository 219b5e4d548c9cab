//! What leads to an address.

/// What leads to an address, with its text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Anchor {
    pub(super) href: String,
    pub(super) text: String,
}
