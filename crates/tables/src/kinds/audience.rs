//! Where audiences live.

use crate::declare::{table_for, view_for};
use crate::types::Doc;
use diesel::sql_types::{BigInt, Bool, Double, Nullable, Text};

table_for! { Audience in audiences as AudienceRow, NewAudience {
    project_id -> BigInt,
    user_id -> Nullable<BigInt>,
    name -> Text,
    description -> Nullable<Text>,
    conditions -> Nullable<Doc>,
    device -> Nullable<Text>,
    traffic_share -> Nullable<Double>,
    monthly_visitors -> Nullable<BigInt>,
    is_default -> Bool,
    status -> Text,
} folds { name => name_folded } }
