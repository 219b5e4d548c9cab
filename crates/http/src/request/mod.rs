//! What a request brings: its query, its body, and the bounds of both.

pub(crate) mod body;
pub(crate) mod bounds;
pub(crate) mod coding;
pub(crate) mod conditions;
pub(crate) mod idempotency;
pub(crate) mod multipart;
pub(crate) mod query;
pub(crate) mod query_fields;
