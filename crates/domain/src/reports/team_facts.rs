//! What reports read of a team.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::stages::History;
use crate::access::TeamId;
use crate::kinds::ExperimentFilter;
use crate::listing::{FilterValues, Listing, PageRequest};
use crate::ports::{FindingFacts, IdeaFacts, Pair, ReadPort, ReadTx, Unmetered};
use crate::record::Stored;
use crate::{Experiment, Goal, Kind, Refusal};

/// How many records are read at once.
const AT_ONCE: i64 = 1_000;

/// The experiments of a report.
pub(super) type Experiments = Rc<Vec<Stored<Experiment>>>;

/// Its ideas.
pub(super) type Ideas = Rc<Vec<IdeaFacts>>;

/// Its learnings or insights.
pub(super) type Findings = Rc<Vec<FindingFacts>>;

/// What a relation attaches to the records of a kind.
pub(super) type Pairs = Rc<Vec<Pair>>;

/// What was read, each thing once: of the whole team, and what of it is counted.
#[derive(Default)]
pub(super) struct Kept {
    pub(super) all_experiments: Option<Experiments>,
    pub(super) all_ideas: Option<Ideas>,
    pub(super) all_learnings: Option<Findings>,
    pub(super) all_insights: Option<Findings>,
    pub(super) experiments: Option<Experiments>,
    pub(super) goals: Option<Rc<HashMap<i64, Stored<Goal>>>>,
    pub(super) ideas: Option<Ideas>,
    pub(super) learnings: Option<Findings>,
    pub(super) insights: Option<Findings>,
    pub(super) histories: HashMap<Kind, Option<Rc<BTreeMap<i64, History>>>>,
    pub(super) pairs: HashMap<(Kind, &'static str), Option<Pairs>>,
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

/// Those of them that are counted: the same, where all are.
pub(super) fn counted<T: Clone>(all: Rc<Vec<T>>, counts: impl Fn(&T) -> bool) -> Rc<Vec<T>> {
    if all.iter().all(&counts) { all } else { Rc::new(all.iter().filter(|it| counts(it)).cloned().collect()) }
}

/// Whether a record is among these.
pub(super) fn has(findings: &[FindingFacts], id: i64) -> bool {
    findings.binary_search_by_key(&id, |it| it.id).is_ok()
}
