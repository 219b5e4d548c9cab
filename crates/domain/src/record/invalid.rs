//! What was found wrong with a request, by field.

use std::collections::HashMap;

use super::FieldError;

/// How many bytes of fields and messages are told: a body may be wrong in very many places.
const MOST_TOLD: usize = 64 * 1024;

/// What was found wrong with a request, by field, in the order of the fields. What is found once this is full is not
/// told: a client that mends what it was told is told the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invalid {
    errors: Vec<(String, Vec<String>)>,
    /// How many bytes of fields and messages there are.
    told: usize,
    /// Where each field stands among them: a body may be wrong in very many.
    places: HashMap<String, usize>,
}

impl Invalid {
    pub fn add(&mut self, field: &str, error: &FieldError) {
        if let FieldError::Each(errors) = error {
            errors.iter().for_each(|error| self.add(field, error));
        } else if let FieldError::Items(items) = error {
            items.iter().for_each(|(at, error)| self.add(&format!("{field}.{at}"), error));
        } else if let FieldError::Members(members) = error {
            members.iter().for_each(|(path, error)| self.add(&format!("{field}.{path}"), error));
        } else if !self.is_full() {
            self.tell(field, error.about(field));
        }
    }

    /// Adds a message in its own words. What two rules say alike of a field is told once.
    pub fn tell(&mut self, field: &str, message: String) {
        if self.is_full() {
            return;
        }
        let bytes = field.len() + message.len();
        match self.places.get(field).and_then(|at| self.errors.get_mut(*at)) {
            Some((_, messages)) if messages.contains(&message) => return,
            Some((_, messages)) => messages.push(message),
            None => self.push(field.to_owned(), vec![message]),
        }
        self.told += bytes;
    }

    /// Takes over what was found elsewhere, under other names.
    pub(crate) fn extend(&mut self, other: Self) {
        self.told += other.told;
        for (field, messages) in other.errors {
            self.push(field, messages);
        }
    }

    /// Adds what was found beneath a place of the request, in the words in which it was told there.
    pub(crate) fn extend_beneath(&mut self, place: &str, other: &Self) {
        for (field, messages) in other.errors() {
            messages.iter().for_each(|message| self.tell(&format!("{place}.{field}"), message.clone()));
        }
    }

    /// Whether nothing more is told.
    pub fn is_full(&self) -> bool {
        self.told >= MOST_TOLD
    }

    fn push(&mut self, field: String, messages: Vec<String>) {
        self.places.entry(field.clone()).or_insert(self.errors.len());
        self.errors.push((field, messages));
    }

    /// Puts the fields in the order of their places; those without one come last, as they are.
    pub(crate) fn sort_by_place(&mut self, place: impl Fn(&str) -> Option<usize>) {
        let Self { mut errors, told, .. } = std::mem::take(self);
        self.told = told;
        errors.sort_by_key(|(field, _)| place(field).unwrap_or(usize::MAX));
        for (field, messages) in errors {
            self.push(field, messages);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    pub fn errors(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.errors.iter().map(|(field, messages)| (field.as_str(), messages.as_slice()))
    }

    /// The first message, and how many more there are.
    pub fn message(&self) -> String {
        let mut messages = self.errors.iter().flat_map(|(_, messages)| messages);
        let first = messages.next().cloned().unwrap_or_default();
        match messages.count() {
            0 => first,
            1 => format!("{first} (and 1 more error)"),
            more => format!("{first} (and {more} more errors)"),
        }
    }
}

#[cfg(test)]
mod tests;
