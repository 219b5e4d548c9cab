//! What was read of a team for a report, each once, whatever the filters.

use std::collections::HashMap;
use std::rc::Rc;

use crate::access::TeamId;
use crate::kinds::ExperimentFilter;
use crate::listing::{FilterValues, Listed, Listing, PageRequest, Relations as _};
use crate::ports::{FindingFacts, IdeaFacts, Pair, ReadPort, ReadTx, Unmetered};
use crate::record::Stored;
use crate::{Experiment, Kind, Refusal};

/// How many records are read at once.
const AT_ONCE: i64 = 1_000;

/// The experiments of a report.
pub(super) type Experiments = Rc<Vec<Stored<Experiment>>>;

/// Its learnings or insights.
pub(super) type Findings = Rc<Vec<FindingFacts>>;

/// What a relation attaches to the records of a kind.
pub(super) type Pairs = Rc<Vec<Pair>>;

/// What reports read of a whole team, each thing once and in the order of its ids.
#[derive(Default)]
pub(super) struct TeamFacts {
    experiments: Option<Experiments>,
    ideas: Option<Rc<Vec<IdeaFacts>>>,
    learnings: Option<Findings>,
    insights: Option<Findings>,
    pairs: HashMap<(Kind, &'static str), Pairs>,
}

impl TeamFacts {
    /// Every experiment, archived ones too.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn experiments(&mut self, tx: &mut dyn ReadTx, team: TeamId) -> Result<Experiments, Refusal> {
        once(&mut self.experiments, || all::<Experiment>(tx, team, archived_too()))
    }

    /// Every idea, archived ones too.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn ideas(&mut self, tx: &mut dyn ReadTx, team: TeamId) -> Result<Rc<Vec<IdeaFacts>>, Refusal> {
        once(&mut self.ideas, || tx.idea_facts(team))
    }

    /// # Errors
    /// When the database fails.
    pub(super) fn learnings(&mut self, tx: &mut dyn ReadTx, team: TeamId) -> Result<Findings, Refusal> {
        once(&mut self.learnings, || tx.learning_facts(team))
    }

    /// # Errors
    /// When the database fails.
    pub(super) fn insights(&mut self, tx: &mut dyn ReadTx, team: TeamId) -> Result<Findings, Refusal> {
        once(&mut self.insights, || tx.insight_facts(team))
    }

    /// What a relation attaches to records of its kind: the ids of both, and the role.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn pairs<R: Listed>(
        &mut self,
        tx: &mut dyn ReadTx,
        team: TeamId,
        relation: R::Relation,
    ) -> Result<Pairs, Refusal> {
        let key = (R::KIND, relation.name());
        if let Some(read) = self.pairs.get(&key) {
            return Ok(Rc::clone(read));
        }
        let read = Rc::new(match relation.leads_to().link() {
            Some((far, link)) => tx.pairs(team, link, (R::KIND, far))?,
            None => Vec::new(),
        });
        self.pairs.insert(key, Rc::clone(&read));
        Ok(read)
    }
}

/// Every record of a kind that these filters leave, in the order of their ids.
///
/// # Errors
/// When the database fails.
pub(super) fn all<R: ReadPort>(
    tx: &mut dyn ReadTx,
    team: TeamId,
    filters: Vec<(R::Filter, FilterValues)>,
) -> Result<Vec<Stored<R>>, Refusal> {
    let mut read = Vec::new();
    for number in 1.. {
        let page = PageRequest { number, size: AT_ONCE };
        let listing = Listing { page, ..Listing::of(filters.clone()) };
        let found = R::reads(tx).list(team, &listing, &mut Unmetered)?;
        let is_last = found.records.is_empty() || number.saturating_mul(AT_ONCE) >= found.total;
        read.extend(found.records);
        if is_last {
            break;
        }
    }
    Ok(read)
}

/// Archived experiments too.
pub(super) fn archived_too() -> Vec<(ExperimentFilter, FilterValues)> {
    vec![(ExperimentFilter::Archived, FilterValues(vec!["all".to_owned()]))]
}

/// What is kept, or else read and kept.
fn once<T>(kept: &mut Option<Rc<T>>, read: impl FnOnce() -> Result<T, Refusal>) -> Result<Rc<T>, Refusal> {
    if let Some(kept) = kept {
        return Ok(Rc::clone(kept));
    }
    Ok(Rc::clone(kept.insert(Rc::new(read()?))))
}

/// Those of them that are counted: the same, where all are.
pub(super) fn counted<T: Clone>(all: Rc<Vec<T>>, counts: impl Fn(&T) -> bool) -> Rc<Vec<T>> {
    if all.iter().all(&counts) { all } else { Rc::new(all.iter().filter(|it| counts(it)).cloned().collect()) }
}

/// Whether a record is among these.
pub(super) fn has(findings: &[FindingFacts], id: i64) -> bool {
    findings.binary_search_by_key(&id, |it| it.id).is_ok()
}
