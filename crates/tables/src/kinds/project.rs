//! Where projects live.

use crate::declare::{table_for, view_for};
use diesel::sql_types::{BigInt, Date, Double, Nullable, Text};

table_for! { Project in projects as ProjectRow, NewProject {
    name -> Text,
    code -> Nullable<Text>,
    description -> Nullable<Text>,
    url -> Nullable<Text>,
    color -> Nullable<Text>,
    status -> Text,
    owner_id -> Nullable<BigInt>,
    currency -> Nullable<Text>,
    monthly_visitors -> Nullable<BigInt>,
    monthly_revenue -> Nullable<Double>,
    starts_at -> Nullable<Date>,
    ends_at -> Nullable<Date>,
} folds { name => name_folded } }
