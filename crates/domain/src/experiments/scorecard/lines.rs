//! The results of an experiment line by line, each with the comparison that it makes by itself.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::{Facts, GoalCard, Terms, VariationCard};
use crate::access::{Caller, Statistics, TeamId};
use crate::experiments::{GoalRole, links, results};
use crate::kinds::ResultRowFilter as Filter;
use crate::ports::ReadTx;
use crate::record::Stored;
use crate::{Experiment, Refusal, ResultRow, Variation};

/// A row of results, with what it says beside the control's row of its goal and segment that counts furthest without
/// counting further.
pub struct ResultLine {
    /// The row.
    pub row: Stored<ResultRow>,
    /// What the goal is to the experiment, where it is one of its goals.
    pub role: Option<GoalRole>,
    /// The variation, while it is there.
    pub variation: Option<Stored<Variation>>,
    /// The share that converted, toward a goal that is a share.
    pub rate: Option<f64>,
    /// The mean of all users.
    pub mean: Option<f64>,
    /// The relative difference from the control: 0.1 is a tenth more.
    pub uplift: Option<f64>,
    /// Where the interval of that begins and ends.
    pub interval: (Option<f64>, Option<f64>),
    /// How likely a difference as large is by chance.
    pub p_value: Option<f64>,
}

/// The lines of an experiment that these rows make: primary goals first, then secondary ones and guardrails, by segment
/// and in the order of the variations. They are compared as the frequentist school does, whatever the experiment's.
///
/// # Errors
/// When the database fails.
pub fn result_lines(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    experiment: &Stored<Experiment>,
    rows: Vec<Stored<ResultRow>>,
) -> Result<Vec<ResultLine>, Refusal> {
    let wanted = rows.iter().map(|row| row.record.goal_id.get()).collect();
    let goals = links::goals_of(tx, caller.team, experiment.id, Some(&wanted))?;
    let mut facts = Facts::read(tx, caller, experiment.clone(), goals, Vec::new())?;
    let control = facts.variations.iter().find(|it| it.record.is_control).map(|it| it.id);
    let of_control = rows.iter().map(|row| &row.record).filter(|row| Some(row.variation_id) == control);
    let controls: HashMap<(i64, &str), &ResultRow> = of_control.map(|row| (group(row), row)).collect();
    let mut lines = Vec::with_capacity(rows.len());
    for row in &rows {
        let beside = match controls.get(&group(&row.record)) {
            Some(beside) if beside.variation_id != row.record.variation_id => Some(*beside),
            Some(_) | None => None,
        };
        let beside = beside.map(|latest| no_later(tx, caller.team, latest, &row.record)).transpose()?.flatten();
        facts.rows = beside.into_iter().chain([row.record.clone()]).collect();
        lines.push(line(&facts, row.clone()));
    }
    let place = |line: &ResultLine| {
        let goal = facts.goals.iter().position(|(goal, _)| goal.id == line.row.record.goal_id).unwrap_or(usize::MAX);
        let variation = line.variation.as_ref().map_or(i64::MAX, |it| it.record.position.get());
        (goal, line.row.record.goal_id.get(), line.row.record.segment.as_str().to_owned(), variation, line.row.id.get())
    };
    lines.sort_by_cached_key(place);
    Ok(lines)
}

/// The goal and the segment that a row is of.
fn group(row: &ResultRow) -> (i64, &str) {
    (row.goal_id.get(), row.segment.as_str())
}

/// The row of the control that another row is compared with: the latest or, where that counts further than the other,
/// the last one that does not.
fn no_later(
    tx: &mut dyn ReadTx,
    team: TeamId,
    latest: &ResultRow,
    row: &ResultRow,
) -> Result<Option<ResultRow>, Refusal> {
    if latest.as_of <= row.as_of {
        return Ok(Some(latest.clone()));
    }
    let segment = match row.segment.as_str() {
        "" => (Filter::Everyone, "true".to_owned()),
        named => (Filter::Segment, named.to_owned()),
    };
    let of =
        [(Filter::VariationId, latest.variation_id.to_string()), (Filter::GoalId, row.goal_id.to_string()), segment];
    let earlier = results::of(tx, team, &[row.experiment_id], of)?.into_iter().map(|it| it.record);
    Ok(earlier.filter(|other| other.as_of <= row.as_of).min_by_key(|other| Reverse(other.as_of)))
}

/// The line of a row, with which the facts hold the control's row and no other.
fn line(facts: &Facts, row: Stored<ResultRow>) -> ResultLine {
    let terms = Terms { method: Statistics::Frequentist, correction: None, cuped: false, prior: None };
    let goal = facts.goals.iter().find(|(goal, _)| goal.id == row.record.goal_id);
    let card = goal.map(|goal| GoalCard::of(facts, goal, &terms));
    let own = |card: GoalCard| card.variations.into_iter().find(|it| it.variation_id == row.record.variation_id.get());
    let VariationCard { rate, mean, uplift, ci, p_value, .. } = card.and_then(own).unwrap_or_default();
    ResultLine {
        role: goal.map(|(_, role)| *role),
        variation: facts.variations.iter().find(|it| it.id == row.record.variation_id).cloned(),
        rate,
        mean,
        uplift,
        interval: ci.unwrap_or_default(),
        p_value,
        row,
    }
}
