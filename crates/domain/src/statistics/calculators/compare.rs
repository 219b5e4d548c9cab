//! Comparing two arms.

use serde_json::{Value, json};
use uplift_derive::Record;

use super::Calculator;
use crate::Json;
use crate::record::{
    BodyReader, Chance, Choices as _, Count, Decimal, Field, FieldError, Fields, Object, Ordinal, Record as _, Sum,
    Variance, double, read_by_rule,
};
use crate::shape::Shape;
use crate::statistics::{Alternative, Arm, Comparison, Covariate, Settings, Test, Warning, compare};

#[derive(Clone, Debug, PartialEq, Record)]
struct Request {
    /// Which test is made.
    test: Test,
    /// The totals of the control.
    control: Object,
    /// The totals of the treatment.
    treatment: Object,
    /// Whether the effect is told as a part of the mean of the control. `newcombe`, `msprt` and `bayes_exact` ignore
    /// it.
    #[record(default = false)]
    relative: bool,
    /// Which difference is looked for, by `z` and `welch`; other tests ignore it.
    #[record(default = Alternative::TwoSided)]
    alternative: Alternative,
    /// How often the interval is to hold the effect, between 0 and 1.
    #[record(default = Chance::USUAL_CONFIDENCE)]
    confidence: Chance,
    /// What was known of the relative effect, for `bayes_gaussian`.
    prior: Option<Object>,
    /// At how many users the confidence sequence of `sequential` is to be narrowest.
    #[record(default = Ordinal::new(5_000).unwrap_or_default())]
    tuning: Ordinal,
    /// The variance of the effects that `msprt` is a mixture over, and which it requires.
    tau_squared: Option<Variance>,
    /// Whether what users did before is taken away. `z`, `bayes_exact` and `newcombe` ignore it.
    #[record(default = false)]
    cuped: bool,
}

#[derive(Clone, Debug, PartialEq, Record)]
struct Totals {
    /// How many users there are.
    n: Count,
    /// How many of them converted, at most all. `z`, `bayes_exact` and `newcombe` require it.
    x: Option<Count>,
    /// The sum of what each did, where that is a value: other tests take it with `sum_squares` in the place of `x`.
    sum: Option<Sum>,
    /// The sum of the squares of what was measured, Σy².
    sum_squares: Option<Sum>,
    /// The sum of what each did before, which `cuped` requires with `pre_sum_squares` and `pre_cross_sum`.
    pre_sum: Option<Sum>,
    /// The sum of the squares of what was measured before, Σx².
    pre_sum_squares: Option<Sum>,
    /// The sum of what each did before times what that user did since.
    pre_cross_sum: Option<Sum>,
}

#[derive(Clone, Debug, PartialEq, Record)]
struct Prior {
    /// What the difference is thought to be before anything is measured.
    mean: Sum,
    /// The variance of what the difference is thought to be.
    variance: Variance,
}

/// The totals of an arm, as a body gives them.
pub const ARM: &[Field] = Totals::FIELDS;

/// A prior, as a body gives it.
pub const PRIOR: &[Field] = Prior::FIELDS;

pub(super) const COMPARE: Calculator = Calculator {
    name: "compare",
    summary: "How far a treatment differs from a control, and how sure that is.",
    fields: Request::FIELDS,
    answer: &[
        ("test", Shape::Word(Test::NAMES)),
        ("estimate", Shape::NUMBER_OR_NULL),
        ("se", Shape::NUMBER_OR_NULL),
        ("statistic", Shape::NUMBER_OR_NULL),
        ("df", Shape::NUMBER_OR_NULL),
        ("p_value", Shape::NUMBER_OR_NULL),
        ("ci", Shape::INTERVAL_OR_NULL),
        ("chance_to_win", Shape::NUMBER_OR_NULL),
        ("expected_loss", Shape::INTERVAL_OR_NULL),
        ("variance_reduction", Shape::NUMBER_OR_NULL),
        ("warnings", Shape::List(&Shape::Word(Warning::NAMES))),
    ],
    run,
};

fn run(reader: &mut BodyReader<'_>) -> Option<Value> {
    let mut used = reader.fields().clone();
    if let Some(test) = reader.raw("test").and_then(Json::as_str).and_then(Test::from_name) {
        unused(test).iter().for_each(|option| _ = used.remove(*option));
    }
    let mut part = BodyReader::within(&used, "");
    let answer = answer(&mut part);
    reader.take(part);
    answer
}

/// The options that a test has no use for: whatever they say is ignored.
const fn unused(test: Test) -> &'static [&'static str] {
    match test {
        Test::Z => &["prior", "tuning", "tau_squared", "cuped"],
        Test::Welch => &["prior", "tuning", "tau_squared"],
        Test::BayesExact => &["relative", "alternative", "prior", "tuning", "tau_squared", "cuped"],
        Test::BayesGaussian => &["alternative", "tuning", "tau_squared"],
        Test::Sequential => &["alternative", "prior", "tau_squared"],
        Test::Msprt => &["relative", "alternative", "prior", "tuning"],
        Test::Newcombe => &["relative", "alternative", "prior", "tuning", "tau_squared", "cuped"],
    }
}

