//! What a report reads: each once, and what the filters let through.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use chrono_tz::Tz;

use super::selection::{ReportFilter, Selection};
use super::stages::{History, histories};
use super::team_facts::{Experiments, Findings, Goals, Ideas, Kept, Pairs, counted};
use super::window::Window;
use crate::access::Caller;
use crate::experiments::ExperimentType;
use crate::listing::{Listed, Relations as _};
use crate::period::today;
use crate::ports::ReadTx;
use crate::record::Time;
use crate::workspace::{Settings, team_of};
use crate::{Experiment, ExperimentRelation, Idea, Insight, Kind, Learning, Refusal};

pub(super) struct Data<'a> {
    pub(super) tx: &'a mut dyn ReadTx,
    pub(super) caller: &'a Caller,
    pub(super) selection: &'a Selection,
    pub(super) now: Time,
    pub(super) settings: Settings,
    created_at: Time,
    kept: Kept,
}

impl<'a> Data<'a> {
    /// Begins to read, with the team itself.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn read(tx: &'a mut dyn ReadTx, caller: &'a Caller, selection: &'a Selection) -> Result<Self, Refusal> {
        let team = team_of(tx, caller)?;
        Ok(Self {
            now: tx.now(),
            tx,
            caller,
            selection,
            settings: team.record.settings.all().clone(),
            created_at: team.created_at,
            kept: Kept::default(),
        })
    }

    /// What is kept, or else read and kept.
    fn once<T>(
        &mut self,
        kept: impl Fn(&mut Kept) -> &mut Option<Rc<T>>,
        read: impl FnOnce(&mut Self) -> Result<Rc<T>, Refusal>,
    ) -> Result<Rc<T>, Refusal> {
        if let Some(kept) = kept(&mut self.kept) {
            return Ok(Rc::clone(kept));
        }
        let read = read(self)?;
        Ok(Rc::clone(kept(&mut self.kept).insert(read)))
    }

    pub(super) fn zone(&self) -> Tz {
        self.caller.timezone.rules()
    }

    /// The buckets of a window.
    ///
    /// # Errors
    /// When there are too many.
    pub(super) fn buckets(&self, window: &Window) -> Result<Vec<Window>, Refusal> {
        window.buckets(self.selection.granularity, self.caller.weeks.day(), self.zone())
    }

    /// The window that is asked for.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn window(&mut self) -> Result<Window, Refusal> {
        let mut earliest = self.created_at;
        if self.selection.begins_with_all() {
            for kind in [Kind::Experiment, Kind::ResearchCollection, Kind::FormResponse] {
                earliest = self.tx.first_started(self.caller.team, kind)?.map_or(earliest, |first| earliest.min(first));
            }
            let learned = self.all_learnings()?.iter().map(|it| it.at).min();
            let discovered = self.all_insights()?.iter().map(|it| it.at).min();
            earliest = [learned, discovered].into_iter().flatten().fold(earliest, Time::min);
        }
        Ok(self.selection.window(today(earliest, self.zone()).0, self.caller))
    }

    /// Every experiment of the team, archived ones too, whatever the filters.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn all_experiments(&mut self) -> Result<Experiments, Refusal> {
        self.once(|kept| &mut kept.all_experiments, |it| it.tx.experiment_facts(it.caller.team, None).map(Rc::new))
    }

    /// Every idea of the team, archived ones too, whatever the filters.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn all_ideas(&mut self) -> Result<Ideas, Refusal> {
        self.once(|kept| &mut kept.all_ideas, |it| it.tx.idea_facts(it.caller.team).map(Rc::new))
    }

    /// Every learning of the team, whatever the filters.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn all_learnings(&mut self) -> Result<Findings, Refusal> {
        self.once(|kept| &mut kept.all_learnings, |it| it.tx.learning_facts(it.caller.team).map(Rc::new))
    }

    /// Every insight of the team, whatever the filters.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn all_insights(&mut self) -> Result<Findings, Refusal> {
        self.once(|kept| &mut kept.all_insights, |it| it.tx.insight_facts(it.caller.team).map(Rc::new))
    }

    /// The experiments that are counted, archived ones too.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn experiments(&mut self) -> Result<Experiments, Refusal> {
        self.once(|kept| &mut kept.experiments, Self::count_experiments)
    }

    fn count_experiments(&mut self) -> Result<Experiments, Refusal> {
        let all = self.all_experiments()?;
        let tagged = self.tagged::<Experiment>()?;
        let with_goal = match self.selection.ids(ReportFilter::GoalId) {
            Some(goals) => Some(self.linked_to(ExperimentRelation::Goals, &goals)?),
            None => None,
        };
        let (projects, owners) =
            (self.selection.ids(ReportFilter::ProjectId), self.selection.ids(ReportFilter::OwnerId));
        let include_aa = self.selection.include_aa;
        Ok(counted(all, |it| {
            (include_aa || it.r#type != ExperimentType::Aa)
                && among(projects.as_deref(), Some(it.project_id))
                && among(owners.as_deref(), it.owner_id)
                && within(tagged.as_ref(), it.id)
                && within(with_goal.as_ref(), it.id)
        }))
    }

    /// Every goal of the team, by its id.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn goals(&mut self) -> Result<Rc<Goals>, Refusal> {
        self.once(|kept| &mut kept.goals, |it| it.tx.goal_facts(it.caller.team).map(Rc::new))
    }

    /// The ideas that are counted, archived ones too.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn ideas(&mut self) -> Result<Ideas, Refusal> {
        self.once(|kept| &mut kept.ideas, Self::count_ideas)
    }

    fn count_ideas(&mut self) -> Result<Ideas, Refusal> {
        let all = self.all_ideas()?;
        let tagged = self.tagged::<Idea>()?;
        let [projects, goals, owners] = [ReportFilter::ProjectId, ReportFilter::GoalId, ReportFilter::OwnerId]
            .map(|filter| self.selection.ids(filter));
        Ok(counted(all, |idea| {
            among(projects.as_deref(), Some(idea.project_id))
                && among(goals.as_deref(), idea.primary_goal_id)
                && among(owners.as_deref(), idea.assignee_id)
                && within(tagged.as_ref(), idea.id)
        }))
    }

    /// The learnings that are counted.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn learnings(&mut self) -> Result<Findings, Refusal> {
        self.once(|kept| &mut kept.learnings, |it| it.filtered::<Learning>(Self::all_learnings))
    }

    /// The insights that are counted.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn insights(&mut self) -> Result<Findings, Refusal> {
        self.once(|kept| &mut kept.insights, |it| it.filtered::<Insight>(Self::all_insights))
    }

    fn filtered<R: Listed>(&mut self, all: fn(&mut Self) -> Result<Findings, Refusal>) -> Result<Findings, Refusal> {
        let all = all(self)?;
        let tagged = self.tagged::<R>()?;
        let (projects, owners) =
            (self.selection.ids(ReportFilter::ProjectId), self.selection.ids(ReportFilter::OwnerId));
        Ok(counted(all, |it| {
            among(projects.as_deref(), Some(it.project_id))
                && among(owners.as_deref(), it.user_id)
                && within(tagged.as_ref(), it.id)
        }))
    }

    /// In which status the records of a kind were when, by their ids.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn histories(&mut self, kind: Kind) -> Result<Rc<BTreeMap<i64, History>>, Refusal> {
        self.once(
            |kept| kept.histories.entry(kind).or_default(),
            |it| histories(it.tx, it.caller.team, kind, None).map(Rc::new),
        )
    }

    /// The histories of a few records of a kind, which are not kept for others to read.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn histories_of(&mut self, kind: Kind, ids: &[i64]) -> Result<Rc<BTreeMap<i64, History>>, Refusal> {
        histories(self.tx, self.caller.team, kind, Some(ids)).map(Rc::new)
    }

    /// What a relation attaches to records of its kind: the ids of both, and the role.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn pairs<R: Listed>(&mut self, relation: R::Relation) -> Result<Pairs, Refusal> {
        self.once(
            |kept| kept.pairs.entry((R::KIND, relation.name())).or_default(),
            |it| match relation.leads_to().link() {
                Some((far, link)) => it.tx.pairs(it.caller.team, link, (R::KIND, far)).map(Rc::new),
                None => Ok(Rc::default()),
            },
        )
    }

    /// The records of a kind that have one of the tags which are asked for; none where no tags are.
    fn tagged<R: Listed>(&mut self) -> Result<Option<HashSet<i64>>, Refusal> {
        let Some(tags) = self.selection.ids(ReportFilter::TagId) else { return Ok(None) };
        let relation = R::Relation::ALL.iter().find(|it| it.name() == "tags");
        let Some(relation) = relation else { return Ok(Some(HashSet::new())) };
        let pairs = self.pairs::<R>(*relation)?;
        Ok(Some(pairs.iter().filter(|(_, tag, _)| tags.contains(tag)).map(|(id, ..)| *id).collect()))
    }

    /// The experiments that are linked to one of these records.
    pub(super) fn linked_to(&mut self, relation: ExperimentRelation, far: &[i64]) -> Result<HashSet<i64>, Refusal> {
        let pairs = self.pairs::<Experiment>(relation)?;
        Ok(pairs.iter().filter(|(_, id, _)| far.contains(id)).map(|(id, ..)| *id).collect())
    }
}

/// Whether a reference is one of those that are asked for, or none are.
fn among(asked: Option<&[i64]>, id: Option<i64>) -> bool {
    asked.is_none_or(|asked| id.is_some_and(|id| asked.contains(&id)))
}

fn within(asked: Option<&HashSet<i64>>, id: i64) -> bool {
    asked.is_none_or(|asked| asked.contains(&id))
}
