//! Where the results of experiments live.

use crate::declare::{table_for, view_for};
use diesel::sql_types::{BigInt, Bool, Date, Double, Nullable, Text};

table_for! { ResultRow in experiment_results as ResultRowRow, NewResultRow {
    experiment_id -> BigInt,
    user_id -> Nullable<BigInt>,
    variation_id -> BigInt,
    goal_id -> BigInt,
    segment -> Text,
    as_of -> Date,
    users -> BigInt,
    conversions -> Nullable<BigInt>,
    sum -> Nullable<Double>,
    sum_squares -> Nullable<Double>,
    denominator_sum -> Nullable<Double>,
    denominator_sum_squares -> Nullable<Double>,
    cross_sum -> Nullable<Double>,
    pre_sum -> Nullable<Double>,
    pre_sum_squares -> Nullable<Double>,
    pre_cross_sum -> Nullable<Double>,
    everyone -> Bool,
    latest -> Bool,
} }
