//! A numbering scheme: how a team's records get identifiers that people can say.

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use crate::access::{Caller, Limit, Right, Rights, TeamId};
use crate::activity::{Logged, LoggedElsewhere};
use crate::commands::{Answers, Command, Commanded, Input, Run};
use crate::listing::Listed;
use crate::numbering::{self, Assignment, BackfillBody, Backfilled, Draft, Move, Preview, PreviewParameters};
use crate::numbering::{SequenceState, Template};
use crate::ports::WriteTx;
use crate::record::{BodyReader, Count, Id, Name, Ordinal, Record as _, Stored};
use crate::resource::{Area, Resource};
use crate::{Project, Refusal};

/// How records get identifiers that people can say: a template, what it counts in, and the kinds it is assigned to.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct NumberingScheme {
    /// What the scheme is called.
    #[record(searched = Four)]
    pub name: Name,
    /// Whether the team counts through, or each project by itself.
    pub scope: Scope,
    /// How identifiers are made: text with one `{number:000}`, whose zeros are the least width, and in the scope
    /// `project` `{project_code}`, such as `{project_code}-IDEA-{number:000}`.
    #[record(searched = One)]
    pub template: Template,
    /// The number that is claimed first.
    #[record(default = Ordinal::default())]
    pub initial_number: Ordinal,
    /// Whether it numbers new records.
    #[record(default = true)]
    pub is_active: bool,
    /// How many identifiers it has claimed.
    #[record(server)]
    pub claims_count: Count,
}

/// What a scheme counts through: the whole team, or each project by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Scope {
    Team,
    Project,
}

impl Scope {
    /// The project in which what stands in this one is counted; `None` where the whole team is counted through.
    pub const fn sequence(self, project: Option<Id<Project>>) -> Option<Id<Project>> {
        match self {
            Self::Team => None,
            Self::Project => project,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum NumberingSchemeFilter {
    #[selective]
    Id,
    #[partial]
    Name,
    #[counted]
    Scope,
    #[flag]
    #[counted]
    IsActive,
    #[through(numbering_assignments, scheme_id)]
    EntityType,
    #[through(numbering_assignments, scheme_id)]
    ProjectId,
    #[search]
    Search,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum NumberingSchemeSort {
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
    Scope,
    ClaimsCount,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum NumberingSchemeRelation {
    #[parts(Assignment)]
    Assignments,
    #[parts(SequenceState)]
    SequenceStates,
}

impl Listed for NumberingScheme {
    type Filter = NumberingSchemeFilter;
    type Sort = NumberingSchemeSort;
    type Relation = NumberingSchemeRelation;
}

impl Resource for NumberingScheme {
    const RIGHTS: Rights = Rights::Settings;
    const AREA: Area = Area::Team;
    const COLUMNS: &'static [&'static str] = &["name", "scope", "template", "is_active", "claims_count"];
    const LIMIT: Option<Limit> = Some(Limit::NumberingSchemes);
    const LOGGED: Option<LoggedElsewhere<Self>> = Some(LoggedElsewhere { on: "the team", of: |_| Logged::OnTeam });

    fn hold(tx: &mut dyn WriteTx, team: TeamId, _id: Id<Self>) -> Result<(), Refusal> {
        tx.hold_numbers(team)
    }

    fn rule(&mut self, _caller: &Caller, _before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        numbering::template_fits(self.scope, &self.template, reader);
    }
}

impl Commanded for NumberingScheme {
    const COMMANDS: &'static [Command<Self>] = &[
        Command { run: Run::OnKind(numbering::scheme_create), ..Command::CREATE },
        Command { run: Run::OnRecord(numbering::scheme_update), ..Command::UPDATE },
        Command { run: Run::OnRecord(numbering::scheme_delete), ..Command::DELETE },
        Command::action(
            "activate",
            "activated",
            "Lets a numbering scheme give identifiers to new records.",
            Run::OnRecord(numbering::activate),
        ),
        Command::action(
            "deactivate",
            "deactivated",
            "Lets a numbering scheme give no more identifiers.",
            Run::OnRecord(numbering::deactivate),
        ),
        Command {
            input: Input::Fields(PreviewParameters::FIELDS),
            ..Command::told(
                "preview",
                "What the next claims of a numbering scheme would get; nothing is reserved.",
                Answers::Document(Preview::FIELDS),
                Run::ReadRecord(numbering::preview),
            )
        },
        Command {
            right: Right::Read,
            input: Input::Fields(Draft::FIELDS),
            answers: Answers::Document(Preview::FIELDS),
            ..Command::action(
                "preview",
                "",
                "What the first claims of a numbering scheme that is yet to be made would get.",
                Run::ReadKind(numbering::preview_draft),
            )
        },
        Command {
            input: Input::Fields(Move::FIELDS),
            ..Command::action(
                "sequence",
                "sequence_moved",
                "Lets a sequence of a numbering scheme go on with a later number.",
                Run::OnRecord(numbering::move_sequence),
            )
        },
        Command {
            input: Input::Fields(BackfillBody::FIELDS),
            answers: Answers::Document(Backfilled::FIELDS),
            ..Command::action(
                "backfill",
                "backfilled",
                "Gives identifiers to the records that a numbering scheme covers and that have none.",
                Run::ReadRecord(numbering::backfill),
            )
        },
    ];
}
