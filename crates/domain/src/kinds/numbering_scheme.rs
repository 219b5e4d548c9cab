//! A numbering scheme: how a team's records get identifiers that people can say.

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use crate::Refusal;
use crate::access::{Caller, Limit, Rights};
use crate::activity::Logged;
use crate::commands::{Body, Command};
use crate::numbering::{self, Assignment, SequenceState, Template};
use crate::ports::WriteTx;
use crate::record::{BodyReader, Count, Name, Ordinal, Stored};
use crate::resource::{Listed, Resource};

#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct NumberingScheme {
    pub name: Name,
    pub scope: Scope,
    pub template: Template,
    #[record(default = Ordinal::default())]
    pub initial_number: Ordinal,
    #[record(default = true)]
    pub is_active: bool,
    #[record(server)]
    pub claims_count: Count,
}

/// What a scheme counts through: the whole team, or each project by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Scope {
    Team,
    Project,
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
    const COMMANDS: &'static [Command<Self>] = &[Command::CREATE];
    const LIMIT: Option<Limit> = Some(Limit::NumberingSchemes);

    fn logged(_kept: &Stored<Self>) -> Logged {
        Logged::OnTeam
    }

    fn rule(&mut self, _caller: &Caller, _before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        if self.scope == Scope::Team
            && let Err(complaint) = self.template.fits_teams()
        {
            reader.reject("template", complaint);
        }
    }

    fn create(tx: &mut dyn WriteTx, caller: &Caller, body: &Body) -> Result<Stored<Self>, Refusal> {
        numbering::scheme_create(tx, caller, body)
    }
}
