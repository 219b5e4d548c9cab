//! A numbering scheme: how a team's records get identifiers that people can say.

use uplift_derive::{Filters, Record, Relations, Sorts, Words};

use crate::access::{Caller, Deed, Limit, Rights};
use crate::activity::Logged;
use crate::numbering::{self, Assignment, SequenceState, Template};
use crate::ports::{Ledger, Library, Reads, Writes};
use crate::record::{Count, Form, Kept, Kinded, Name, Ordinal};
use crate::resource::{Listed, Resource};
use crate::verbs::Body;
use crate::{Kind, Refusal};

#[derive(Clone, Debug, PartialEq, Record)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum Scope {
    Team,
    Project,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum NumberingSchemeFilter {
    #[few]
    Id,
    #[partial]
    Name,
    #[counted]
    Scope,
    #[flag]
    #[counted]
    IsActive,
    EntityType,
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

impl Kinded for NumberingScheme {
    const KIND: Kind = Kind::NumberingScheme;
    const SOFT_DELETES: bool = false;
}

impl Listed for NumberingScheme {
    type Filter = NumberingSchemeFilter;
    type Sort = NumberingSchemeSort;
    type Relation = NumberingSchemeRelation;

    fn shelf(library: &mut dyn Library) -> &mut dyn Reads<Self> {
        library
    }
}

impl Resource for NumberingScheme {
    const RIGHTS: Rights = Rights::Settings;
    const DEEDS: &'static [Deed] = &[Deed::Create];
    const LIMIT: Option<Limit> = Some(Limit::NumberingSchemes);

    fn book(ledger: &mut dyn Ledger) -> &mut dyn Writes<Self> {
        ledger
    }

    fn logged(_kept: &Kept<Self>) -> Logged {
        Logged::OnTeam
    }

    fn rule(&mut self, _caller: &Caller, _before: Option<&Kept<Self>>, form: &mut Form<'_>) {
        if self.scope == Scope::Team
            && let Err(complaint) = self.template.fits_teams()
        {
            form.complain("template", complaint);
        }
    }

    fn create(ledger: &mut dyn Ledger, caller: &Caller, body: &Body) -> Result<Kept<Self>, Refusal> {
        numbering::scheme_create(ledger, caller, body)
    }
}
