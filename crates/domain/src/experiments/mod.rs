//! Experiments: the variations that they compare, the life that they go through, and what may change in them when.

mod actions;
mod check;
mod checklist;
mod create;
mod duplicate;
pub(crate) mod figures;
mod force;
mod goals;
mod guards;
mod idea;
mod learning;
mod lifecycle;
mod lift;
mod links;
mod locked;
mod order;
mod phases;
mod planned;
pub(crate) mod results;
mod scorecard;
mod timeline;
mod times;
mod update;
pub(crate) mod variations;
mod verdict;
mod words;

pub(crate) use check::check;
pub(crate) use checklist::{CHECKLIST, MOST_TICKED, Tick, checklist, tick};
pub(crate) use create::create;
pub(crate) use duplicate::{attached_to_copy, duplicate};
pub(crate) use force::ForceParameter;
pub(crate) use idea::idea_status;
pub(crate) use learning::{Lesson, create_learning};
pub(crate) use lifecycle::{
    ARCHIVE, CANCEL, COMPLETE, IMPLEMENT, PAUSE, PREPARE, READY, REOPEN, RESET, RESUME, START, STOP, UNARCHIVE,
};
pub(crate) use lift::{Lift, lifts};
pub(crate) use links::{open_to_change, refuse_change_from, relink};
pub(crate) use order::{Order, rebalance, reorder};
pub(crate) use phases::{PHASES, phases};
pub use planned::planned_fields;
pub(crate) use scorecard::{ENOUGH_USERS, SCORECARD, ScorecardParameters, are_whole_weeks, summary};
pub use scorecard::{ResultLine, result_lines};
pub use timeline::ExperimentTimeline;
pub(crate) use timeline::RunOrPause;
pub(crate) use update::{act, delete, restore, update};
pub use words::{Decision, EvidenceRole, ExperimentResult, ExperimentStatus, ExperimentType, GoalRole};
