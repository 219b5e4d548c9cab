//! The options of a question, of which its answers are made.

use std::sync::Arc;

use serde_json::json;

use super::labelled::{self, ID, LABEL, Labelled, Naming};
use super::members::said;
use super::numbers::number_json;
use crate::Json;
use crate::record::{Field, FieldError, FieldType, FieldValue, Measure, MemberErrors, Name, Unreadable, Value};

/// How many options a question has at most.
const MOST: usize = 200;

/// How many of them an answer names at most: all, and the other.
pub(crate) const MOST_CHOSEN: usize = MOST + 1;

/// What stands for the other answer, one that is none of the options.
pub(super) const OTHER: &str = "other";

/// What is said of the value of an option.
const VALUE: Field = Field::member(
    "value",
    "What a record that is made of a response gets, where that is not the id.",
    Name::FIELD_TYPE,
)
.nullable();

/// What is said of the score of an option.
const SCORE: Field = Field::member("score", "How much it counts.", Measure::FIELD_TYPE).nullable();

/// What is said of an option.
const OPTION: &[Field] = &[ID, LABEL, VALUE, SCORE];

/// An option of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceOption {
    /// What answers name it by, once in a question.
    pub id: String,
    /// What people read.
    pub label: String,
    /// What a record that is made of a response gets, where that is not the id.
    pub value: Option<String>,
    /// How much it counts.
    pub score: Option<f64>,
}

/// The options of a question in their order: `[{"id", "label", "value", "score"}, …]`. An id that is left out is made
/// of the label. A form may have ten thousand of them, and is copied as it changes: copies share them.
#[derive(Clone, Debug, PartialEq)]
pub struct Options(Arc<Listed>);

#[derive(Debug, PartialEq)]
struct Listed {
    options: Vec<ChoiceOption>,
    shown: Json,
}

impl Options {
    /// A list of these options.
    pub fn new(options: Vec<ChoiceOption>) -> Self {
        let shown = options.iter().map(ChoiceOption::shown).collect();
        Self(Arc::new(Listed { options, shown }))
    }

    /// The options in their order.
    pub fn all(&self) -> &[ChoiceOption] {
        &self.0.options
    }

    /// The option of this id, if there is one.
    pub fn find(&self, id: &str) -> Option<&ChoiceOption> {
        self.all().iter().find(|option| option.id == id)
    }

    /// Whether answers and their scores mean the same by these as by others: the ids, labels and scores are the same.
    pub fn mean_the_same_as(&self, others: &Self) -> bool {
        let meant = |it: &ChoiceOption, other: &ChoiceOption| {
            (&it.id, &it.label, it.score) == (&other.id, &other.label, other.score)
        };
        Arc::ptr_eq(&self.0, &others.0)
            || self.all().len() == others.all().len()
                && self.all().iter().zip(others.all()).all(|(one, other)| meant(one, other))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all().is_empty()
    }
}

impl Default for Options {
    /// None.
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl ChoiceOption {
    fn shown(&self) -> Json {
        let Self { id, label, value, score } = self;
        json!({ "id": id, "label": label, "value": value, "score": score.map(number_json) })
    }

    /// Reads the value and the score that an option says.
    fn read_worth(item: &Json, at: usize, wrong: &mut MemberErrors) -> (Option<String>, Option<f64>) {
        let mut reject = |name: &str, error| wrong.push((format!("{at}.{name}"), error));
        let value = said(item, VALUE.name).map(Name::read).transpose();
        let value = value.map_err(|error| reject("value", error)).ok().flatten();
        let score = said(item, SCORE.name).map(Measure::read).transpose();
        let score = score.map_err(|error| reject("score", error)).ok().flatten();
        (value.map(Value::into_raw), score.map(Measure::get))
    }
}

impl Value for Options {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::List { of: &FieldType::Members(OPTION), most: MOST };

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Json(&self.0.shown)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        let Json::Array(items) = raw else { return Err(FieldError::NotList) };
        if items.len() > MOST {
            return Err(FieldError::TooMany(MOST));
        }
        let mut wrong = MemberErrors::new();
        let naming = Naming { fallback: "option", reserved: Some(OTHER) };
        let labelled = labelled::read(items, &naming, &mut wrong).unwrap_or_default();
        let each = items.iter().enumerate();
        let worths: Vec<_> = each.map(|(at, item)| ChoiceOption::read_worth(item, at, &mut wrong)).collect();
        let named = labelled.into_iter().zip(worths);
        let options = named.map(|(Labelled { id, label }, (value, score))| ChoiceOption { id, label, value, score });
        let options = options.collect();
        if wrong.is_empty() { Ok(Self::new(options)) } else { Err(FieldError::Members(wrong)) }
    }

    fn into_raw(self) -> String {
        self.0.shown.to_string()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        let unreadable = |what: String| Unreadable(format!("{raw:?} are no options: {what}"));
        let list: Json = serde_json::from_str(&raw).map_err(|error| unreadable(error.to_string()))?;
        Self::read(&list).map_err(|error| unreadable(error.about("options")))
    }
}

#[cfg(test)]
mod tests;
