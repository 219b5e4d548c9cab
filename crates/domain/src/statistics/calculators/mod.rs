//! The calculators: statistics of figures that a request brings along. They read and write nothing else.

mod compare;
mod others;
mod sample_size;

pub use compare::{ARM, PRIOR};

use serde_json::Value;

use crate::record::{BodyReader, Field};
use crate::shape::Shape;

/// A calculator.
pub struct Calculator {
    /// The last segment of its path.
    pub name: &'static str,
    /// What it tells, in a sentence for the document.
    pub summary: &'static str,
    /// What it takes from a body.
    pub fields: &'static [Field],
    /// What it answers: each figure by its name.
    pub answer: &'static [(&'static str, Shape)],
    /// Computes the answer. Errors stay with the reader; there is no answer then.
    pub run: fn(&mut BodyReader<'_>) -> Option<Value>,
}

/// Every calculator, in the order in which the document lists them.
pub const CALCULATORS: [&Calculator; 5] =
    [&sample_size::SAMPLE_SIZE, &compare::COMPARE, &others::SRM, &others::ADJUST, &others::PROPORTION];
