//! Where the summaries of forms that are kept live.

use crate::declare::{table_for, view_for};
use crate::types::{Doc, Micros};
use diesel::sql_types::{BigInt, Bool, Date, Nullable, Text};

table_for! { FormResponseSummary in form_response_summaries as FormResponseSummaryRow, NewFormResponseSummary {
    form_id -> BigInt,
    form_question_id -> Nullable<BigInt>,
    kind -> Text,
    title -> Nullable<Text>,
    body -> Nullable<Text>,
    filters -> Nullable<Doc>,
    from -> Nullable<Date>,
    to -> Nullable<Date>,
    is_pinned -> Bool,
    stats -> Nullable<Doc>,
    responses_count -> BigInt,
    is_stale -> Bool,
    generated_at -> Nullable<Micros>,
    user_id -> Nullable<BigInt>,
    changes -> BigInt,
} }
