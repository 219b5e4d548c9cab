//! What is done to projects beside what all kinds share.

mod duplicate;

pub(crate) use duplicate::{NameAndCode, duplicate};
