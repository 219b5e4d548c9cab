//! A learning: what a team now knows and will act on, with the insights that support it.

use serde_json::json;
use uplift_derive::{Filters, Record, Relations, Sorts};

use crate::access::Rights;
use crate::commands::{self, Call, Command, Commanded, Done, Duplicable, Extent, Input, Outcome, Run};
use crate::experiments::EvidenceRole;
use crate::listing::{Listed, Relations as _};
use crate::ports::{Meter, ReadPort as _, ReadTx, WriteTx};
use crate::record::{AtLeastOne, FieldError, Fields, Id, Name, Record as _, Stored, Text, Time};
use crate::resource::{Area, Resource};
use crate::shape::Shape;
use crate::{Experiment, Kind, Project, Refusal, ResearchCollection, User};

/// What the team keeps from its experiments and its research.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Learning {
    /// The project that it is about.
    pub project_id: Id<Project>,
    /// The round of research that it came of.
    pub research_collection_id: Option<Id<ResearchCollection>>,
    /// Who recorded it.
    #[record(author)]
    pub user_id: Option<Id<User>>,
    /// What was learned, in one sentence.
    pub name: Name,
    /// What was learned, and what follows from it.
    pub description: Option<Text>,
    /// How sure the team is: `low`, `medium`, `high` or a word of its own.
    pub confidence: Option<Name>,
    /// When it was learned.
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
    #[own_role(stance, EvidenceRole, Supporting)]
    #[not_included]
    SupportingExperiments,
    #[linked(Experiment, experiment_learning)]
    #[own_role(stance, EvidenceRole, Contradicting)]
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
    const AREA: Area = Area::Experiments;
    const COLUMNS: &'static [&'static str] = &["name", "project_id", "confidence", "user_id", "learned_at"];
}

impl Duplicable for Learning {
    fn name(&self) -> &Name {
        &self.name
    }

    fn begin_anew(&mut self, name: Name) {
        self.name = name;
        self.user_id = None;
    }
}

impl Commanded for Learning {
    const COMMANDS: &'static [Command<Self>] = &[
        Command::CREATE,
        Command::UPDATE,
        Command::DELETE,
        Command::RESTORE,
        Command::DUPLICATE,
        Command {
            input: Input::Fields(Merge::FIELDS),
            extent: Extent::Many,
            notes: "Members merge only records of their own into another.",
            ..Command::action(
                "merge",
                "merged",
                "Puts a learning in the place of others, which are deleted. It takes over what is attached to them.",
                Run::OnKind(Learning::merge),
            )
        },
        Command::json(
            "experiments",
            "The experiments that support a learning, and those that speak against it.",
            EXPERIMENTS,
            Learning::experiments,
        ),
        Command::BULK,
    ];
}

const EXPERIMENTS: Shape = Shape::Object(&[(
    "data",
    Shape::Object(&[
        ("supporting", Shape::List(&Shape::Record(Kind::Experiment))),
        ("contradicting", Shape::List(&Shape::Record(Kind::Experiment))),
    ]),
)]);

/// What becomes of learnings that are merged.
#[derive(Clone, Debug, PartialEq, Record)]
struct Merge {
    /// The learnings that go.
    source_ids: AtLeastOne<Id<Learning>, 100>,
    /// The learning that takes their place.
    target_id: Id<Learning>,
}

impl Learning {
    fn experiments(tx: &mut dyn ReadTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let team = call.caller.team;
        let mut found = Vec::new();
        for (stance, relation) in [
            ("supporting", LearningRelation::SupportingExperiments),
            ("contradicting", LearningRelation::ContradictingExperiments),
        ] {
            let (id, most) = (stored.id.get(), commands::MOST_LINKS);
            let Some((kind, link)) = relation.leads_to().link() else {
                return Err(Refusal::Fault(format!("{} is no link", relation.name())));
            };
            let ids = tx.attached(team, link, (Kind::Learning, id, kind), commands::enough_links())?;
            if ids.len() > most {
                let refused = format!("field would bring more than {most} experiments.");
                return Err(Refusal::field(stance, &FieldError::Otherwise(refused)));
            }
            found.push((stance, ids));
        }
        let told = move |tx: &mut dyn ReadTx, meter: &mut dyn Meter| {
            let mut told = Fields::new();
            for (stance, ids) in found {
                let experiments = Experiment::reads(tx).find_many(team, &ids, meter)?;
                told.insert(stance.to_owned(), experiments.iter().map(Stored::shown).collect());
            }
            Ok(json!({ "data": told }))
        };
        Ok(Outcome::Weighed(Box::new(told)).into())
    }

    fn merge(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let sources = |merge: &Merge| merge.source_ids.items().iter().map(|id| id.get()).collect::<Vec<_>>();
        let asked: Merge = call.read_in(tx, |tx, asked, reader| {
            commands::check_sources(tx, call.caller, Kind::Learning, (&sources(asked), asked.target_id.get()), reader)
        })?;
        commands::merge(tx, call, (&sources(&asked), asked.target_id.get()))
    }
}
