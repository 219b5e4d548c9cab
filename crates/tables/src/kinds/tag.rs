//! Where tags live.

use crate::declare::{table_for, view_for};
use diesel::sql_types::{BigInt, Nullable, Text};

table_for! { Tag in tags as TagRow, NewTag {
    project_id -> Nullable<BigInt>,
    user_id -> Nullable<BigInt>,
    name -> Text,
    color -> Nullable<Text>,
    description -> Nullable<Text>,
    slug -> Text,
    usage_count -> BigInt,
} folds { name => name_folded } }
