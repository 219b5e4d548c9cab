//! The scorecard, as it is told.

use serde_json::{Value, json};

use super::goal::{Interval, VariationCard, finite};
use super::health::HealthWarning;
use super::recommend::Advice;
use super::{Facts, GoalCard, Scorecard, SplitStatus};
use crate::experiments::{ExperimentResult, ExperimentStatus, GoalRole};
use crate::kinds::{GoalDirection, MetricType};
use crate::record::Choices as _;
use crate::shape::Shape;
use crate::statistics::Warning;

pub(crate) const SCORECARD: Shape = Shape::Object(&[(
    "data",
    Shape::Object(&[
        (
            "experiment",
            Shape::Object(&[
                ("id", Shape::Integer),
                ("identifier", Shape::TEXT_OR_NULL),
                ("name", Shape::Text),
                ("status", Shape::Word(ExperimentStatus::NAMES)),
                ("result", Shape::Null(&Shape::Word(ExperimentResult::NAMES))),
            ]),
        ),
        (
            "health",
            Shape::Object(&[
                (
                    "srm",
                    Shape::Object(&[("p_value", Shape::NUMBER_OR_NULL), ("status", Shape::Word(SplitStatus::NAMES))]),
                ),
                ("runtime_days", Shape::Number),
                ("users", Shape::Integer),
                ("required_sample_size", Shape::INTEGER_OR_NULL),
                ("sample_progress", Shape::NUMBER_OR_NULL),
                (
                    "warnings",
                    Shape::List(&Shape::Object(&[
                        ("code", Shape::WordOfAny(&[HealthWarning::NAMES, Warning::NAMES])),
                        ("goal_id", Shape::INTEGER_OR_NULL),
                        ("variation_id", Shape::INTEGER_OR_NULL),
                    ])),
                ),
            ]),
        ),
        ("goals", Shape::List(&GOAL)),
        (
            "recommendation",
            Shape::Object(&[
                ("status", Shape::Word(Advice::NAMES)),
                ("reason", Shape::Said("Why that is recommended.", &Shape::Text)),
                ("variation_id", Shape::INTEGER_OR_NULL),
                ("days_left", Shape::INTEGER_OR_NULL),
            ]),
        ),
    ]),
)]);

const GOAL: Shape = Shape::Object(&[
    ("goal_id", Shape::Integer),
    ("name", Shape::Text),
    ("role", Shape::Word(GoalRole::NAMES)),
    ("direction", Shape::Word(GoalDirection::NAMES)),
    ("metric_type", Shape::Word(MetricType::NAMES)),
    (
        "variations",
        Shape::List(&Shape::Object(&[
            ("variation_id", Shape::Integer),
            ("key", Shape::Text),
            ("is_control", Shape::Flag),
            ("users", Shape::Integer),
            ("conversions", Shape::INTEGER_OR_NULL),
            ("rate", Shape::NUMBER_OR_NULL),
            ("mean", Shape::NUMBER_OR_NULL),
            ("sd", Shape::NUMBER_OR_NULL),
            ("diff_abs", Shape::NUMBER_OR_NULL),
            ("diff_ci", Shape::INTERVAL_OR_NULL),
            ("uplift", Shape::NUMBER_OR_NULL),
            ("ci", Shape::INTERVAL_OR_NULL),
            ("p_value", Shape::NUMBER_OR_NULL),
            ("p_value_adjusted", Shape::NUMBER_OR_NULL),
            ("chance_to_win", Shape::NUMBER_OR_NULL),
            ("expected_loss", Shape::NUMBER_OR_NULL),
            ("significant", Shape::FLAG_OR_NULL),
            ("better", Shape::FLAG_OR_NULL),
        ])),
    ),
]);

pub(super) fn shown(facts: &Facts, scorecard: &Scorecard) -> Value {
    let experiment = &facts.experiment.record;
    let Scorecard { goals, health, recommendation } = scorecard;
    json!({
        "data": {
            "experiment": {
                "id": facts.experiment.id.get(),
                "identifier": experiment.identifier.as_ref().map(|it| it.as_str()),
                "name": experiment.name.as_str(),
                "status": experiment.status.name(),
                "result": experiment.result.map(|it| it.name()),
            },
            "health": {
                "srm": { "p_value": health.srm_p_value, "status": health.srm.name() },
                "runtime_days": health.runtime_days,
                "users": whole(health.users),
                "required_sample_size": health.required.map(whole),
                "sample_progress": health.progress(),
                "warnings": health.warnings,
            },
            "goals": goals.iter().map(goal).collect::<Vec<_>>(),
            "recommendation": {
                "status": recommendation.status.name(),
                "reason": recommendation.status.reason(),
                "variation_id": recommendation.variation_id,
                "days_left": recommendation.days_left.map(whole),
            },
        },
    })
}

fn goal(card: &GoalCard) -> Value {
    let goal = &card.goal.record;
    json!({
        "goal_id": card.goal.id.get(),
        "name": goal.name.as_str(),
        "role": card.role.name(),
        "direction": goal.direction.name(),
        "metric_type": goal.metric_type.name(),
        "variations": card.variations.iter().map(variation).collect::<Vec<_>>(),
    })
}

fn variation(card: &VariationCard) -> Value {
    json!({
        "variation_id": card.variation_id,
        "key": card.key,
        "is_control": card.is_control,
        "users": whole(card.users),
        "conversions": card.conversions.map(whole),
        "rate": card.rate,
        "mean": card.mean,
        "sd": card.sd,
        "diff_abs": card.diff_abs,
        "diff_ci": interval(card.diff_ci),
        "uplift": card.uplift,
        "ci": interval(card.ci),
        "p_value": card.p_value,
        "p_value_adjusted": card.p_value_adjusted,
        "chance_to_win": card.chance_to_win,
        "expected_loss": card.expected_loss,
        "significant": card.significant,
        "better": card.better,
    })
}

fn interval(interval: Option<Interval>) -> Value {
    interval.map_or(Value::Null, |(low, high)| json!([low.and_then(finite), high.and_then(finite)]))
}

/// A figure that is a whole number, written as one.
#[expect(clippy::as_conversions, reason = "such figures are sums of counts, which i64 has exactly")]
fn whole(figure: f64) -> Value {
    json!(figure as i64)
}
