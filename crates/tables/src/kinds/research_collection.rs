//! Where research collections live.

use crate::declare::{table_for, view_for};
use crate::types::Micros;
use diesel::sql_types::{BigInt, Nullable, Text};

table_for! { ResearchCollection in research_collections as ResearchCollectionRow, NewResearchCollection {
    project_id -> BigInt,
    user_id -> Nullable<BigInt>,
    name -> Text,
    description -> Nullable<Text>,
    method -> Nullable<Text>,
    status -> Text,
    started_at -> Nullable<Micros>,
    ended_at -> Nullable<Micros>,
} folds { name => name_folded } }
