//! Where keys live.

use crate::declare::{table_for, view_for};
use crate::types::Micros;
use diesel::sql_types::{BigInt, Nullable, Text};

table_for! { Key in api_keys as KeyRow, NewKey {
    name -> Text,
    user_id -> BigInt,
    abilities -> Text,
    rate_limit -> Nullable<BigInt>,
    expires_at -> Nullable<Micros>,
    revoked_at -> Nullable<Micros>,
    last_used_at -> Nullable<Micros>,
    hash -> Text,
} folds { name => name_folded } }
