//! Numbering: how schemes are assigned to kinds and projects, how a new record claims its identifier, and how those
//! that have none get one.

pub(crate) mod assignment;
mod backfill;
pub(crate) mod claim;
pub(crate) mod coverage;
mod create;
mod free;
mod look_ahead;
mod preview;
mod scope;
mod sequence;
mod template;
mod update;

pub use assignment::{ActiveAssignment, Assigned, Assignment, Entity, SequenceState};
pub use backfill::{BackfillBody, Backfilled, backfill};
pub use coverage::{Covered, CoveredCount, ProjectSelection, Unnumbered};
pub use create::{MOST_ASSIGNMENTS, refuse_lost_code, scheme_create};
pub use look_ahead::LookAhead;
pub(crate) use preview::template_fits;
pub use preview::{Draft, Preview, PreviewParameters, preview, preview_draft};
pub use scope::scope_key;
pub use sequence::{Move, move_sequence};
pub use template::Template;
pub use update::{activate, deactivate, scheme_delete, scheme_update};
