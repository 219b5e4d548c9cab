//! Where comments live.

use crate::declare::{table_for, view_for};
use crate::types::Micros;
use diesel::sql_types::{BigInt, Nullable, Text};

table_for! { Comment in comments as CommentRow, NewComment {
    commentable_type -> Text,
    commentable_id -> BigInt,
    parent_id -> Nullable<BigInt>,
    body -> Text,
    user_id -> Nullable<BigInt>,
    mentions -> Text,
    edited_at -> Nullable<Micros>,
    resolved_at -> Nullable<Micros>,
    resolved_by_id -> Nullable<BigInt>,
} }
