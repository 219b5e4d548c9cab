//! The split of users, corrections of p-values, and the interval of a share.

use serde_json::json;
use uplift_derive::Record;

use super::Calculator;
use crate::record::{Amount, AtLeastOne, Chance, Count, FieldError, List, Record as _, Share, double, read_by_rule};
use crate::shape::Shape;
use crate::statistics::{Correction, adjust, split_of, wilson};

/// How unlikely a split is that is called a mismatch.
const MISMATCH: f64 = 0.001;

/// How many variations an experiment has at most.
const MOST_VARIATIONS: usize = 20;

#[derive(Clone, Debug, PartialEq, Record)]
struct Users {
    /// How many users each variation has, of two at least.
    counts: AtLeastOne<Count, MOST_VARIATIONS>,
    /// The weights by which they were to be split; as many as `counts`, equal where they are left out.
    weights: Option<List<Amount, MOST_VARIATIONS>>,
}

pub(super) const SRM: Calculator = Calculator {
    name: "srm",
    summary: "Whether users were split among variations as their weights say.",
    fields: Users::FIELDS,
    answer: &[
        ("chi_squared", Shape::Number),
        ("df", Shape::Number),
        ("p_value", Shape::Number),
        ("mismatch", Shape::Flag),
    ],
    run: |reader| {
        let Users { counts, weights } = read_by_rule(reader, |Users { counts, weights }, reader| {
            let many = counts.items().len();
            if many < 2 {
                reader.reject("counts", FieldError::Otherwise("field must have at least 2 items.".to_owned()));
            }
            if weights.as_ref().is_some_and(|weights| weights.items().len() != many) {
                reader.reject("weights", FieldError::Otherwise(format!("field must contain {many} items.")));
            }
        })?;
        if reader.has_errors() {
            return None;
        }
        let counts: Vec<f64> = counts.items().iter().map(|count| double(count.get())).collect();
        let weights = weights.map(|weights| weights.items().iter().map(|weight| weight.get()).collect());
        let split = split_of(&counts, &weights.unwrap_or_else(|| vec![1.0; counts.len()]));
        Some(json!({
            "chi_squared": split.chi_squared,
            "df": split.df,
            "p_value": split.p_value,
            "mismatch": split.p_value < MISMATCH,
        }))
    },
};

#[derive(Clone, Debug, PartialEq, Record)]
struct Comparisons {
    /// The p-value of each comparison, from 0 to 1.
    p_values: AtLeastOne<Share, 1_000>,
    /// How they are corrected.
    method: Correction,
}

pub(super) const ADJUST: Calculator = Calculator {
    name: "adjust",
    summary: "What p-values are where several comparisons are made at once.",
    fields: Comparisons::FIELDS,
    answer: &[("adjusted", Shape::List(&Shape::Number))],
    run: |reader| {
        let Comparisons { p_values, method } = Comparisons::read(reader)?;
        let p_values: Vec<f64> = p_values.items().iter().map(|p| p.get()).collect();
        Some(json!({ "adjusted": adjust(&p_values, method) }))
    },
};

#[derive(Clone, Debug, PartialEq, Record)]
struct Converted {
    /// How many users converted, at most all.
    x: Count,
    /// How many users there are.
    n: Count,
    /// How often the interval is to hold the share, between 0 and 1.
    #[record(default = Chance::USUAL_CONFIDENCE)]
    confidence: Chance,
}

pub(super) const PROPORTION: Calculator = Calculator {
    name: "proportion",
    summary: "The share of users that converted, with its interval.",
    fields: Converted::FIELDS,
    answer: &[("rate", Shape::NUMBER_OR_NULL), ("ci", Shape::INTERVAL_OR_NULL)],
    run: |reader| {
        let Converted { x, n, confidence } = read_by_rule(reader, |Converted { x, n, .. }, reader| {
            if x > n {
                reader.reject("x", FieldError::Otherwise("field must not be greater than n.".to_owned()));
            }
        })?;
        if reader.has_errors() {
            return None;
        }
        let found = wilson(double(x.get()), double(n.get()), confidence.get());
        Some(json!({
            "rate": found.map(|it| it.rate),
            "ci": found.map(|it| [it.interval.0, it.interval.1]),
        }))
    },
};
