//! The tables of the record kinds, one file each.

mod attachment;
mod idea;
mod insight;
mod learning;
mod numbering_scheme;
mod project;
mod research_collection;
mod user;

pub use attachment::{AttachmentCells, AttachmentRow, attachments};
pub use idea::{IdeaCells, IdeaRow, ideas};
pub use insight::{InsightCells, InsightRow, insights};
pub use learning::{LearningCells, LearningRow, learnings};
pub use numbering_scheme::{NumberingSchemeCells, NumberingSchemeRow, numbering_schemes};
pub use project::{ProjectCells, ProjectRow, projects};
pub use research_collection::{ResearchCollectionCells, ResearchCollectionRow, research_collections};
pub use user::{UserRow, team_users};
