//! Where insights live.

use crate::declare::{table_for, view_for};
use crate::types::Micros;
use diesel::sql_types::{BigInt, Nullable, Text};

table_for! { Insight in insights as InsightRow, NewInsight {
    identifier -> Nullable<Text>,
    project_id -> BigInt,
    research_collection_id -> Nullable<BigInt>,
    user_id -> Nullable<BigInt>,
    name -> Text,
    description -> Nullable<Text>,
    r#type -> Nullable<Text>,
    source -> Nullable<Text>,
    evidence_strength -> Nullable<Text>,
    impact -> Nullable<Text>,
    status -> Text,
    superseded_by_id -> Nullable<BigInt>,
    discovered_at -> Nullable<Micros>,
} folds { name => name_folded } ranks { evidence_strength_rank } }
