//! Answers: JSON and files, and how a refusal becomes one.

pub(crate) mod addresses;
pub(crate) mod called;
pub(crate) mod cell;
pub(crate) mod csv;
pub(crate) mod download;
pub(crate) mod included;
pub(crate) mod json;
pub(crate) mod json_writer;
pub(crate) mod paginator;
pub(crate) mod problem;
pub(crate) mod signers;
pub(crate) mod svg;
pub(crate) mod words;
