//! Full-text search: how texts are taken apart into tokens, and what a record or a question is then made of. Databases
//! store and compare the tokens and know no language, so that every one of them finds the same.

use std::collections::{BTreeMap, HashSet};

use unicode_script::{Script, UnicodeScript};

use super::{Filters, Listed, Matching};
use crate::record::{FieldValue, Record, Stored, Weight, unaccented};

/// How many characters of a token count.
const LONGEST: usize = 64;

/// How many distinct tokens of a question count.
const MOST_ASKED: usize = 8;

/// How many bytes the distinct tokens of a record may have together, with what is kept beside each, for it to be found
/// by all of them. It is found by those of its weightiest fields first. PostgreSQL keeps 1,048,575 with a record.
const MOST_BYTES: usize = 1_000_000;

/// How many bytes are kept beside a token at most: its team, and how long it is and where it stands.
const BESIDE: usize = 32;

/// What a record is found by: its tokens, each in order and once for each weight of a field that it stands in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchDocument(BTreeMap<String, Vec<Weight>>);

impl SearchDocument {
    /// What a record with these texts is found by.
    pub fn of(mut texts: Vec<(Weight, &str)>) -> Self {
        texts.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
        let (mut document, mut room) = (Self::default(), MOST_BYTES);
        for (weight, text) in texts {
            for token in tokens(text) {
                if let Some(weights) = document.0.get_mut(&token) {
                    if !weights.contains(&weight) {
                        weights.push(weight);
                    }
                } else if let Some(left) = room.checked_sub(token.len() + BESIDE) {
                    room = left;
                    document.0.insert(token, vec![weight]);
                }
            }
        }
        document
    }

    /// Its tokens in order, each with the weights of the fields that it stands in.
    pub fn tokens(&self) -> impl Iterator<Item = (&str, &[Weight])> {
        self.0.iter().map(|(token, weights)| (token.as_str(), weights.as_slice()))
    }
}

/// Whether searches find the records of a kind.
pub fn is_searched<R: Listed>() -> bool {
    R::Filter::ALL.iter().any(|filter| filter.matching() == Matching::Search)
}

/// The texts in which searches find a record, each with its weight.
pub fn searched_texts<R: Record>(stored: &Stored<R>) -> Vec<(Weight, &str)> {
    let mut texts = Vec::new();
    stored.record.show_searched(&mut |weight, shown| {
        if let FieldValue::Text(text) = shown {
            texts.push((weight, text));
        }
    });
    texts
}

/// The distinct tokens of texts in the order in which they come first, as one text: as many as have this many bytes.
pub fn distinct_tokens<'t>(texts: impl Iterator<Item = &'t str>, most: usize) -> String {
    let (mut seen, mut distinct) = (HashSet::new(), String::new());
    for token in texts.flat_map(tokens) {
        if distinct.len() + token.len() < most && seen.insert(token.clone()) {
            distinct.push_str(&token);
            distinct.push(' ');
        }
    }
    distinct
}

/// The tokens of a question, each once: a record is found where each begins a token of its own.
pub fn asked_tokens(text: &str) -> Vec<String> {
    let mut asked = Vec::new();
    for token in tokens(text) {
        if asked.len() < MOST_ASKED && !asked.contains(&token) {
            asked.push(token);
        }
    }
    asked
}

/// Takes a text apart: runs of letters and digits, whatever their case and their accents, and each character by itself
/// of scripts that put no spaces between words.
fn tokens(text: &str) -> Vec<String> {
    let (mut tokens, mut run, mut length) = (Vec::new(), String::new(), 0);
    for letter in unaccented(text) {
        let alone = stands_alone(letter);
        if alone || !letter.is_alphanumeric() {
            tokens.extend((!run.is_empty()).then(|| std::mem::take(&mut run)));
            length = 0;
        }
        if alone {
            tokens.push(letter.to_string());
        } else if letter.is_alphanumeric() && length < LONGEST {
            run.push(letter);
            length += 1;
        }
    }
    tokens.extend((!run.is_empty()).then_some(run));
    tokens
}

/// Whether a character is a token of its own.
fn stands_alone(letter: char) -> bool {
    let script = [Script::Han, Script::Hiragana, Script::Katakana].contains(&letter.script());
    letter.is_alphanumeric() && (script || letter == '\u{30FC}')
}

#[cfg(test)]
mod tests;
