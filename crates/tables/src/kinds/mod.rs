//! The tables of the record kinds, one file each.

mod insight;
mod learning;
mod project;
mod research_collection;
mod user;

pub use insight::{InsightCells, InsightRow, insights};
pub use learning::{LearningCells, LearningRow, learnings};
pub use project::{ProjectCells, ProjectRow, projects};
pub use research_collection::{ResearchCollectionCells, ResearchCollectionRow, research_collections};
pub use user::{UserRow, team_users};
