//! Where variations live.

use crate::declare::{table_for, view_for};
use diesel::sql_types::{BigInt, Bool, Double, Nullable, Text};

table_for! { Variation in variations as VariationRow, NewVariation {
    experiment_id -> BigInt,
    name -> Text,
    key -> Text,
    description -> Nullable<Text>,
    is_control -> Bool,
    weight -> Double,
    position -> BigInt,
    url -> Nullable<Text>,
    changes -> Nullable<Text>,
} folds { name => name_folded } }
