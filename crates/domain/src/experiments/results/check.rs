//! What must hold within a row.

use crate::kinds::MetricType;
use crate::record::{BodyReader, FieldError, Sum, SumOfSquares, double};
use crate::{Goal, ResultRow};

/// How far rounding may take a sum of squares below what its sum makes of it.
const ROUNDING: f64 = 1e-9;

/// Rejects what does not fit together in a row, and what its goal needs and it does not have.
pub(super) fn check(row: &ResultRow, goal: &Goal, reader: &mut BodyReader<'_>) {
    for (field, is_there) in needed(row, goal.metric_type) {
        if !is_there {
            reader.reject(field, FieldError::Required);
        }
    }
    let users = double(row.users.get());
    if row.conversions.is_some_and(|conversions| conversions > row.users) {
        reader.reject("conversions", FieldError::Otherwise("field must not be greater than users.".to_owned()));
    }
    for (sum, squares, name) in [
        (row.sum, row.sum_squares, "sum"),
        (row.denominator_sum, row.denominator_sum_squares, "denominator_sum"),
        (row.pre_sum, row.pre_sum_squares, "pre_sum"),
    ] {
        let Some((sum, squares)) = sum.zip(squares) else { continue };
        if squares.get() * users < sum.get() * sum.get() * (1.0 - ROUNDING) && users > 0.0 {
            let refused = format!("field must be at least {name}² / users.");
            reader.reject(&format!("{name}_squares"), FieldError::Otherwise(refused));
        }
    }
    if users == 0.0 {
        for (field, figure) in figures(row) {
            if figure.is_some_and(|figure| figure != 0.0) {
                reader.reject(field, FieldError::Otherwise("field must be 0 where users is 0.".to_owned()));
            }
        }
    }
}

/// The figures without which nothing can be told of a goal, and whether they are there.
fn needed(row: &ResultRow, metric: MetricType) -> Vec<(&'static str, bool)> {
    let values = [("sum", row.sum.is_some()), ("sum_squares", row.sum_squares.is_some())];
    match metric {
        MetricType::Binomial => vec![("conversions", row.conversions.is_some())],
        MetricType::Mean | MetricType::Count => values.into(),
        MetricType::Ratio => values
            .into_iter()
            .chain([
                ("denominator_sum", row.denominator_sum.is_some()),
                ("denominator_sum_squares", row.denominator_sum_squares.is_some()),
                ("cross_sum", row.cross_sum.is_some()),
            ])
            .collect(),
    }
}

/// Every figure of a row beside its users.
fn figures(row: &ResultRow) -> [(&'static str, Option<f64>); 9] {
    let sum = |sum: Option<Sum>| sum.map(Sum::get);
    let squares = |squares: Option<SumOfSquares>| squares.map(SumOfSquares::get);
    [
        ("conversions", row.conversions.map(|it| double(it.get()))),
        ("sum", sum(row.sum)),
        ("sum_squares", squares(row.sum_squares)),
        ("denominator_sum", sum(row.denominator_sum)),
        ("denominator_sum_squares", squares(row.denominator_sum_squares)),
        ("cross_sum", sum(row.cross_sum)),
        ("pre_sum", sum(row.pre_sum)),
        ("pre_sum_squares", squares(row.pre_sum_squares)),
        ("pre_cross_sum", sum(row.pre_cross_sum)),
    ]
}
