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
    /// Names those of these records that keep something else than what follows.
    pub wrong: fn(&mut dyn ReadTx, TeamId, &[i64]) -> Result<Vec<String>, Refusal>,
}

/// Every such kind.
pub const DERIVED: [Derived; 2] = [
    Derived {
        ids: |tx, team| ids::<Idea>(tx, team, IdeaFilter::Archived),
        wrong: |tx, team, ids| wrong(tx, team, ids, "what members think of it", counts_its_opinions),
    },
    Derived {
        ids: |tx, team| ids::<Experiment>(tx, team, ExperimentFilter::Archived),
        wrong: |tx, team, ids| wrong(tx, team, ids, "its results", shows_its_results),
    },
];

fn ids<R: ReadPort>(tx: &mut dyn ReadTx, team: TeamId, archived: R::Filter) -> Result<Vec<i64>, Refusal> {
    let listing = Listing::of(vec![(archived, FilterValues(vec!["all".to_owned()]))]);
    R::reads(tx).ids(team, &listing, i64::MAX)
}

fn wrong<R: Resource>(
    tx: &mut dyn ReadTx,
    team: TeamId,
    ids: &[i64],
    of: &str,
    is_right: fn(&mut dyn ReadTx, &Stored<Team>, &Stored<R>) -> Result<bool, Refusal>,
) -> Result<Vec<String>, Refusal> {
    let Some(found) = Team::reads(tx).find(team, Id::new(team.get()))? else { return Ok(Vec::new()) };
    let mut wrong = Vec::new();
    for stored in R::reads(tx).some(team, ids, &mut Unmetered)? {
        if !is_right(tx, &found, &stored)? {
            wrong.push(format!("team {}: {} {} does not show {of}", team.get(), R::KIND.singular(), stored.id));
        }
    }
    Ok(wrong)
}

fn counts_its_opinions(_tx: &mut dyn ReadTx, team: &Stored<Team>, idea: &Stored<Idea>) -> Result<bool, Refusal> {
    Ok(idea.record.counts_its_opinions(team.record.settings.custom_framework().as_deref()))
}

fn shows_its_results(
    tx: &mut dyn ReadTx,
    team: &Stored<Team>,
    experiment: &Stored<Experiment>,
) -> Result<bool, Refusal> {
    Ok(figures::computed(tx, &team.caller(Actor::Operator), experiment)? == experiment.record)
}
