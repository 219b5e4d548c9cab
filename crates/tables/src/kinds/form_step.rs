//! Where the steps of forms live.

use crate::declare::{table_for, view_for};
use crate::types::Doc;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};

table_for! { FormStep in form_steps as FormStepRow, NewFormStep {
    form_id -> BigInt,
    title -> Nullable<Text>,
    description -> Nullable<Text>,
    position -> BigInt,
    is_hidden -> Bool,
    logic -> Doc,
} folds { title => title_folded } }
