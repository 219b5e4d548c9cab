//! Where experiments live.

use crate::declare::{table_for, view_for};
use crate::types::Micros;
use diesel::sql_types::{BigInt, Date, Double, Nullable, Text};

table_for! { Experiment in experiments as ExperimentRow, NewExperiment {
    identifier -> Nullable<Text>,
    project_id -> BigInt,
    idea_id -> Nullable<BigInt>,
    user_id -> Nullable<BigInt>,
    owner_id -> Nullable<BigInt>,
    name -> Text,
    description -> Nullable<Text>,
    hypothesis -> Nullable<Text>,
    r#type -> Text,
    status -> Text,
    result -> Nullable<Text>,
    decision -> Nullable<Text>,
    conclusion -> Nullable<Text>,
    winner_variation_id -> Nullable<BigInt>,
    primary_goal_id -> Nullable<BigInt>,
    platform -> Nullable<Text>,
    external_id -> Nullable<Text>,
    external_url -> Nullable<Text>,
    preview_url -> Nullable<Text>,
    device -> Nullable<Text>,
    planned_start_at -> Nullable<Date>,
    planned_end_at -> Nullable<Date>,
    started_at -> Nullable<Micros>,
    ended_at -> Nullable<Micros>,
    decided_at -> Nullable<Micros>,
    implemented_at -> Nullable<Micros>,
    cancelled_reason -> Nullable<Text>,
    traffic_allocation -> Double,
    stats_method -> Text,
    significance -> Double,
    power -> Double,
    mde -> Nullable<Double>,
    annual_impact -> Nullable<Double>,
    archived_at -> Nullable<Micros>,
    status_changed_at -> Nullable<Micros>,
} folds { name => name_folded } ranks { status_rank } }
