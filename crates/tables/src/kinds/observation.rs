//! Where observations live.

use crate::declare::{table_for, view_for};
use crate::types::Micros;
use diesel::sql_types::{BigInt, Nullable, Text};

table_for! { Observation in observations as ObservationRow, NewObservation {
    project_id -> BigInt,
    user_id -> Nullable<BigInt>,
    page_id -> Nullable<BigInt>,
    audience_id -> Nullable<BigInt>,
    name -> Text,
    description -> Nullable<Text>,
    source -> Text,
    severity -> Nullable<Text>,
    sentiment -> Nullable<Text>,
    url -> Nullable<Text>,
    observed_at -> Nullable<Micros>,
    form_response_id -> Nullable<BigInt>,
    status -> Text,
    dismissed_reason -> Nullable<Text>,
    archived_at -> Nullable<Micros>,
} folds { name => name_folded } ranks { severity_rank } }
