//! Where attachments live.

use crate::declare::{table_for, view_for};
use diesel::sql_types::{BigInt, Nullable, Text};

table_for! { Attachment in attachments as AttachmentRow, NewAttachment {
    project_id -> BigInt,
    name -> Nullable<Text>,
    file_type -> Nullable<Text>,
    file_size -> Nullable<BigInt>,
    r#type -> Text,
    url -> Nullable<Text>,
    attachable_type -> Text,
    attachable_id -> BigInt,
    user_id -> Nullable<BigInt>,
    file_id -> Nullable<BigInt>,
} }
