//! Where forms live.

use crate::declare::{table_for, view_for};
use crate::types::{Doc, Micros};
use diesel::sql_types::{BigInt, Bool, Nullable, Text};

table_for! { Form in forms as FormRow, NewForm {
    project_id -> BigInt,
    user_id -> Nullable<BigInt>,
    research_collection_id -> Nullable<BigInt>,
    name -> Text,
    title -> Nullable<Text>,
    description -> Nullable<Text>,
    slug -> Text,
    visibility -> Text,
    public_token -> Text,
    status -> Text,
    target -> Text,
    mapping -> Nullable<Doc>,
    opens_at -> Nullable<Micros>,
    closes_at -> Nullable<Micros>,
    response_limit -> Nullable<BigInt>,
    one_response_per_respondent -> Bool,
    anonymous -> Bool,
    welcome_text -> Nullable<Text>,
    thank_you_text -> Nullable<Text>,
    redirect_url -> Nullable<Text>,
    version -> BigInt,
    responses_count -> BigInt,
    published_at -> Nullable<Micros>,
    closed_at -> Nullable<Micros>,
} folds { name => name_folded } }
