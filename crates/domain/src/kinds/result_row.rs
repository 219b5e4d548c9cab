//! A result row: what the users of a variation did toward a goal, all of it up to a day.

use uplift_derive::{Filters, Record, Relations, Sorts};

use crate::access::{Rights, TeamId};
use crate::activity::{Logged, LoggedElsewhere};
use crate::commands::{Command, Commanded, Run, owners_of};
use crate::experiments::results;
use crate::listing::Listed;
use crate::ports::{ReadPort as _, ReadTx, WritePort as _, WriteTx};
use crate::record::{Count, Date, Id, Segment, Sum, SumOfSquares};
use crate::resource::{Area, Owners, Resource};
use crate::{Experiment, Goal, Kind, Refusal, User, Variation};

/// What was measured of one variation and one goal up to a day, for everyone or a segment.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct ResultRow {
    /// The experiment that was measured.
    #[record(fixed, parent)]
    pub experiment_id: Id<Experiment>,
    /// Who recorded it.
    #[record(author)]
    pub user_id: Option<Id<User>>,
    /// The variation that was measured.
    pub variation_id: Id<Variation>,
    /// The goal that was measured.
    pub goal_id: Id<Goal>,
    /// The part of the users that it is about; empty for everyone.
    #[record(default = Segment::default())]
    pub segment: Segment,
    /// The last day that it counts.
    pub as_of: Date,
    /// How many users saw the variation.
    pub users: Count,
    /// How many of them converted, toward a goal that is a share.
    pub conversions: Option<Count>,
    /// The sum of what each of them did, toward a goal that is a mean, a count or a ratio.
    pub sum: Option<Sum>,
    /// The sum of the squares of that.
    pub sum_squares: Option<SumOfSquares>,
    /// The sum of what that is divided by, toward a goal that is a ratio.
    pub denominator_sum: Option<Sum>,
    /// Of a ratio: the sum of the squares of the denominators, Σd².
    pub denominator_sum_squares: Option<SumOfSquares>,
    /// The sum over users of the product of both.
    pub cross_sum: Option<Sum>,
    /// The sum of what each of them did before, by which CUPED adjusts.
    pub pre_sum: Option<Sum>,
    /// For CUPED: the sum of the squares of what was measured before, Σx².
    pub pre_sum_squares: Option<SumOfSquares>,
    /// The sum over users of the product of what each did before and since.
    pub pre_cross_sum: Option<Sum>,
    /// Whether it is about everyone.
    #[record(server, hidden)]
    pub everyone: bool,
    /// Whether none of its variation, goal and segment counts further.
    #[record(server, hidden)]
    pub latest: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum ResultRowFilter {
    Id,
    #[internal]
    #[selective]
    ExperimentId,
    #[selective]
    VariationId,
    #[selective]
    GoalId,
    Segment,
    /// Whether it is of all users, and of no segment.
    #[flag]
    Everyone,
    AsOf,
    /// Whether none of its variation, goal and segment counts further.
    #[flag]
    Latest,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum ResultRowSort {
    Id,
    AsOf,
    CreatedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum ResultRowRelation {
    #[one(Experiment)]
    #[not_included]
    Experiment,
}

impl Listed for ResultRow {
    type Filter = ResultRowFilter;
    type Sort = ResultRowSort;
    type Relation = ResultRowRelation;
    const NESTED: bool = true;
}

impl Resource for ResultRow {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Parts;
    const COLUMNS: &'static [&'static str] = &[];
    const NAME_FIELD: &'static str = "as_of";
    const LOGGED: Option<LoggedElsewhere<Self>> = Some(LoggedElsewhere {
        on: "the experiment",
        of: |stored| Logged::On(Kind::Experiment, stored.record.experiment_id.get()),
    });

    /// The experiment, under which all its results are changed one after the other.
    fn hold(tx: &mut dyn WriteTx, team: TeamId, id: Id<Self>) -> Result<(), Refusal> {
        if let Some(row) = Self::reads(tx).find(team, id)? {
            Experiment::writes(tx).find_to_change(team, row.record.experiment_id)?;
        }
        Ok(())
    }

    fn owners(&self, tx: &mut dyn ReadTx, team: TeamId) -> Result<Owners, Refusal> {
        owners_of(tx, team, self.experiment_id)
    }
}

impl Commanded for ResultRow {
    const COMMANDS: &'static [Command<Self>] = &[Command { run: Run::OnRecord(results::delete), ..Command::DELETE }];
}
