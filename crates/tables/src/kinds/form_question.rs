//! Where the questions of forms live.

use crate::declare::{table_for, view_for};
use crate::types::Doc;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};

table_for! { FormQuestion in form_questions as FormQuestionRow, NewFormQuestion {
    form_id -> BigInt,
    form_step_id -> BigInt,
    key -> Text,
    label -> Text,
    help_text -> Nullable<Text>,
    r#type -> Text,
    is_required -> Bool,
    position -> BigInt,
    options -> Doc,
    allow_other -> Bool,
    randomize -> Bool,
    settings -> Doc,
    validation -> Doc,
    logic -> Doc,
} }
