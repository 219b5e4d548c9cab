//! The records behind a number, where a report is asked to explain itself.

use serde_json::{Value, json};
use uplift_derive::Choices;

use crate::record::Fields;
use crate::shape::Shape;

/// What a report tells beside its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub(super) enum Explain {
    /// Under `ids`, by the name of each number, the ids of the records that it counts: the first 1,000.
    Ids,
}

/// What stands beside the numbers of an object that are explained.
pub(super) const EXPLAINED: &[(&str, Shape)] = &[("ids", Shape::ByName(&Shape::List(&Shape::Integer)))];

/// How many ids are told of a number.
const MOST: usize = 1_000;

/// Adds the ids behind numbers, where they are asked for.
pub(super) fn explain<'n>(
    told: &mut Fields,
    explain: Option<Explain>,
    numbers: impl IntoIterator<Item = (&'n str, Vec<i64>)>,
) {
    match explain {
        None => {}
        Some(Explain::Ids) => {
            let first = |(name, mut ids): (&str, Vec<i64>)| {
                ids.sort_unstable();
                ids.truncate(MOST);
                (name.to_owned(), json!(ids))
            };
            told.insert("ids".to_owned(), Value::Object(numbers.into_iter().map(first).collect()));
        }
    }
}
