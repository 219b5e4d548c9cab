//! The record kinds, one file each.

mod attachment;
mod idea;
mod insight;
mod learning;
mod numbering_scheme;
mod project;
mod research_collection;
mod user;

pub use attachment::{
    Attachable, Attachment, AttachmentFilter, AttachmentRelation, AttachmentSort, Location, Type as AttachmentType,
};
pub use idea::{Idea, IdeaFilter, IdeaRelation, IdeaSort, Priority, Status as IdeaStatus};
pub use insight::{Evidence, Insight, InsightFilter, InsightRelation, InsightSort};
pub use learning::{Learning, LearningFilter, LearningRelation, LearningSort};
pub use numbering_scheme::{
    NumberingScheme, NumberingSchemeFilter, NumberingSchemeRelation, NumberingSchemeSort, Scope,
};
pub use project::{Project, ProjectFilter, ProjectRelation, ProjectSort};
pub use research_collection::{
    ResearchCollection, ResearchCollectionFilter, ResearchCollectionRelation, ResearchCollectionSort,
};
pub use user::{User, UserFilter, UserRelation, UserSort};

/// Every record kind that the service keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Team,
    User,
    Project,
    ResearchCollection,
    Insight,
    Learning,
    Idea,
    Attachment,
    /// The bytes of attachments; its counter counts them.
    File,
    NumberingScheme,
    Activity,
    Key,
    Membership,
}

impl Kind {
    /// The name of one, in snake case: what error fields and the activity log say.
    pub const fn singular(self) -> &'static str {
        match self {
            Self::Team => "team",
            Self::User => "user",
            Self::Project => "project",
            Self::ResearchCollection => "research_collection",
            Self::Insight => "insight",
            Self::Learning => "learning",
            Self::Idea => "idea",
            Self::Attachment => "attachment",
            Self::File => "file",
            Self::NumberingScheme => "numbering_scheme",
            Self::Activity => "activity",
            Self::Key => "key",
            Self::Membership => "membership",
        }
    }

    /// The key in a body that names several by id, such as `insight_ids`.
    pub fn ids_key(self) -> String {
        format!("{}_ids", self.singular())
    }
}
