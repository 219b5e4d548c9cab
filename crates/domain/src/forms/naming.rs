//! Names for programs, made of labels that people read.

use crate::record::unaccented;

/// How many characters a name has at most that is made of a label.
const CUT: usize = 60;

/// How many characters a key or an id has at most.
const LONGEST: usize = 64;

/// Whether a text may be the key of a question: a small letter, then up to 63 small letters, digits and `_`.
pub fn is_key(text: &str) -> bool {
    let inner = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_';
    text.len() <= LONGEST && text.starts_with(|first: char| first.is_ascii_lowercase()) && text.chars().all(inner)
}

/// Whether a text may be the id of an option, a row or a column: up to 64 letters, digits, `_` and `-`.
pub(super) fn is_id(text: &str) -> bool {
    let inner = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
    !text.is_empty() && text.len() <= LONGEST && text.chars().all(inner)
}

/// Makes the key of a question of its label, other than those that are taken.
pub fn key_from_label(label: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut key = plain(label, '_');
    if key.is_empty() {
        key.push_str("question");
    }
    if !key.starts_with(|first: char| first.is_ascii_lowercase()) {
        key.insert_str(0, "q_");
    }
    free(key, '_', is_taken)
}

/// Makes the id of an option, a row or a column of its label, other than those that are taken. Where the label has
/// nothing to make one of, it is the fallback.
pub(super) fn id_from_label(label: &str, fallback: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut id = plain(label, '-');
    if id.is_empty() {
        id.push_str(fallback);
    }
    free(id, '-', is_taken)
}

/// The letters and digits of a label, with one joint for whatever stands between them.
fn plain(label: &str, joint: char) -> String {
    let mut name = String::new();
    for letter in unaccented(label) {
        if letter.is_ascii_lowercase() || letter.is_ascii_digit() {
            name.push(letter);
        } else if !name.is_empty() && !name.ends_with(joint) {
            name.push(joint);
        }
    }
    name.truncate(name.trim_end_matches(joint).len());
    name
}

/// The name cut to its length, or the first numbered form of it that is not taken.
fn free(mut name: String, joint: char, is_taken: impl Fn(&str) -> bool) -> String {
    name.truncate(CUT);
    let numbered = |number: u64| {
        let end = format!("{joint}{number}");
        let stem: String = name.chars().take(LONGEST.saturating_sub(end.len())).collect();
        stem + &end
    };
    let mut names = std::iter::once(name.clone()).chain((2..).map(numbered));
    names.find(|it| !is_taken(it)).unwrap_or_default()
}

#[cfg(test)]
mod tests;
