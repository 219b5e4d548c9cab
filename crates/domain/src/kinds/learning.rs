//! A learning: what a team now knows and will act on, with the insights that support it.

use uplift_derive::{Filters, Record, Relations, Sorts};

use crate::access::Rights;
use crate::commands::{Command, Commanded, Copied};
use crate::experiments::Stance;
use crate::listing::Listed;
use crate::record::{Id, Name, Text, Time};
use crate::resource::Resource;
use crate::{Project, ResearchCollection, User};

#[derive(Clone, Debug, PartialEq, Record)]
pub struct Learning {
    pub project_id: Id<Project>,
    pub research_collection_id: Option<Id<ResearchCollection>>,
    #[record(author)]
    pub user_id: Option<Id<User>>,
    pub name: Name,
    pub description: Option<Text>,
    pub confidence: Option<Name>,
    pub learned_at: Option<Time>,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum LearningFilter {
    #[selective]
    Id,
    #[counted]
    ProjectId,
    #[counted]
    ResearchCollectionId,
    #[counted]
    UserId,
    #[counted("low", "medium", "high")]
    Confidence,
    #[partial]
    Name,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum LearningSort {
    Id,
    ProjectId,
    ResearchCollectionId,
    UserId,
    Name,
    #[rank]
    Confidence,
    LearnedAt,
    CreatedAt,
    UpdatedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum LearningRelation {
    #[linked(Insight, learning_insight)]
    Insights,
    #[linked(Experiment, experiment_learning)]
    #[own_role(stance, Stance, Supporting)]
    #[not_included]
    SupportingExperiments,
    #[linked(Experiment, experiment_learning)]
    #[own_role(stance, Stance, Contradicting)]
    #[not_included]
    ContradictingExperiments,
    #[morph_to_many(Tag, taggings, taggable, usage_count)]
    #[not_included]
    Tags,
}

impl Listed for Learning {
    type Filter = LearningFilter;
    type Sort = LearningSort;
    type Relation = LearningRelation;
}

impl Resource for Learning {
    const RIGHTS: Rights = Rights::Content;
}

impl Copied for Learning {
    fn name(&self) -> &Name {
        &self.name
    }

    fn begin_anew(&mut self, name: Name) {
        self.name = name;
        self.user_id = None;
    }
}

impl Commanded for Learning {
    const COMMANDS: &'static [Command<Self>] =
        &[Command::CREATE, Command::UPDATE, Command::DELETE, Command::RESTORE, Command::DUPLICATE, Command::BULK];
}
