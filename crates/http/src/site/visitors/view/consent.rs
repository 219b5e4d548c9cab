//! How people consent to something.

/// How long what is consented to is at most where it is the label of the box.
const LONGEST_LABEL: usize = 400;

/// A box to consent by.
pub(super) struct Consent {
    /// What is consented to, which is the label of the box.
    pub(super) said: Option<String>,
    /// The same where it is long.
    pub(super) text: Option<String>,
    pub(super) url: Option<String>,
    pub(super) given: bool,
}

/// The box of a question that asks for consent to this text, or to what is at this address.
pub(super) fn consent(text: Option<String>, url: Option<String>, value: &str) -> Consent {
    let (said, text) = match text {
        Some(text) if text.chars().count() <= LONGEST_LABEL => (Some(text), None),
        text => (None, text),
    };
    Consent { said, text, url, given: value == "true" }
}
