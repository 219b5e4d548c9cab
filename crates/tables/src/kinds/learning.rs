//! Where learnings live.

use crate::declare::{table_for, view_for};
use crate::types::Micros;
use diesel::sql_types::{BigInt, Nullable, Text};

table_for! { Learning in learnings as LearningRow, NewLearning {
    project_id -> BigInt,
    research_collection_id -> Nullable<BigInt>,
    user_id -> Nullable<BigInt>,
    name -> Text,
    description -> Nullable<Text>,
    confidence -> Nullable<Text>,
    learned_at -> Nullable<Micros>,
} folds { name => name_folded } ranks { confidence_rank } }
