//! The verdict on an experiment: what came of it, what is done about it, and which variation won.

use uplift_derive::Record;

use super::times::time;
use super::variations;
use super::words::{Decision, ExperimentResult};
use crate::access::Caller;
use crate::ports::WriteTx;
use crate::record::{BodyReader, Choices as _, FieldError, Id, Stored, Text, Time, says_nothing};
use crate::{Experiment, Refusal, Variation};

/// The verdict, as an experiment is completed with it.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Verdict {
    /// What the experiment showed.
    result: ExperimentResult,
    /// What is done about it; `none` where it is left out.
    decision: Option<Decision>,
    /// The variation that won, or lost; other results take none. `won` requires one where there are variations, and it
    /// is not the control.
    winner_variation_id: Option<Id<Variation>>,
    /// What was learned, in words; it stays as it is where it is left out.
    conclusion: Option<Text>,
    /// When it was decided: not before the end, nor in the future; now, where it is left out.
    decided_at: Option<Time>,
}

/// When what came of it was implemented.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Implemented {
    /// When it was implemented: not before the decision, nor in the future; now, where it is left out.
    implemented_at: Option<Time>,
}

const WINNER: &str = "winner_variation_id";

pub(super) fn complete(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &mut Stored<Experiment>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let result = reader.read::<ExperimentResult>("result");
    let decision = reader.read::<Option<Decision>>("decision").flatten().unwrap_or(Decision::None);
    let is_missing = result == Some(ExperimentResult::Won) && reader.raw(WINNER).is_none_or(says_nothing);
    let winner = if is_missing { Some(None) } else { reader.read::<Option<Id<Variation>>>(WINNER) };
    if let (Some(result), Some(winner)) = (result, winner) {
        let variations = variations::of(tx, caller.team, &[stored.id])?;
        if let Some(error) = wrong_winner(result, winner, &variations) {
            reader.reject(WINNER, error);
        }
    }
    let experiment = &mut stored.record;
    // A change of fields has read it already.
    if !reader.has_errors_about("conclusion") {
        reader.change("conclusion", &mut experiment.conclusion);
    }
    let ended = experiment.ended_at.map(|time| (time, "ended at"));
    experiment.decided_at = Some(time(reader, "decided_at", ended, tx.now()));
    experiment.result = result;
    experiment.decision = Some(decision);
    experiment.winner_variation_id = winner.flatten();
    Ok(())
}

/// What is wrong with a winner, or with none.
fn wrong_winner(
    result: ExperimentResult,
    winner: Option<Id<Variation>>,
    variations: &[Stored<Variation>],
) -> Option<FieldError> {
    let Some(winner) = winner else {
        let required = result == ExperimentResult::Won && !variations.is_empty();
        let message = format!("field is required when result is {}.", result.name());
        return required.then_some(FieldError::Otherwise(message));
    };
    let named = variations.iter().find(|it| it.id == winner);
    let fits = match result {
        ExperimentResult::Won => named.is_some_and(|it| !it.record.is_control),
        ExperimentResult::Lost => named.is_some(),
        ExperimentResult::Inconclusive
        | ExperimentResult::Neutral
        | ExperimentResult::StoppedEarly
        | ExperimentResult::Invalid => {
            let message = format!("field is prohibited when result is {}.", result.name());
            return Some(FieldError::Otherwise(message));
        }
    };
    (!fits).then_some(FieldError::NotAllowed)
}

impl Experiment {
    /// Takes the verdict back.
    pub(super) fn clear_verdict(&mut self) {
        self.result = None;
        self.decision = None;
        self.winner_variation_id = None;
        self.decided_at = None;
        self.implemented_at = None;
    }
}

pub(super) fn reopen(
    _tx: &mut dyn WriteTx,
    _caller: &Caller,
    stored: &mut Stored<Experiment>,
    _reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    stored.record.clear_verdict();
    Ok(())
}

pub(super) fn implement(
    tx: &mut dyn WriteTx,
    _caller: &Caller,
    stored: &mut Stored<Experiment>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let decided = stored.record.decided_at.map(|time| (time, "decided at"));
    stored.record.implemented_at = Some(time(reader, "implemented_at", decided, tx.now()));
    Ok(())
}
