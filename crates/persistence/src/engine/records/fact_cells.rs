//! The columns of which the facts of reports are made.

use diesel::sql_types::{BigInt, Bool, Date as Day, Double, Nullable, Text};
use uplift_domain::Refusal;
use uplift_domain::commands::ArchiveStatus;
use uplift_domain::experiments::ExperimentTimeline;
use uplift_domain::ports::{CoveredFacts, ExperimentFacts, IdeaFacts};
use uplift_domain::record::{Choices, Date, Unreadable, Value as _, stored_word};
use uplift_tables::{Micros, Moment};

pub(super) type ExperimentCells = (
    (BigInt, BigInt, Nullable<BigInt>, Nullable<BigInt>, Nullable<BigInt>, Nullable<BigInt>),
    (Text, Text, Nullable<Text>, Nullable<Text>, Nullable<Text>, Nullable<Bool>),
    (Nullable<Day>, Nullable<Day>),
    (Nullable<Micros>, Nullable<Micros>, Nullable<Micros>, Nullable<Micros>, Micros),
    (Double, Nullable<Double>, Nullable<Double>, Nullable<Double>, Nullable<BigInt>, Nullable<BigInt>, Text),
);
pub(super) type ExperimentCellValues = (
    (i64, i64, Option<i64>, Option<i64>, Option<i64>, Option<i64>),
    (String, String, Option<String>, Option<String>, Option<String>, Option<bool>),
    (Option<chrono::NaiveDate>, Option<chrono::NaiveDate>),
    (Option<Moment>, Option<Moment>, Option<Moment>, Option<Moment>, Moment),
    (f64, Option<f64>, Option<f64>, Option<f64>, Option<i64>, Option<i64>, String),
);

pub(super) type IdeaCells = (
    (BigInt, BigInt, Nullable<BigInt>, Nullable<BigInt>, Nullable<BigInt>, Nullable<BigInt>),
    (Nullable<Text>, Text, Nullable<Text>, Nullable<Double>, Nullable<Double>),
    (Nullable<Micros>, Nullable<Micros>, Micros),
);
pub(super) type IdeaCellValues = (
    (i64, i64, Option<i64>, Option<i64>, Option<i64>, Option<i64>),
    (Option<String>, String, Option<String>, Option<f64>, Option<f64>),
    (Option<Moment>, Option<Moment>, Moment),
);

pub(super) type FindingCells = (BigInt, BigInt, Nullable<BigInt>, Nullable<Text>, Nullable<Micros>, Micros);
pub(super) type FindingCellValues = (i64, i64, Option<i64>, Option<String>, Option<Moment>, Moment);

pub(super) type CoveredCells = (BigInt, Nullable<BigInt>, Text, Nullable<Text>, Nullable<Text>, Nullable<BigInt>);
pub(super) type CoveredCellValues = (i64, Option<i64>, String, Option<String>, Option<String>, Option<i64>);

/// A word that may be missing.
fn word<W: Choices>(raw: Option<String>) -> Result<Option<W>, Unreadable> {
    raw.as_deref().map(stored_word).transpose()
}

pub(super) fn experiment(
    (ids, words, days, moments, figures): ExperimentCellValues,
) -> Result<ExperimentFacts, Refusal> {
    let (id, project_id, idea_id, owner_id, primary_goal_id, winner_variation_id) = ids;
    let (r#type, status, result, decision, device, has_hypothesis) = words;
    let (started_at, ended_at, decided_at, implemented_at, Moment(created_at)) = moments;
    let (traffic_allocation, annual_impact, uplift, srm_p_value, required, actual, course) = figures;
    let day = |day: Option<chrono::NaiveDate>| day.map(Date::from_raw).transpose();
    let at = |moment: Option<Moment>| moment.map(|Moment(at)| at);
    Ok(ExperimentFacts {
        id,
        project_id,
        idea_id,
        owner_id,
        primary_goal_id,
        winner_variation_id,
        r#type: stored_word(&r#type)?,
        status: stored_word(&status)?,
        result: word(result)?,
        decision: word(decision)?,
        device: word(device)?,
        has_hypothesis: has_hypothesis.unwrap_or(false),
        planned_start_at: day(days.0)?,
        planned_end_at: day(days.1)?,
        started_at: at(started_at),
        ended_at: at(ended_at),
        decided_at: at(decided_at),
        implemented_at: at(implemented_at),
        created_at,
        traffic_allocation,
        annual_impact,
        uplift,
        srm_p_value,
        required_sample_size: required,
        actual_sample_size: actual,
        course: ExperimentTimeline::from_raw(course)?.without_phases(),
    })
}

pub(super) fn idea(
    (references, words, (archived_at, promoted_at, recorded)): IdeaCellValues,
) -> Result<IdeaFacts, Refusal> {
    let (id, project_id, assignee_id, page_id, audience_id, primary_goal_id) = references;
    let (source, status, priority, score, normalized) = words;
    let Moment(created_at) = recorded;
    Ok(IdeaFacts {
        id,
        project_id,
        assignee_id,
        page_id,
        audience_id,
        primary_goal_id,
        source: word(source)?,
        status: stored_word(&status)?,
        priority: word(priority)?,
        score,
        normalized,
        is_archived: archived_at.is_some(),
        promoted_at: promoted_at.map(|Moment(at)| at),
        created_at,
    })
}

pub(super) fn covered(
    (id, project_id, name, status, device, visitors): CoveredCellValues,
) -> Result<CoveredFacts, Refusal> {
    // A tag has no status, and is in use.
    let status = word(status)?.unwrap_or(ArchiveStatus::Active);
    Ok(CoveredFacts {
        id,
        project_id,
        name,
        is_active: status == ArchiveStatus::Active,
        device: word(device)?,
        monthly_visitors: visitors,
    })
}
