//! An insight: what observations of people and numbers mean, in one durable sentence.

mod actions;
mod merge;

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use actions::Succession;
use merge::Merge;

use super::ExperimentRelation;
use super::research_source::ResearchSource;
use crate::access::{Caller, Rights, TeamId};
use crate::activity::PartsChange;
use crate::commands::{Answers, Command, Commanded, Duplicable, Extent, Input, Run};
use crate::listing::Listed;
use crate::numbering::Entity;
use crate::ports::WriteTx;
use crate::record::{BodyReader, FieldError, Id, Name, Record as _, Stored, Text, Time};
use crate::resource::{Area, LinkDelta, Resource};
use crate::{Kind, Project, Refusal, ResearchCollection, User};
use crate::{experiments, observations};

/// What was understood from observations or experiments.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Insight {
    /// The number that a numbering scheme gave it, such as `SHOP-INS-007`; null where no scheme covers insights.
    #[record(identifier, searched = Eight)]
    pub identifier: Option<Name>,
    /// The project that it is about.
    pub project_id: Id<Project>,
    /// The round of research that it came of.
    pub research_collection_id: Option<Id<ResearchCollection>>,
    /// Who recorded it.
    #[record(author)]
    pub user_id: Option<Id<User>>,
    /// What was understood, in one sentence.
    #[record(searched = Four)]
    pub name: Name,
    /// What was understood, with the evidence for it.
    #[record(searched = One)]
    pub description: Option<Text>,
    /// What it says something about.
    pub r#type: Option<Type>,
    /// What sort of evidence it rests on.
    #[record(lookup = InsightSource)]
    pub source: Option<ResearchSource>,
    /// How well the evidence supports it.
    pub evidence_strength: Option<Evidence>,
    /// How much would be won if it were acted on.
    pub impact: Option<Impact>,
    /// Whether it still holds: `superseded` once another took its place, `archived` once it was put away.
    #[record(default = Status::Active)]
    pub status: Status,
    /// The insight that took its place. Saying it does not change the status, as `supersede` does.
    pub superseded_by_id: Option<Id<Insight>>,
    /// When it was found.
    pub discovered_at: Option<Time>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Type {
    Problem,
    Opportunity,
    Behaviour,
    Motivation,
    Barrier,
    Technical,
    Other,
}

