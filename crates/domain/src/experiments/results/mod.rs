//! The results of an experiment: rows of totals, one for each variation, goal, segment and day.

mod check;
mod delete;
mod record;

pub(crate) use delete::delete;
pub(crate) use record::{Rows, record};

use super::words::ExperimentStatus as Status;
use crate::access::TeamId;
use crate::kinds::ResultRowFilter as Filter;
use crate::listing::{FilterValues, Listing, PageRequest};
use crate::ports::{ReadPort as _, ReadTx, Unmetered};
use crate::record::{Choices as _, FieldError, Id, Stored};
use crate::shape::Shape;
use crate::{Experiment, Kind, Refusal, ResultRow};

/// What is told of rows that were recorded.
pub(crate) const RECORDED: Shape = Shape::Object(&[
    ("data", Shape::List(&Shape::Record(Kind::ResultRow))),
    ("meta", Shape::Object(&[("created", Shape::Integer), ("updated", Shape::Integer), ("unchanged", Shape::Integer)])),
]);

/// How many rows an experiment may have.
pub(super) const MOST: i64 = 100_000;

/// The rows of experiments that these filters leave, in the order of their ids.
///
/// # Errors
/// When the database fails.
pub(super) fn of(
    tx: &mut dyn ReadTx,
    team: TeamId,
    experiments: &[Id<Experiment>],
    filters: impl IntoIterator<Item = (Filter, impl Into<FilterValues>)>,
) -> Result<Vec<Stored<ResultRow>>, Refusal> {
    let own = (Filter::ExperimentId, FilterValues(experiments.iter().map(Id::to_string).collect()));
    let others = filters.into_iter().map(|(filter, values)| (filter, values.into()));
    let filters = std::iter::once(own).chain(others).collect();
    let size = MOST.saturating_mul(i64::try_from(experiments.len()).unwrap_or(i64::MAX));
    let listing = Listing { page: PageRequest { number: 1, size }, ..Listing::of(filters) };
    Ok(ResultRow::reads(tx).list(team, &listing, &mut Unmetered)?.records)
}

/// Whether there are rows that these filters leave, those of deleted experiments among them.
///
/// # Errors
/// When the database fails.
pub(crate) fn are_there(
    tx: &mut dyn ReadTx,
    team: TeamId,
    filters: impl IntoIterator<Item = (Filter, i64)>,
) -> Result<bool, Refusal> {
    let filters = filters.into_iter().map(|(filter, id)| (filter, FilterValues(vec![id.to_string()]))).collect();
    Ok(!ResultRow::reads(tx).ids(team, &Listing::of(filters), 1)?.is_empty())
}

/// The rows of everyone that count furthest, one for each variation and goal of these experiments.
///
/// # Errors
/// When the database fails.
pub(super) fn latest(
    tx: &mut dyn ReadTx,
    team: TeamId,
    experiments: &[Id<Experiment>],
) -> Result<Vec<Stored<ResultRow>>, Refusal> {
    let yes = || "true".to_owned();
    of(tx, team, experiments, [(Filter::Latest, yes()), (Filter::Everyone, yes())])
}

/// Refuses a change of results in a status that does not allow it.
fn refuse(status: Status) -> Refusal {
    let refused = format!("field does not allow a change of results while it is {}.", status.name());
    Refusal::field("status", &FieldError::Otherwise(refused))
}

/// What rows have in common of which one counts furthest.
type Group = (i64, i64, String);

fn group(row: &ResultRow) -> Group {
    (row.variation_id.get(), row.goal_id.get(), row.segment.as_str().to_owned())
}
