//! The course of an experiment since it was started: its phases, in each of which the same variations are compared in
//! the same way, and the intervals in which it ran.

use serde_json::{Value as Any, json};

use crate::record::{FieldError, FieldType, FieldValue, Id, Stored, Time, Unreadable, Value, double, two_decimals};
use crate::{Goal, Json, Variation};

/// How many phases an experiment has at most.
pub(super) const MOST_PHASES: usize = 1_000;

/// How many intervals it runs in at most: each pause ends one, and each that resumes writes all of them anew.
pub(super) const MOST_RUNS: usize = 1_000;

/// How many stretches before its resets an experiment keeps, the latest: it may be reset as often as anybody likes. One
/// reset leaves no more, with the pauses between what it ran in.
const MOST_PAST: usize = 2 * MOST_RUNS;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExperimentTimeline {
    phases: Vec<Phase>,
    runs: Vec<Stretch>,
    /// What was before it was reset: none of it counts for how long the experiment has run, but reports tell it.
    past: Vec<RunOrPause>,
}

/// A stretch in which it ran or was paused, which may not be over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RunOrPause {
    pub(crate) from: Time,
    pub(crate) to: Option<Time>,
    pub(crate) runs: bool,
}

/// A stretch of time, which may not be over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stretch {
    pub(super) from: Time,
    pub(super) to: Option<Time>,
}

/// A stretch in which nothing of the design changed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Phase {
    pub(super) time: Stretch,
    pub(super) primary_goal_id: Option<Id<Goal>>,
    pub(super) variations: Vec<PhaseVariation>,
}

/// What a variation was in a phase.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PhaseVariation {
    pub(super) variation_id: Id<Variation>,
    pub(super) key: String,
    pub(super) weight: f64,
    pub(super) is_control: bool,
}

impl Stretch {
    /// How many microseconds it has lasted at a moment.
    fn micros(self, now: Time) -> i64 {
        let end = self.to.unwrap_or(now);
        end.micros().saturating_sub(self.from.micros()).max(0)
    }
}

impl ExperimentTimeline {
    /// This timeline without its phases, for whoever asks only when the experiment ran.
    #[must_use]
    pub fn without_phases(self) -> Self {
        Self { phases: Vec::new(), ..self }
    }

    pub(super) fn phases(&self) -> &[Phase] {
        &self.phases
    }

    /// For how many days the experiment has run at a moment, without its pauses.
    pub(crate) fn days(&self, now: Time) -> f64 {
        let micros: i64 = self.runs.iter().map(|run| run.micros(now)).sum();
        double(micros) / 86_400_000_000.0
    }

    /// For how many days the experiment has run, in two decimals, as answers tell it.
    pub fn told_days(&self, now: Time) -> f64 {
        two_decimals(self.days(now))
    }

    /// The stretches in which it ran, oldest first; the last may not be over.
    pub(crate) fn runs(&self) -> impl Iterator<Item = (Time, Option<Time>)> {
        self.runs.iter().map(|run| (run.from, run.to))
    }

    /// The stretches in which it ran, those before it was reset among them, oldest first.
    pub(crate) fn all_runs(&self) -> impl Iterator<Item = (Time, Option<Time>)> {
        self.past.iter().filter(|it| it.runs).map(|it| (it.from, it.to)).chain(self.runs())
    }

    /// The stretches in which it ran or was paused before it was reset, oldest first.
    pub(crate) fn past(&self) -> &[RunOrPause] {
        &self.past
    }

    /// All stretches in which it ran, and those between and after them in which it was paused, given when it ended.
    pub(crate) fn segments(&self, ended: Option<Time>) -> Vec<RunOrPause> {
        let mut segments = self.past.clone();
        let mut halted: Option<Time> = None;
        for Stretch { from, to } in self.runs.iter().copied() {
            if let Some(paused) = halted.filter(|halted| *halted < from) {
                segments.push(RunOrPause { from: paused, to: Some(from), runs: false });
            }
            segments.push(RunOrPause { from, to, runs: true });
            halted = to;
        }
        if let Some(paused) = halted.filter(|halted| ended.is_none_or(|ended| *halted < ended)) {
            segments.push(RunOrPause { from: paused, to: ended, runs: false });
        }
        segments
    }

    /// The experiment runs from this moment on. What is past was over by then, for a start may be told to have been
    /// earlier. Tells whether there is room for it.
    #[must_use]
    pub(super) fn run(&mut self, from: Time) -> bool {
        if self.runs.len() >= MOST_RUNS {
            return false;
        }
        self.past.retain(|it| it.from < from);
        self.past.iter_mut().for_each(|it| it.to = it.to.map(|to| to.min(from)));
        self.runs.push(Stretch { from, to: None });
        true
    }

