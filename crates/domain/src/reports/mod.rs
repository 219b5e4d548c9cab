//! Reports: what a team has done and what came of it, computed anew from its records each time that one is asked for.
//!
//! Every report counts the live records that its filters leave. What a figure is stands once, where it is computed:
//! what was decided in `outcomes`, stages and their times in `stages`, the rest in the file of its report.

mod catalog;
mod coverage;
mod data;
mod explained;
mod figures;
mod health;
mod ideas;
mod impact;
mod learnings;
mod meetings;
mod outcomes;
mod overview;
mod parameters;
mod report;
mod run;
mod saved;
mod selection;
mod stages;
mod summaries;
mod team_activity;
mod team_facts;
mod time_in_stage;
mod timeline;
mod velocity;
mod win_rate;
mod window;

pub use parameters::{PreparedReport, ReportFormat, ReportOutput, ReportParameters};
pub use report::{Report, ReportName, ReportTable};
pub use run::{Admit, META, REACH, RunReport, run};
pub(crate) use saved::check_saved;
pub use saved::{FIND_REACH, find_public, run_public, run_saved};
pub use selection::{Common, ReportFilter};
pub(crate) use summaries::{COLLECTION_SUMMARY, PROJECT_SUMMARY, of_collection, of_project};