fn answer(reader: &mut BodyReader<'_>) -> Option<Value> {
    let request = read_by_rule(reader, |request: &Request, reader| {
        if !unused(request.test).contains(&"prior") {
            prior(reader);
        }
        tau_squared(request, reader);
        arms(request, reader);
    })?;
    if reader.has_errors() {
        return None;
    }
    let (prior, tau_squared) = (prior(reader), tau_squared(&request, reader));
    let [Some(control), Some(treatment)] = arms(&request, reader) else { return None };
    let settings = Settings {
        relative: request.relative,
        alternative: request.alternative,
        confidence: request.confidence.get(),
        prior,
        tuning: double(request.tuning.get()),
        tau_squared: tau_squared.unwrap_or(1.0),
        cuped: request.cuped,
    };
    Some(shown(request.test, &compare(request.test, &control, &treatment, &settings)))
}

fn shown(test: Test, found: &Comparison) -> Value {
    let warnings: Vec<_> = found.warnings.iter().map(|it| it.name()).collect();
    json!({
        "test": test.name(),
        "estimate": found.estimate,
        "se": found.se,
        "statistic": found.statistic,
        "df": found.df,
        "p_value": found.p_value,
        "ci": found.interval.map(|(low, high)| [low, high]),
        "chance_to_win": found.chance_to_win,
        "expected_loss": found.expected_loss.map(|(control, treatment)| [control, treatment]),
        "variance_reduction": found.variance_reduction,
        "warnings": warnings,
    })
}

/// The prior, where the body gives one.
fn prior(reader: &mut BodyReader<'_>) -> Option<(f64, f64)> {
    let raw = reader.raw("prior").and_then(Json::as_object)?;
    let mut part = BodyReader::within(raw, "prior.");
    let read = Prior::read(&mut part);
    reader.take(part);
    read.map(|Prior { mean, variance }| (mean.get(), variance.get()))
}

fn tau_squared(request: &Request, reader: &mut BodyReader<'_>) -> Option<f64> {
    if request.test != Test::Msprt {
        return None;
    }
    if request.tau_squared.is_none() {
        reader.reject("tau_squared", FieldError::Required);
    }
    request.tau_squared.map(Decimal::get)
}

fn arms(request: &Request, reader: &mut BodyReader<'_>) -> [Option<Arm>; 2] {
    ["control", "treatment"].map(|name| arm(request, name, reader))
}

/// The arm of this name. What is wrong with it stays with the reader, under its path.
fn arm(request: &Request, name: &str, reader: &mut BodyReader<'_>) -> Option<Arm> {
    let raw: &Fields = reader.raw(name).and_then(Json::as_object)?;
    if raw.is_empty() {
        reader.reject(name, FieldError::Required);
        return None;
    }
    let mut part = BodyReader::within(raw, &format!("{name}."));
    let totals = Totals::read(&mut part);
    let arm = totals.and_then(|totals| read_arm(request, &totals, &mut part));
    reader.take(part);
    arm
}

fn read_arm(request: &Request, totals: &Totals, part: &mut BodyReader<'_>) -> Option<Arm> {
    let users = double(totals.n.get());
    let arm = match (totals.x, totals.sum, totals.sum_squares) {
        (Some(x), ..) if x > totals.n => {
            part.reject("x", FieldError::Otherwise("field must not be greater than n.".to_owned()));
            return None;
        }
        (Some(x), ..) => Arm::binary(users, double(x.get())),
        (None, Some(sum), Some(squares)) if !request.test.takes_proportions() => {
            Arm::of_values(users, sum.get(), squares.get())
        }
        (None, Some(_), None) if !request.test.takes_proportions() => {
            part.reject("sum_squares", FieldError::Required);
            return None;
        }
        (None, None, Some(_)) if !request.test.takes_proportions() => {
            part.reject("sum", FieldError::Required);
            return None;
        }
        (None, ..) => {
            part.reject("x", FieldError::Required);
            return None;
        }
    };
    if !request.cuped || unused(request.test).contains(&"cuped") {
        return Some(arm);
    }
    let given = [
        ("pre_sum", totals.pre_sum),
        ("pre_sum_squares", totals.pre_sum_squares),
        ("pre_cross_sum", totals.pre_cross_sum),
    ];
    for (field, _) in given.iter().filter(|(_, given)| given.is_none()) {
        part.reject(field, FieldError::Required);
    }
    let covariate = Covariate {
        sum: totals.pre_sum?.get(),
        sum_squares: totals.pre_sum_squares?.get(),
        cross_sum: totals.pre_cross_sum?.get(),
    };
    Some(arm.with(Some(covariate)))
}
