//! Where the responses to forms live.

use crate::declare::{table_for, view_for};
use crate::types::{Doc, Micros};
use diesel::sql_types::{BigInt, Bool, Nullable, Text};

table_for! { FormResponse in form_responses as FormResponseRow, NewFormResponse {
    form_id -> BigInt,
    form_version -> BigInt,
    status -> Text,
    source -> Text,
    respondent_user_id -> Nullable<BigInt>,
    respondent_email -> Nullable<Text>,
    metadata -> Nullable<Doc>,
    started_at -> Nullable<Micros>,
    completed_at -> Nullable<Micros>,
    duration_seconds -> Nullable<BigInt>,
    last_step_id -> Nullable<BigInt>,
    created_record_type -> Nullable<Text>,
    created_record_id -> Nullable<BigInt>,
    edit_hash -> Nullable<Text>,
    was_completed -> Bool,
    answer_tokens -> Nullable<Text>,
    month -> Nullable<Text>,
} folds { respondent_email => respondent_email_folded } }
