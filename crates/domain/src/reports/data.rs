//! What a report reads: each once, and what the filters let through.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use chrono_tz::Tz;

use super::selection::{ReportFilter, Selection};
use super::stages::{History, histories};
use super::team_facts::{Experiments, Findings, Pairs, TeamFacts, all, counted};
use super::window::Window;
use crate::access::Caller;
use crate::experiments::ExperimentType;
use crate::kinds::GoalFilter;
use crate::listing::{FilterValues, Listed, Relations as _};
use crate::period::today;
use crate::ports::{IdeaFacts, ReadTx};
use crate::record::{Id, Stored, Time};
use crate::workspace::{Settings, team_of};
use crate::{Experiment, ExperimentRelation, Goal, Idea, Insight, Kind, Learning, Refusal};

pub(super) struct Data<'a> {
    pub(super) tx: &'a mut dyn ReadTx,
    pub(super) caller: &'a Caller,
    pub(super) selection: &'a Selection,
    pub(super) now: Time,
    pub(super) settings: Settings,
    created_at: Time,
    team_facts: TeamFacts,
    experiments: Option<Experiments>,
    goals: Option<Rc<HashMap<i64, Stored<Goal>>>>,
    ideas: Option<Rc<Vec<IdeaFacts>>>,
    learnings: Option<Findings>,
    insights: Option<Findings>,
    histories: HashMap<Kind, Rc<BTreeMap<i64, History>>>,
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
            team_facts: TeamFacts::default(),
            experiments: None,
            goals: None,
            ideas: None,
            learnings: None,
            insights: None,
            histories: HashMap::new(),
        })
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
        self.team_facts.experiments(self.tx, self.caller.team)
    }

    /// Every idea of the team, archived ones too, whatever the filters.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn all_ideas(&mut self) -> Result<Rc<Vec<IdeaFacts>>, Refusal> {
        self.team_facts.ideas(self.tx, self.caller.team)
    }

    /// Every learning of the team, whatever the filters.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn all_learnings(&mut self) -> Result<Findings, Refusal> {
        self.team_facts.learnings(self.tx, self.caller.team)
    }

    /// Every insight of the team, whatever the filters.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn all_insights(&mut self) -> Result<Findings, Refusal> {
        self.team_facts.insights(self.tx, self.caller.team)
    }

    /// The experiments that are counted, archived ones too.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn experiments(&mut self) -> Result<Experiments, Refusal> {
        if let Some(read) = &self.experiments {
            return Ok(Rc::clone(read));
        }
        let read = self.all_experiments()?;
        let tagged = self.tagged::<Experiment>()?;
        let with_goal = match self.selection.ids(ReportFilter::GoalId) {
            Some(goals) => Some(self.linked_to(ExperimentRelation::Goals, &goals)?),
            None => None,
        };
        let (projects, owners) =
            (self.selection.ids(ReportFilter::ProjectId), self.selection.ids(ReportFilter::OwnerId));
        let include_aa = self.selection.include_aa;
        let read = counted(read, |Stored { id, record, .. }| {
            (include_aa || record.r#type != ExperimentType::Aa)
                && among(projects.as_deref(), Some(record.project_id.get()))
                && among(owners.as_deref(), record.owner_id.map(Id::get))
                && within(tagged.as_ref(), id.get())
                && within(with_goal.as_ref(), id.get())
        });
        self.experiments = Some(Rc::clone(&read));
        Ok(read)
    }

    /// Every goal of the team, by its id.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn goals(&mut self) -> Result<Rc<HashMap<i64, Stored<Goal>>>, Refusal> {
        if let Some(read) = &self.goals {
            return Ok(Rc::clone(read));
        }
        let filters: Vec<(GoalFilter, FilterValues)> = Vec::new();
        let goals = all::<Goal>(self.tx, self.caller.team, filters)?;
        let read = Rc::new(goals.into_iter().map(|goal| (goal.id.get(), goal)).collect());
        self.goals = Some(Rc::clone(&read));
        Ok(read)
    }

    /// The ideas that are counted, archived ones too.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn ideas(&mut self) -> Result<Rc<Vec<IdeaFacts>>, Refusal> {
        if let Some(read) = &self.ideas {
            return Ok(Rc::clone(read));
        }
        let read = self.all_ideas()?;
        let tagged = self.tagged::<Idea>()?;
        let [projects, goals, owners] = [ReportFilter::ProjectId, ReportFilter::GoalId, ReportFilter::OwnerId]
            .map(|filter| self.selection.ids(filter));
        let read = counted(read, |idea| {
            among(projects.as_deref(), Some(idea.project_id))
                && among(goals.as_deref(), idea.primary_goal_id)
                && among(owners.as_deref(), idea.assignee_id)
                && within(tagged.as_ref(), idea.id)
        });
        self.ideas = Some(Rc::clone(&read));
        Ok(read)
    }

    /// The learnings that are counted.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn learnings(&mut self) -> Result<Findings, Refusal> {
        if let Some(read) = &self.learnings {
            return Ok(Rc::clone(read));
        }
        let read = self.all_learnings()?;
        let read = self.filtered::<Learning>(read)?;
        self.learnings = Some(Rc::clone(&read));
        Ok(read)
    }

    /// The insights that are counted.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn insights(&mut self) -> Result<Findings, Refusal> {
        if let Some(read) = &self.insights {
            return Ok(Rc::clone(read));
        }
        let read = self.all_insights()?;
        let read = self.filtered::<Insight>(read)?;
        self.insights = Some(Rc::clone(&read));
        Ok(read)
    }

    fn filtered<R: Listed>(&mut self, facts: Findings) -> Result<Findings, Refusal> {
        let tagged = self.tagged::<R>()?;
        let (projects, owners) =
            (self.selection.ids(ReportFilter::ProjectId), self.selection.ids(ReportFilter::OwnerId));
        Ok(counted(facts, |it| {
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
        if let Some(read) = self.histories.get(&kind) {
            return Ok(Rc::clone(read));
        }
        let read = Rc::new(histories(self.tx, self.caller.team, kind, None)?);
        self.histories.insert(kind, Rc::clone(&read));
        Ok(read)
    }

    /// The same for few of them, which are not read again.
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
        self.team_facts.pairs::<R>(self.tx, self.caller.team, relation)
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
