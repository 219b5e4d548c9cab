//! Exports: all records of a list in one answer, as a table or as JSON.
//!
//! A reading job goes through the list over one snapshot, part by part, into a spool, from which the body of the answer
//! is taken as it grows (`spooled`). What there is to export stands in one table (`table`).

mod activities;
mod answer;
mod columns;
mod disk_budget;
mod export;
mod format;
mod held_files;
mod kind;
mod naming;
mod questions;
mod responses;
mod results;
mod sheet;
mod slots;
mod spool;
mod spooled;
mod table;
mod team;

pub(crate) use answer::{TOTAL, answer};
pub(crate) use export::{ExportEndpoint, ListOf};
pub(crate) use format::{Format, ZIP, bom, dated_file};
pub(crate) use slots::{ExportSlot, ExportSlots};
pub(crate) use table::EXPORTS;
pub(crate) use team::answer_team;
