//! What reports read of a team.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::stages::History;
use crate::Kind;
use crate::ports::{ExperimentFacts, FindingFacts, GoalFacts, IdeaFacts, Pair};

/// The experiments of a report.
pub(super) type Experiments = Rc<Vec<ExperimentFacts>>;

/// The goals of the team, by their ids.
pub(super) type Goals = HashMap<i64, GoalFacts>;

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
    pub(super) goals: Option<Rc<Goals>>,
    pub(super) ideas: Option<Ideas>,
    pub(super) learnings: Option<Findings>,
    pub(super) insights: Option<Findings>,
    pub(super) histories: HashMap<Kind, Option<Rc<BTreeMap<i64, History>>>>,
    pub(super) pairs: HashMap<(Kind, &'static str), Option<Pairs>>,
}

/// The facts that are counted; the list itself, where all are.
pub(super) fn counted<T: Clone>(all: Rc<Vec<T>>, counts: impl Fn(&T) -> bool) -> Rc<Vec<T>> {
    if all.iter().all(&counts) { all } else { Rc::new(all.iter().filter(|it| counts(it)).cloned().collect()) }
}

/// Whether a record is among these.
pub(super) fn has(findings: &[FindingFacts], id: i64) -> bool {
    findings.binary_search_by_key(&id, |it| it.id).is_ok()
}
