//! Where goals live.

use crate::declare::{table_for, view_for};
use diesel::sql_types::{BigInt, Bool, Double, Nullable, Text};

table_for! { Goal in goals as GoalRow, NewGoal {
    project_id -> BigInt,
    user_id -> Nullable<BigInt>,
    name -> Text,
    key -> Text,
    description -> Nullable<Text>,
    kind -> Text,
    metric_type -> Text,
    direction -> Text,
    unit -> Nullable<Text>,
    baseline_value -> Nullable<Double>,
    target_value -> Nullable<Double>,
    target_mde -> Nullable<Double>,
    is_primary -> Bool,
    status -> Text,
} folds { name => name_folded } }
