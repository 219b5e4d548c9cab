//! Where numbering schemes live.

use crate::declare::{table_for, view_for};
use diesel::sql_types::{BigInt, Bool, Text};

table_for! { NumberingScheme in numbering_schemes as NumberingSchemeRow, NewNumberingScheme {
    name -> Text,
    scope -> Text,
    template -> Text,
    initial_number -> BigInt,
    is_active -> Bool,
    claims_count -> BigInt,
} folds { name => name_folded } }