    /// Resets the timeline: what happened until this moment becomes its past.
    pub(super) fn reset(&mut self, until: Time) {
        self.halt(until);
        let mut past = self.segments(Some(until));
        past.drain(..past.len().saturating_sub(MOST_PAST));
        *self = Self { past, ..Self::default() };
    }

    /// Ends the stretch in which the experiment runs.
    pub(super) fn halt(&mut self, to: Time) {
        self.runs.iter_mut().filter(|run| run.to.is_none()).for_each(|run| run.to = Some(to));
    }

    /// What is compared is this from this moment on. Tells whether there is room for it.
    pub(super) fn begin_phase(
        &mut self,
        from: Time,
        primary_goal_id: Option<Id<Goal>>,
        variations: &[Stored<Variation>],
    ) -> bool {
        // Of several that begin at one moment, as in one request, the last one is what is compared.
        self.phases.pop_if(|phase| phase.time.from == from && phase.time.to.is_none());
        if self.phases.len() >= MOST_PHASES {
            return false;
        }
        self.end_phase(from);
        let part = |variation: &Stored<Variation>| PhaseVariation {
            variation_id: variation.id,
            key: variation.record.key.as_str().to_owned(),
            weight: variation.record.weight.get(),
            is_control: variation.record.is_control,
        };
        let variations = variations.iter().map(part).collect();
        self.phases.push(Phase { time: Stretch { from, to: None }, primary_goal_id, variations });
        true
    }

    /// Nothing is compared any more. What is told to have begun or ended later is cut to that, for a stop may be told
    /// to have been earlier.
    pub(super) fn end_phase(&mut self, to: Time) {
        for Stretch { from, to: end } in self.phases.iter_mut().map(|phase| &mut phase.time) {
            *from = (*from).min(to);
            *end = Some(end.map_or(to, |end| end.min(to)));
        }
    }
}

impl Value for ExperimentTimeline {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::Object;

    /// Answers tell it by a document of its own.
    fn show(&self) -> FieldValue<'_> {
        FieldValue::Null
    }

    fn read(_raw: &Json) -> Result<Self, FieldError> {
        Err(FieldError::NotAllowed)
    }

    fn into_raw(self) -> String {
        let stretch = |time: Stretch| json!([time.from.micros(), time.to.map(Time::micros)]);
        let part = |it: &PhaseVariation| json!([it.variation_id.get(), it.key, it.weight, it.is_control]);
        let phases = self.phases.iter().map(|phase| {
            json!({
                "time": stretch(phase.time),
                "goal": phase.primary_goal_id.map(Id::get),
                "variations": phase.variations.iter().map(part).collect::<Vec<_>>(),
            })
        });
        let runs = self.runs.iter().map(|run| stretch(*run));
        let past = self.past.iter().map(|it| json!([it.from.micros(), it.to.map(Time::micros), it.runs]));
        json!({
            "phases": phases.collect::<Vec<_>>(),
            "runs": runs.collect::<Vec<_>>(),
            "past": past.collect::<Vec<_>>(),
        })
        .to_string()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        if raw == "{}" {
            return Ok(Self::default());
        }
        let unreadable = || Unreadable(format!("{raw:?} is no course of an experiment"));
        let course: Any = serde_json::from_str(&raw).map_err(|error| Unreadable(format!("{raw:?}: {error}")))?;
        let list = |name: &str| course.get(name).and_then(Any::as_array).map_or(&[][..], Vec::as_slice);
        let phases = list("phases").iter().map(phase).collect::<Option<_>>().ok_or_else(unreadable)?;
        let runs = list("runs").iter().map(stretch).collect::<Option<_>>().ok_or_else(unreadable)?;
        let past = list("past").iter().map(segment).collect::<Option<_>>().ok_or_else(unreadable)?;
        Ok(Self { phases, runs, past })
    }
}

fn stretch(raw: &Any) -> Option<Stretch> {
    let from = Time::from_micros(raw.get(0)?.as_i64()?);
    Some(Stretch { from, to: raw.get(1)?.as_i64().map(Time::from_micros) })
}

fn segment(raw: &Any) -> Option<RunOrPause> {
    let Stretch { from, to } = stretch(raw)?;
    Some(RunOrPause { from, to, runs: raw.get(2)?.as_bool()? })
}

fn phase(raw: &Any) -> Option<Phase> {
    let part = |raw: &Any| {
        Some(PhaseVariation {
            variation_id: Id::new(raw.get(0)?.as_i64()?),
            key: raw.get(1)?.as_str()?.to_owned(),
            weight: raw.get(2)?.as_f64()?,
            is_control: raw.get(3)?.as_bool()?,
        })
    };
    Some(Phase {
        time: stretch(raw.get("time")?)?,
        primary_goal_id: raw.get("goal")?.as_i64().map(Id::new),
        variations: raw.get("variations")?.as_array()?.iter().map(part).collect::<Option<_>>()?,
    })
}

#[cfg(test)]
mod tests;
