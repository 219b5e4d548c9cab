//! The tables of the record kinds, one file each.

mod attachment;
mod goal;
mod idea;
mod insight;
mod learning;
mod numbering_scheme;
mod project;
mod research_collection;
mod tag;
mod user;

pub use attachment::{AttachmentRow, NewAttachment, attachments};
pub use goal::{GoalRow, NewGoal, goals};
pub use idea::{IdeaRow, NewIdea, ideas};
pub use insight::{InsightRow, NewInsight, insights};
pub use learning::{LearningRow, NewLearning, learnings};
pub use numbering_scheme::{NewNumberingScheme, NumberingSchemeRow, numbering_schemes};
pub use project::{NewProject, ProjectRow, projects};
pub use research_collection::{NewResearchCollection, ResearchCollectionRow, research_collections};
pub use tag::{NewTag, TagRow, tags};
pub use user::{UserRow, team_users};
