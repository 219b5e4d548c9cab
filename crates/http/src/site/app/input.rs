//! How a value is put in.

use uplift_domain::record::{Field, FieldType};

/// How a value is put in.
pub(super) enum Input {
    /// Chosen of words, each with how it is shown.
    Words(Vec<(String, String)>),
    /// Written, in an element of this type.
    Text(&'static str),
    /// The number of a record, or several behind commas.
    Number,
    /// Written, where these are proposed.
    Proposed(&'static [&'static str]),
}

impl Input {
    /// One of these words, or nothing, which is shown so.
    pub(super) fn words(nothing: &str, known: &[&str]) -> Self {
        let word = |word: &&str| ((*word).to_owned(), said(word));
        Self::Words(std::iter::once((String::new(), nothing.to_owned())).chain(known.iter().map(word)).collect())
    }

    /// A value of a field, or nothing, which is shown so: as the word that is meant then, where one is.
    pub(super) fn of_field(nothing: &str, field: &Field) -> Self {
        let known: &[&str] = match field.field_type {
            FieldType::Choices(known) => known,
            FieldType::Boolean => &["true", "false"],
            FieldType::Id
            | FieldType::Integer { .. }
            | FieldType::Decimal { .. }
            | FieldType::Text { .. }
            | FieldType::Time
            | FieldType::Date
            | FieldType::Any
            | FieldType::Object
            | FieldType::List { .. }
            | FieldType::ByName(_)
            | FieldType::Members(_)
            | FieldType::Settings(_) => return Self::Text("text"),
        };
        let others: Vec<&str> = known.iter().copied().filter(|word| said(word) != nothing).collect();
        Self::words(nothing, &others)
    }
}

/// How a word of the interface is shown.
fn said(word: &str) -> String {
    match word {
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        word => word.replace('_', " "),
    }
}
