//! Where the answers of responses live.

use crate::declare::{table_for, view_for};
use crate::types::Doc;
use diesel::sql_types::{BigInt, Bool, Double, Nullable, Text};

table_for! { FormAnswer in form_answers as FormAnswerRow, NewFormAnswer {
    form_id -> BigInt,
    form_response_id -> BigInt,
    form_question_id -> BigInt,
    value -> Nullable<Doc>,
    text_value -> Nullable<Text>,
    number_value -> Nullable<Double>,
    option_ids -> Nullable<Doc>,
    skipped -> Bool,
    key -> Text,
    words -> Nullable<Text>,
    folded -> Nullable<Text>,
} }
