//! The tables of the record kinds, one file each.

mod attachment;
mod audience;
mod comment;
mod experiment;
mod goal;
mod idea;
mod insight;
mod invitation;
mod key;
mod learning;
mod numbering_scheme;
mod page;
mod project;
mod research_collection;
mod tag;
mod team;
mod user;
mod variation;

pub use attachment::{AttachmentRow, NewAttachment, attachments};
pub use audience::{AudienceRow, NewAudience, audiences};
pub use comment::{CommentRow, NewComment, comments};
pub use experiment::{ExperimentRow, NewExperiment, experiments};
pub use goal::{GoalRow, NewGoal, goals};
pub use idea::{IdeaRow, NewIdea, ideas};
pub use insight::{InsightRow, NewInsight, insights};
pub use invitation::{InvitationRow, NewInvitation, invitations};
pub use key::{KeyRow, NewKey, api_keys};
pub use learning::{LearningRow, NewLearning, learnings};
pub use numbering_scheme::{NewNumberingScheme, NumberingSchemeRow, numbering_schemes};
pub use page::{NewPage, PageRow, pages};
pub use project::{NewProject, ProjectRow, projects};
pub use research_collection::{NewResearchCollection, ResearchCollectionRow, research_collections};
pub use tag::{NewTag, TagRow, tags};
pub use team::{NewTeam, TeamRow, teams};
pub use user::{NewUser, UserRow, team_users};
pub use variation::{NewVariation, VariationRow, variations};
