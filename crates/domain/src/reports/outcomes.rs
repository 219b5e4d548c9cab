//! What came of experiments that were decided: the figures of which every report tells some.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::explained::{Explain, explain};
use super::figures::{count, days_between, mean, median, share};
use super::team_facts::Goals;
use super::window::Window;
use crate::experiments::{ExperimentResult, ExperimentStatus};
use crate::ports::ExperimentFacts;
use crate::record::{Choices as _, Fields, Time, double, two_decimals};
use crate::statistics::wilson;

/// How sure the interval of a rate is.
const CONFIDENCE: f64 = 0.95;

/// Completed experiments, by what came of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcomes {
    ids: HashMap<&'static str, Vec<i64>>,
    completed: Vec<i64>,
    /// The relative effects of those that won, in the direction of their goals.
    uplifts: Vec<f64>,
    durations: Vec<f64>,
}

/// The results that say something of the change.
const DECIDED: [ExperimentResult; 4] =
    [ExperimentResult::Won, ExperimentResult::Lost, ExperimentResult::Inconclusive, ExperimentResult::Neutral];

/// When an experiment was decided: when it ended, where that is not known; none where it is not completed.
pub(super) fn decided_at(experiment: &ExperimentFacts) -> Option<Time> {
    let is_completed = experiment.status == ExperimentStatus::Completed;
    experiment.decided_at.or(experiment.ended_at).filter(|_| is_completed)
}

/// Which of these experiments were completed in a window.
pub(super) fn completed_in<'e>(
    experiments: &'e [ExperimentFacts],
    window: &'e Window,
) -> impl Iterator<Item = &'e ExperimentFacts> {
    experiments.iter().filter(|it| window.holds(decided_at(it)))
}

/// The relative effect of an experiment in the direction of its goal.
pub(super) fn gain(experiment: &ExperimentFacts, goals: &Goals) -> Option<f64> {
    let goal = experiment.primary_goal_id.and_then(|goal| goals.get(&goal));
    experiment.uplift.map(|uplift| goal.map_or(uplift, |goal| goal.direction.gain(uplift)))
}

impl Outcomes {
    /// Counts the outcomes of completed experiments.
    pub(super) fn of<'e>(experiments: impl IntoIterator<Item = &'e ExperimentFacts>, goals: &Goals) -> Self {
        let mut outcomes = Self::default();
        for experiment in experiments {
            outcomes.add(experiment, goals);
        }
        outcomes
    }

    pub(super) fn add(&mut self, experiment: &ExperimentFacts, goals: &Goals) {
        self.completed.push(experiment.id);
        if let Some(result) = experiment.result {
            self.ids.entry(result.name()).or_default().push(experiment.id);
        }
        if experiment.result == Some(ExperimentResult::Won) {
            self.uplifts.extend(gain(experiment, goals));
        }
        if let (Some(from), Some(to)) = (experiment.started_at, experiment.ended_at) {
            self.durations.push(days_between(from, to));
        }
    }

    pub(super) fn completed(&self) -> i64 {
        count(self.completed.len())
    }

    /// How many had this result.
    pub(super) fn number(&self, result: ExperimentResult) -> i64 {
        self.ids.get(result.name()).map_or(0, |ids| count(ids.len()))
    }

    /// How many had each result.
    pub(super) fn by_result(&self) -> Fields {
        ExperimentResult::ALL.iter().map(|result| (result.name().to_owned(), json!(self.number(*result)))).collect()
    }

    /// How many say something of the change: all but those that were stopped early or are invalid.
    pub(super) fn decided(&self) -> i64 {
        DECIDED.iter().map(|result| self.number(*result)).sum()
    }

    /// won ÷ decided.
    pub(super) fn win_rate(&self) -> Option<f64> {
        share(self.number(ExperimentResult::Won), self.decided())
    }

    /// Wilson's interval of the win rate, at 95 %.
    pub(super) fn win_rate_ci(&self) -> Option<(f64, f64)> {
        let won = double(self.number(ExperimentResult::Won));
        wilson(won, double(self.decided()), CONFIDENCE).map(|found| found.interval)
    }

    /// (won + lost) ÷ decided.
    pub(super) fn conclusive_rate(&self) -> Option<f64> {
        share(self.number(ExperimentResult::Won) + self.number(ExperimentResult::Lost), self.decided())
    }

    pub(super) fn to_fields(&self) -> Fields {
        use ExperimentResult::{Inconclusive, Invalid, Lost, Neutral, StoppedEarly, Won};
        let (completed, decided) = (self.completed(), self.decided());
        let number = |result| self.number(result);
        let told = json!({
            "completed": completed,
            "decided": decided,
            "win_rate": self.win_rate(),
            "win_rate_ci": self.win_rate_ci().map(|(low, high)| [low, high]),
            "loss_rate": share(number(Lost), decided),
            "inconclusive_rate": share(number(Inconclusive) + number(Neutral), decided),
            "conclusive_rate": self.conclusive_rate(),
            "invalid_rate": share(number(Invalid) + number(StoppedEarly), completed),
            "win_rate_all": share(number(Won), completed),
            "avg_uplift_won": mean(&self.uplifts),
            "median_duration_days": median(self.durations.clone()).map(two_decimals),
        });
        let mut fields = self.by_result();
        if let Value::Object(told) = told {
            fields.extend(told);
        }
        fields
    }

    /// The ids behind the counts.
    pub(super) fn explain(&self, told: &mut Fields, how: Option<Explain>) {
        let decided = DECIDED.iter().flat_map(|result| self.with_result(result.name())).collect();
        let all = [("completed", self.completed.clone()), ("decided", decided)];
        explain(told, how, self.ids_by_result().chain(all));
    }

    /// The ids of those with each result.
    pub(super) fn ids_by_result(&self) -> impl Iterator<Item = (&'static str, Vec<i64>)> {
        ExperimentResult::NAMES.iter().map(|name| (*name, self.with_result(name)))
    }

    fn with_result(&self, name: &str) -> Vec<i64> {
        self.ids.get(name).cloned().unwrap_or_default()
    }
}
