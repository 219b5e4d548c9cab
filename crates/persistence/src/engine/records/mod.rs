//! The records of every kind: read, written, and with what they lead to.

#[macro_use]
mod kind_reads;
#[macro_use]
mod kind_writes;

pub(crate) mod by_ids;
pub(crate) mod by_kind;
pub(crate) mod constraints;
mod cross_kind_reads;
mod fact_cells;
mod fact_reads;
mod field_queries;
mod forms;
pub(crate) mod kinds;
mod links;
mod lookups;
mod positions;
pub(crate) mod relations;
mod report_reads;
mod roles;
mod shared;
mod summaries;
mod trees;
mod updates;
mod uses;
mod write_tx;
