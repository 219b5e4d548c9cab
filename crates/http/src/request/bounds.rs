//! The bounds of one request, and how it is told that one was passed.

use uplift_domain::Refusal;
use uplift_domain::listing::{Ask, LeadsTo, Relations};
use uplift_domain::record::{FieldError, Invalid};

/// How long a query may be, in bytes.
pub(crate) const QUERY: usize = 16 * 1024;

/// How many bytes an answer may have, and how many may be read for it.
pub(crate) const ANSWER: usize = 16 * 1024 * 1024;

/// Refuses a relation with which more records than may be would be included.
pub(crate) fn too_many_included(most: usize, relation: impl Relations) -> Refusal {
    let instead = match relation.leads_to() {
        LeadsTo::Many(kind, _) | LeadsTo::Morphs(kind, _) | LeadsTo::Linked(kind, _) => {
            let list = kind.path().map(|path| format!(", or list /{path}")).unwrap_or_default();
            format!("ask for {}{}{list}", relation.name(), Ask::Count.suffix())
        }
        LeadsTo::One(..) | LeadsTo::OneOf(_) | LeadsTo::Within { .. } | LeadsTo::Parts(_) => {
            "ask for smaller pages".to_owned()
        }
    };
    refuse("include", &format!("would bring more than {} records; {instead}", grouped(most)))
}

/// Refuses an answer that would be too large, for what is asked under this field.
pub(crate) fn too_large(field: &str) -> Refusal {
    let most = ANSWER / (1024 * 1024);
    refuse(field, &format!("would make an answer of more than {most} MiB; ask for less, or for smaller pages"))
}

fn refuse(field: &str, what: &str) -> Refusal {
    let mut invalid = Invalid::default();
    invalid.add(field, &FieldError::Otherwise(format!("field {what}.")));
    Refusal::AnswerTooLarge(invalid)
}

/// A number that is not negative, with a comma before every three digits.
pub(crate) fn grouped(number: impl ToString) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests;
