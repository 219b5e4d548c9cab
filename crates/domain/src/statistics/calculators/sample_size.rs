//! How many users an experiment takes, and for how long.

use serde_json::json;
use uplift_derive::{Choices, Record};

use super::Calculator;
use crate::Json;
use crate::record::{
    BodyReader, Chance, Choices as _, Decimal, Effect, FieldError, Measure, Record as _, SomeShare, StandardDeviation,
    Value, Whole, double,
};
use crate::shape::Shape;
use crate::statistics::{Method, Metric, TestDesign};

/// The mean of a goal whose effect is told as a part of it.
type PositiveMean = Decimal<0, 1_000_000_000_000, 1, true>;

/// How many users come in a day, where any do.
type DailyUsers = Whole<1, 1_000_000_000_000>;

/// What an experiment is to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
enum MetricType {
    Binomial,
    Mean,
}

/// How several comparisons with the control are made up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
enum Corrected {
    None,
    Bonferroni,
}

#[derive(Clone, Debug, PartialEq, Record)]
struct Request {
    /// The rate of the control, between 0 and 1, or its mean, above 0.
    baseline: Measure,
    /// The least difference that is to be told, as a part of the baseline: 0.1 is a tenth.
    mde: Effect,
    /// How the goal is counted.
    #[record(default = MetricType::Binomial)]
    metric_type: MetricType,
    /// The standard deviation of what a user does, which `mean` requires.
    sd: Option<StandardDeviation>,
    /// How often a difference is told that is none, between 0 and 1.
    #[record(default = Chance::USUAL_SIGNIFICANCE)]
    significance: Chance,
    /// How often a difference of that size is told, between 0 and 1.
    #[record(default = Chance::USUAL_POWER)]
    power: Chance,
    /// By which statistics the test is to be judged.
    #[record(default = Method::EvanMiller)]
    method: Method,
    /// How many variations there are, the control among them.
    #[record(default = Whole::default())]
    variations: Whole<2, 20>,
    /// How it is corrected for several comparisons.
    #[record(default = Corrected::None)]
    correction: Corrected,
    /// How many users come in a day.
    daily_users: Option<DailyUsers>,
    /// The share of them that takes part.
    #[record(default = SomeShare::WHOLE)]
    allocation: SomeShare,
}

pub(super) const SAMPLE_SIZE: Calculator = Calculator {
    name: "sample-size",
    summary: "How many users an experiment takes to tell a difference of a given size, and how long they take to come.",
    fields: Request::FIELDS,
    answer: &[
        ("per_variation", Shape::Number),
        ("exact", Shape::Number),
        ("total", Shape::Said("How many users all variations need together.", &Shape::Number)),
        (
            "expected",
            Shape::Said(
                "The rate or the mean that is expected of the treatment: the baseline and `delta`.",
                &Shape::Number,
            ),
        ),
        ("delta", Shape::Said("The least difference that is to be told, in the unit of the baseline.", &Shape::Number)),
        ("significance", Shape::Number),
        ("achieved_power", Shape::Number),
        (
            "days",
            Shape::Said(
                "How many days they take to come, rounded up; null without `daily_users`.",
                &Shape::NUMBER_OR_NULL,
            ),
        ),
        ("weeks", Shape::NUMBER_OR_NULL),
        ("method", Shape::Null(&Shape::Word(Method::NAMES))),
    ],
    run,
};

fn run(reader: &mut BodyReader<'_>) -> Option<Json> {
    let request = Request::read(reader);
    check_metric(reader);
    let request = request?;
    let metric = match (request.metric_type, request.sd) {
        (MetricType::Binomial, _) => Metric::Binomial(request.method),
        (MetricType::Mean, Some(sd)) => Metric::Mean { sd: sd.get() },
        (MetricType::Mean, None) => return None,
    };
    if reader.has_errors() {
        return None;
    }
    let variations = double(request.variations.get());
    let comparisons = match request.correction {
        Corrected::None => 1.0,
        Corrected::Bonferroni => variations - 1.0,
    };
    let significance = request.significance.get() / comparisons;
    let (baseline, mde) = (request.baseline.get(), request.mde.get());
    let design = TestDesign { metric, baseline, mde, significance, power: request.power.get() };
    let Some(size) = design.sample_size() else {
        reader.reject("mde", FieldError::Otherwise("field leads to a rate that is not between 0 and 1.".to_owned()));
        return None;
    };
    let total = size.per_variation * variations;
    if !(total.is_finite() && size.achieved_power.is_finite()) {
        reader.reject("mde", FieldError::Otherwise("field leads to more users than can be counted.".to_owned()));
        return None;
    }
    let days = request.daily_users.map(|users| (total / (double(users.get()) * request.allocation.get())).ceil());
    Some(json!({
        "per_variation": size.per_variation,
        "exact": size.exact,
        "total": total,
        "expected": baseline + size.delta,
        "delta": size.delta,
        "significance": significance,
        "achieved_power": size.achieved_power,
        "days": days,
        "weeks": days.map(|days| (days / 7.0).ceil()),
        "method": matches!(request.metric_type, MetricType::Binomial).then(|| request.method.name()),
    }))
}

/// Holds the baseline and the deviation to how the goal is counted, whatever else is wrong.
fn check_metric(reader: &mut BodyReader<'_>) {
    let metric_type = reader.raw("metric_type").map_or(Some(MetricType::Binomial), |raw| MetricType::read(raw).ok());
    match metric_type {
        Some(MetricType::Binomial) => narrow::<Chance>("baseline", reader),
        Some(MetricType::Mean) => {
            narrow::<PositiveMean>("baseline", reader);
            if reader.raw("sd").is_none_or(Json::is_null) {
                reader.reject("sd", FieldError::Required);
            }
        }
        None => {}
    }
}

/// Holds a field that could be read so far to a narrower type.
fn narrow<V: Value>(field: &str, reader: &mut BodyReader<'_>) {
    if !reader.has_errors_about(field)
        && let Some(Err(error)) = reader.raw(field).map(V::read)
    {
        reader.reject(field, error);
    }
}
