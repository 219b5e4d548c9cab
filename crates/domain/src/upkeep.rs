//! What records keep that follows from others, computed anew and held against what is kept.

use crate::access::{Actor, TeamId};
use crate::experiments::figures;
use crate::kinds::{ExperimentFilter, IdeaFilter};
use crate::listing::{FilterValues, Listing};
use crate::ports::{ReadPort, ReadTx, Unmetered};
use crate::record::{Id, Stored};
use crate::resource::Resource;
use crate::{Experiment, Idea, Refusal, Team};

/// How many records are held against what they follow from in one transaction.
pub const AT_ONCE: usize = 500;

/// A kind of which records keep what follows from others.
#[derive(Clone, Copy)]
pub struct Derived {
    /// The ids of all live records of the kind.
    pub ids: fn(&mut dyn ReadTx, TeamId) -> Result<Vec<i64>, Refusal>,
    pub wrong: FindWrong,
}

/// Names those of these records that keep something else than what follows.
pub type FindWrong = fn(&mut dyn ReadTx, TeamId, &[i64]) -> Result<Vec<String>, Refusal>;

/// Every such kind.
pub const DERIVED: [Derived; 2] = [
    Derived { ids: |tx, team| ids::<Idea>(tx, team, IdeaFilter::Archived), wrong: wrong::<Idea> },
    Derived { ids: |tx, team| ids::<Experiment>(tx, team, ExperimentFilter::Archived), wrong: wrong::<Experiment> },
];

/// Records that keep what follows from others.
trait Follows: Resource {
    /// What they follow from, in words.
    const FROM: &'static str;

    /// Whether a record keeps what follows.
    fn follows(tx: &mut dyn ReadTx, team: &Stored<Team>, stored: &Stored<Self>) -> Result<bool, Refusal>;
}

impl Follows for Idea {
    const FROM: &'static str = "its scores and votes";

    fn follows(_tx: &mut dyn ReadTx, team: &Stored<Team>, stored: &Stored<Self>) -> Result<bool, Refusal> {
        Ok(stored.record.is_weighed(team.record.settings.custom_framework().as_deref()))
    }
}

impl Follows for Experiment {
    const FROM: &'static str = "its results";

    fn follows(tx: &mut dyn ReadTx, team: &Stored<Team>, stored: &Stored<Self>) -> Result<bool, Refusal> {
        figures::are_kept(tx, &team.caller(Actor::Operator), stored)
    }
}

fn ids<R: ReadPort>(tx: &mut dyn ReadTx, team: TeamId, archived: R::Filter) -> Result<Vec<i64>, Refusal> {
    let listing = Listing::of(vec![(archived, FilterValues(vec!["all".to_owned()]))]);
    R::reads(tx).ids(team, &listing, i64::MAX)
}

fn wrong<R: Follows>(tx: &mut dyn ReadTx, team: TeamId, ids: &[i64]) -> Result<Vec<String>, Refusal> {
    let Some(found) = Team::reads(tx).find(team, Id::new(team.get()))? else { return Ok(Vec::new()) };
    let mut wrong = Vec::new();
    for stored in R::reads(tx).find_many(team, ids, &mut Unmetered)? {
        if !R::follows(tx, &found, &stored)? {
            let (team, kind, id) = (team.get(), R::KIND.singular(), stored.id);
            wrong.push(format!("team {team}: {kind} {id} does not show {}", R::FROM));
        }
    }
    Ok(wrong)
}
