//! Where pages live.

use crate::declare::{table_for, view_for};
use diesel::sql_types::{BigInt, Double, Nullable, Text};

table_for! { Page in pages as PageRow, NewPage {
    project_id -> BigInt,
    user_id -> Nullable<BigInt>,
    parent_id -> Nullable<BigInt>,
    name -> Text,
    url -> Nullable<Text>,
    url_match -> Text,
    r#type -> Text,
    device -> Text,
    monthly_visitors -> Nullable<BigInt>,
    conversion_rate -> Nullable<Double>,
    bounce_rate -> Nullable<Double>,
    exit_rate -> Nullable<Double>,
    monthly_revenue -> Nullable<Double>,
    importance -> Nullable<BigInt>,
    status -> Text,
} folds { name => name_folded, url => url_folded } }
