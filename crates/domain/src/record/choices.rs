//! A vocabulary: a closed set of words.

use super::{FieldError, Unreadable};
use crate::Json;

/// A closed set of words, implemented by `#[derive(Choices)]`.
pub trait Choices: Copy + PartialEq + Sized + 'static {
    const ALL: &'static [Self];
    const NAMES: &'static [&'static str];

    /// The word as it is written on the wire and in the database.
    fn name(self) -> &'static str;

    /// The word of this name, if there is one.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|word| word.name() == name)
    }
}

/// Reads a word from a body.
///
/// # Errors
/// When it is not one of the vocabulary.
pub fn read_word<W: Choices>(raw: &Json) -> Result<W, FieldError> {
    raw.as_str().and_then(W::from_name).ok_or(FieldError::NotAllowed)
}

/// Reads a word from the database.
///
/// # Errors
/// When it is not one of the vocabulary.
pub fn stored_word<W: Choices>(raw: &str) -> Result<W, Unreadable> {
    W::from_name(raw).ok_or_else(|| Unreadable(format!("\"{raw}\" is not one of {}", W::NAMES.join(", "))))
}
