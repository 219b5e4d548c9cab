//! A copy of an experiment: a draft with the same design.

use super::check::check_statistics;
use super::timeline::ExperimentTimeline;
use super::words::ExperimentStatus as Status;
use super::{figures, variations};
use crate::access::Caller;
use crate::attachments;
use crate::commands::{self, Call, Done, Duplicable};
use crate::kinds::ExperimentRelation as Relation;
use crate::ports::WriteTx;
use crate::record::{List, Name, Stored};
use crate::{Experiment, Kind, Refusal, Variation};

/// Copies an experiment, with its variations, and what is attached to it and them.
///
/// # Errors
/// With every error about the body, or when the plan does not have the statistics.
pub(crate) fn duplicate(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    original: Stored<Experiment>,
) -> Result<Done<Experiment>, Refusal> {
    let caller = call.caller;
    let mut copy = commands::duplicate(tx, call, &original)?;
    attachments::copy_all(tx, caller, (Kind::Experiment, original.id.get()), copy.id.get())?;
    for Stored { id, record, .. } in variations::of(tx, caller.team, &[original.id])? {
        let variation = Variation { experiment_id: copy.id, ..record };
        let variation = commands::insert_copy(tx, caller, id, variation)?;
        attachments::copy_all(tx, caller, (Kind::Variation, id.get()), variation.id.get())?;
    }
    figures::refresh(tx, caller, &mut copy)?;
    Ok(copy.into())
}

impl Duplicable for Experiment {
    fn name(&self) -> &Name {
        &self.name
    }

    fn begin_anew(&mut self, name: Name) {
        self.name = name;
        self.identifier = None;
        self.user_id = None;
        self.status = Status::Draft;
        self.status_changed_at = None;
        self.clear_verdict();
        self.conclusion = None;
        self.cancelled_reason = None;
        (self.required_sample_size, self.actual_sample_size) = (None, None);
        (self.uplift, self.uplift_low, self.uplift_high) = (None, None, None);
        (self.p_value, self.chance_to_win, self.srm_p_value) = (None, None, None);
        (self.course, self.ticked) = (ExperimentTimeline::default(), List::default());
        (self.planned_start_at, self.planned_end_at) = (None, None);
        (self.started_at, self.ended_at, self.archived_at) = (None, None, None);
    }

    fn fit(&mut self, tx: &mut dyn WriteTx, caller: &Caller) -> Result<(), Refusal> {
        check_statistics(tx, caller, self, None)
    }
}

/// What was learned by an experiment was not learned by its copy.
pub(crate) fn attached_to_copy(relation: Relation, attached: Vec<i64>) -> Vec<i64> {
    if relation == Relation::Learnings { Vec::new() } else { attached }
}
