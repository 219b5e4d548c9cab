//! What becomes of an idea as experiments test it.

use std::collections::BTreeSet;

use super::words::ExperimentStatus as Status;
use crate::access::Caller;
use crate::commands;
use crate::kinds::{ExperimentFilter as Filter, IdeaStatus};
use crate::listing::{FilterValues, Listing, PageRequest};
use crate::ports::{ReadPort, Unmetered, WritePort, WriteTx};
use crate::record::{Choices as _, Id, Stored};
use crate::{Experiment, Idea, Refusal};

/// The ideas whose status changes because an experiment does, as they are and as they become.
pub(crate) struct IdeaChanges(Vec<(Stored<Idea>, Stored<Idea>)>);

impl IdeaChanges {
    /// What follows for these ideas where an experiment becomes this one. An idea that was rejected stays so, and one
    /// that is deleted is looked at when it is restored.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) fn prepare(
        tx: &mut dyn WriteTx,
        caller: &Caller,
        ideas: &[Option<Id<Idea>>],
        experiment: &Stored<Experiment>,
    ) -> Result<Self, Refusal> {
        let mut changes = Vec::new();
        // Locked in the order of their ids, so that two requests cannot deadlock.
        for idea in ideas.iter().flatten().map(|idea| idea.get()).collect::<BTreeSet<_>>() {
            let found = Idea::writes(tx).find_to_change(caller.team, Id::new(idea))?;
            let Some(before) = found.filter(|it| it.deleted_at.is_none()) else { continue };
            if let Some(status) = idea_status(tx, caller, &before, Some(experiment))? {
                let mut after = before.clone();
                after.record.status = status;
                changes.push((before, after));
            }
        }
        if !changes.is_empty() {
            tx.share_batch();
        }
        Ok(Self(changes))
    }

    /// Changes the ideas, each with its entry.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) fn carry_out(self, tx: &mut dyn WriteTx, caller: &Caller) -> Result<(), Refusal> {
        let Self(changes) = self;
        changes
            .into_iter()
            .try_for_each(|(before, mut after)| commands::change(tx, caller, &before, &mut after, "updated"))
    }
}

/// What an idea becomes where an experiment becomes this one, or is left as they are; nothing where it stays what it
/// is.
///
/// # Errors
/// When the database fails.
pub(crate) fn idea_status(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    idea: &Stored<Idea>,
    experiment: Option<&Stored<Experiment>>,
) -> Result<Option<IdeaStatus>, Refusal> {
    let mut has_one = |of| is_tested(tx, caller, idea.id, of, experiment);
    let tested = (has_one(IdeaStatus::InExperiment)?, has_one(IdeaStatus::Done)?);
    Ok(status_after(idea.record.status, tested))
}

/// Where an experiment stands that makes an idea what this status says.
const fn statuses(of: IdeaStatus) -> &'static [Status] {
    match of {
        IdeaStatus::InExperiment => &[Status::Running, Status::Paused, Status::Analyzing],
        IdeaStatus::Done => &[Status::Completed],
        IdeaStatus::Backlog
        | IdeaStatus::UnderReview
        | IdeaStatus::Approved
        | IdeaStatus::Planned
        | IdeaStatus::Rejected => &[],
    }
}

/// Whether an experiment that tests an idea makes it what this status says, this one as it is to become.
fn is_tested(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    idea: Id<Idea>,
    of: IdeaStatus,
    experiment: Option<&Stored<Experiment>>,
) -> Result<bool, Refusal> {
    let statuses = statuses(of);
    if let Some(becomes) = experiment
        && becomes.deleted_at.is_none()
        && (becomes.record.idea_id, statuses.contains(&becomes.record.status)) == (Some(idea), true)
    {
        return Ok(true);
    }
    let words = statuses.iter().map(|status| status.name().to_owned()).collect();
    let filters = vec![
        (Filter::IdeaId, FilterValues(vec![idea.to_string()])),
        (Filter::Status, FilterValues(words)),
        (Filter::Archived, FilterValues(vec!["all".to_owned()])),
    ];
    // The experiment itself may be among them, as it was.
    let listing = Listing { page: PageRequest { number: 1, size: 2 }, ..Listing::of(filters) };
    let there = Experiment::reads(tx).list(caller.team, &listing, &mut Unmetered)?.records;
    Ok(there.iter().any(|it| experiment.is_none_or(|becomes| becomes.id != it.id)))
}

/// What an idea becomes that is tested, or was with an outcome; nothing where it stays what it is.
fn status_after(before: IdeaStatus, (is_tested, was_tested): (bool, bool)) -> Option<IdeaStatus> {
    let after = match before {
        IdeaStatus::Rejected => return None,
        _ if is_tested => IdeaStatus::InExperiment,
        _ if was_tested => IdeaStatus::Done,
        IdeaStatus::InExperiment | IdeaStatus::Done => IdeaStatus::Planned,
        IdeaStatus::Backlog | IdeaStatus::UnderReview | IdeaStatus::Approved | IdeaStatus::Planned => return None,
    };
    (after != before).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_idea_is_what_its_experiments_make_of_it() {
        use IdeaStatus::{Approved, Done, InExperiment, Planned, Rejected};
        for (before, tested, after) in [
            (Approved, (false, false), None),
            (Approved, (true, false), Some(InExperiment)),
            (InExperiment, (true, true), None),
            (InExperiment, (false, true), Some(Done)),
            (Done, (false, true), None),
            (Done, (false, false), Some(Planned)),
            (InExperiment, (false, false), Some(Planned)),
            (Planned, (false, false), None),
            (Rejected, (true, false), None),
        ] {
            assert_eq!(status_after(before, tested), after, "{before:?} {tested:?}");
        }
    }
}