/// How well an insight is supported, weakest first: lists sort by it in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Evidence {
    Weak,
    Moderate,
    Strong,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Impact {
    Low,
    Medium,
    High,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Status {
    Draft,
    Active,
    Superseded,
    Archived,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum InsightFilter {
    #[selective]
    Id,
    #[counted]
    ProjectId,
    #[counted]
    ResearchCollectionId,
    #[counted]
    UserId,
    #[selective]
    Identifier,
    #[partial]
    Name,
    #[counted]
    Type,
    #[counted]
    Source,
    #[counted]
    EvidenceStrength,
    #[counted]
    Status,
    #[from]
    DiscoveredFrom,
    #[until]
    DiscoveredTo,
    #[through(insight_page, insight_id)]
    PageId,
    #[through(audience_insight, insight_id)]
    AudienceId,
    #[through(taggings, taggable_id, taggable_type)]
    TagId,
    #[search]
    Search,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum InsightSort {
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
    Identifier,
    DiscoveredAt,
    #[rank]
    EvidenceStrength,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum InsightRelation {
    #[one(Project)]
    Project,
    #[one(User)]
    User,
    #[one(ResearchCollection)]
    ResearchCollection,
    #[linked(Idea, idea_insight)]
    Ideas,
    #[linked(Learning, learning_insight)]
    Learnings,
    #[morphs(Attachment, attachable)]
    Attachments,
    #[linked(Observation, insight_observation)]
    Observations,
    #[linked(Experiment, experiment_insight)]
    Experiments,
    #[linked(Page, insight_page)]
    Pages,
    #[linked(Audience, audience_insight)]
    Audiences,
    #[morph_to_many(Tag, taggings, taggable, usage_count)]
    Tags,
    #[morphs(Comment, commentable)]
    Comments,
    #[one(Insight)]
    SupersededBy,
}

impl Listed for Insight {
    type Filter = InsightFilter;
    type Sort = InsightSort;
    type Relation = InsightRelation;
}

impl Resource for Insight {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Research;
    const COLUMNS: &'static [&'static str] =
        &["identifier", "name", "project_id", "type", "status", "evidence_strength", "discovered_at"];
    const NUMBERED: Option<Entity> = Some(Entity::Insights);

    fn rule(&mut self, _caller: &Caller, before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        if before.is_some_and(|stored| self.superseded_by_id == Some(stored.id)) {
            reader.reject("superseded_by_id", FieldError::NotAllowed);
        }
    }

    fn before_link_change(
        tx: &mut dyn WriteTx,
        caller: &Caller,
        stored: &mut Stored<Self>,
        relation: InsightRelation,
        delta: &LinkDelta<'_, Self>,
    ) -> Result<PartsChange, Refusal> {
        match relation {
            InsightRelation::Experiments => {
                experiments::refuse_change_from(tx, caller.team, ExperimentRelation::Insights, delta)?;
            }
            InsightRelation::Observations => observations::follow_insight(tx, caller, stored.id.get(), delta)?,
            InsightRelation::Project
            | InsightRelation::User
            | InsightRelation::ResearchCollection
            | InsightRelation::Ideas
            | InsightRelation::Learnings
            | InsightRelation::Attachments
            | InsightRelation::Pages
            | InsightRelation::Audiences
            | InsightRelation::Tags
            | InsightRelation::Comments
            | InsightRelation::SupersededBy => {}
        }
        Ok(PartsChange::default())
    }

    fn attached_to_copy(
        tx: &mut dyn WriteTx,
        team: TeamId,
        relation: InsightRelation,
        attached: Vec<i64>,
    ) -> Result<Vec<i64>, Refusal> {
        if relation == InsightRelation::Experiments {
            return experiments::open_to_change(tx, team, attached);
        }
        Ok(attached)
    }
}

impl Duplicable for Insight {
    fn name(&self) -> &Name {
        &self.name
    }

    fn begin_anew(&mut self, name: Name) {
        self.name = name;
        self.identifier = None;
        self.user_id = None;
        self.status = Status::Active;
        self.superseded_by_id = None;
    }
}

impl Commanded for Insight {
    const COMMANDS: &'static [Command<Self>] = &[
        Command::CREATE,
        Command::UPDATE,
        Command::DELETE,
        Command::RESTORE,
        Command {
            input: Input::Fields(Succession::FIELDS),
            notes: "At most 1,000 insights may have taken each other's place in turn: one more is refused under \
                    `superseded_by_id`, as one is that leads back.",
            ..Command::action(
                "supersede",
                "superseded",
                "Puts another insight in the place of one.",
                Run::OnRecord(Insight::supersede),
            )
        },
        Command::action(
            "reactivate",
            "reactivated",
            "Makes an insight active again, whatever it was superseded by.",
            Run::OnFields(Insight::reactivate),
        ),
        Command::ARCHIVE,
        Command::UNARCHIVE,
        Command {
            notes: "What a new record may not name is not taken over: a record that is deleted, an observation that is \
                    dismissed. Experiments that are completed keep the insights that they have, and are left out.",
            ..Command::DUPLICATE
        },
        Command {
            input: Input::FieldsOf(Kind::Idea, &[]),
            answers: Answers::Made(Kind::Idea),
            ..Command::action(
                "promote",
                "promoted",
                "Makes an idea of an insight, which takes over what the body does not say.",
                Run::OnRecord(Insight::promote),
            )
        },
        Command {
            input: Input::Fields(Merge::FIELDS),
            extent: Extent::Many,
            notes: "Members merge only records of their own into another.",
            ..Command::action(
                "merge",
                "merged",
                "Puts an insight in the place of others, which are deleted. It takes over what is attached to them.",
                Run::OnKind(Insight::merge),
            )
        },
        Command::BULK,
    ];
}
