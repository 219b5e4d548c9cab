//! The stages of a record: the statuses that it had, and for how long, as the log tells it.

use std::collections::BTreeMap;

use super::figures::days_between;
use super::window::Window;
use crate::access::TeamId;
use crate::history::{StatusSpan, put_in_order};
use crate::ports::ReadTx;
use crate::record::Time;
use crate::{Kind, Refusal};

/// A stretch in which a record had a status; the last is not over.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) status: String,
    pub(super) entered: Time,
    pub(super) left: Option<Time>,
}

/// The stages of a record, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct History(pub(super) Vec<Stage>);

impl History {
    fn of(mut entries: Vec<StatusSpan>) -> Self {
        put_in_order(&mut entries);
        let mut stages: Vec<Stage> = Vec::with_capacity(entries.len());
        for StatusSpan { status, from, .. } in entries {
            match stages.last_mut() {
                // An entry may say the status that the record has anyway.
                Some(last) if last.status == status => {}
                last => {
                    if let Some(last) = last {
                        last.left = Some(from);
                    }
                    stages.push(Stage { status, entered: from, left: None });
                }
            }
        }
        Self(stages)
    }

    /// When the record first had a status.
    pub(super) fn first(&self, status: &str) -> Option<Time> {
        self.0.iter().find(|stage| stage.status == status).map(|stage| stage.entered)
    }

    /// When it last came to have a status.
    pub(super) fn last(&self, status: &str) -> Option<Time> {
        self.0.iter().rev().find(|stage| stage.status == status).map(|stage| stage.entered)
    }

    /// Whether it is in a status now.
    pub(super) fn is_in(&self, status: &str) -> bool {
        self.0.last().is_some_and(|stage| stage.status == status)
    }

    /// Whether it left a status in a window.
    pub(super) fn left_in(&self, status: &str, window: &Window) -> bool {
        self.0.iter().any(|stage| stage.status == status && window.holds(stage.left))
    }

    /// For how many days it had a status, over all times that it had; those that are not over count to now, where they
    /// count at all.
    pub(super) fn days(&self, status: &str, now: Option<Time>) -> f64 {
        let own = self.0.iter().filter(|stage| stage.status == status);
        own.filter_map(|stage| Some(days_between(stage.entered, stage.left.or(now)?))).sum()
    }
}

/// The stages of every record of a kind that the log tells of, or of these alone, by their ids.
///
/// # Errors
/// When the database fails.
pub(super) fn histories(
    tx: &mut dyn ReadTx,
    team: TeamId,
    kind: Kind,
    of: Option<&[i64]>,
) -> Result<BTreeMap<i64, History>, Refusal> {
    let mut entries: BTreeMap<i64, Vec<StatusSpan>> = BTreeMap::new();
    tx.each_status_entry(team, kind, of, &mut |told| {
        if let Some(entry) = told.span() {
            entries.entry(told.subject_id).or_default().push(entry);
        }
    })?;
    Ok(entries.into_iter().map(|(id, entries)| (id, History::of(entries))).collect())
}
