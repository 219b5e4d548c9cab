//! Where saved reports live.

use crate::declare::{table_for, view_for};
use diesel::sql_types::{BigInt, Bool, Double, Nullable, Text};

table_for! { SavedReport in saved_reports as SavedReportRow, NewSavedReport {
    user_id -> Nullable<BigInt>,
    name -> Text,
    description -> Nullable<Text>,
    report -> Text,
    params -> Text,
    access -> Text,
    target_win_rate -> Nullable<Double>,
    target_velocity -> Nullable<Double>,
    debias -> Bool,
    public_token -> Nullable<Text>,
    reader_id -> BigInt,
} folds { name => name_folded } }
