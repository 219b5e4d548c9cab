//! The request for the summary of a form.

use serde_json::json;
use uplift_derive::Record;

use super::SAMPLES;
use super::filters::{Filter, summary_filters};
use super::read::{Most, summarise};
use super::window::{days, of_period};
use crate::commands::{Call, Done, Outcome, fields};
use crate::drawing::{DrawnHeight, DrawnTheme, DrawnWidth, OutputFormat, usual_height, usual_width};
use crate::forms::summary::{FormFigures, SUMMARY, Terms, shown};
use crate::listing::Filters as _;
use crate::period::Period;
use crate::ports::ReadTx;
use crate::record::{Date, FieldError, Name, Object, Stored, Whole};
use crate::shape::Shape;
use crate::{Form, Json, Refusal};

/// What a summary is asked for.
#[derive(Clone, Debug, PartialEq, Record)]
pub(crate) struct SummaryParameters {
    /// When the responses were completed; at any time, where it is left out.
    period: Option<Name>,
    /// The first day on which the responses were completed.
    from: Option<Date>,
    /// The last day on which the responses were completed.
    to: Option<Date>,
    /// Which responses: the filters of their lists, but `form_id` and `status`.
    filter: Option<Object>,
    /// Whether the answers of responses in progress count too.
    #[record(default = false)]
    partial: bool,
    /// How many texts of a question are told.
    samples: Option<Whole<0, 100>>,
    /// What is answered: the figures, or a drawing of them.
    #[record(default = OutputFormat::Json)]
    format: OutputFormat,
    /// The question that a drawing is of; all of them, where it is left out.
    question_id: Option<Whole<1, 9_007_199_254_740_991>>,
    /// How wide the chart is, in pixels.
    #[record(default = usual_width())]
    width: DrawnWidth,
    /// How high the chart is, in pixels.
    #[record(default = usual_height())]
    height: DrawnHeight,
    /// For which background it is drawn.
    #[record(default = DrawnTheme::Light)]
    theme: DrawnTheme,
}

/// The answer.
pub(crate) const TOLD: Shape = Shape::Object(&[
    ("data", SUMMARY),
    (
        "meta",
        Shape::Object(&[
            ("generated_at", Shape::Time),
            ("timezone", Shape::Text),
            ("filters", Shape::ByName(&Shape::List(&Shape::Text))),
        ]),
    ),
]);

/// Tells the summary of a form.
///
/// # Errors
/// With every error about the query.
pub(crate) fn summary(tx: &mut dyn ReadTx, call: &Call<'_>, form: Stored<Form>) -> Result<Done<Form>, Refusal> {
    let now = tx.now();
    let (figures, filters) = asked(tx, call, form)?;
    let filters: serde_json::Map<String, Json> =
        filters.into_iter().map(|(filter, values)| (filter.name().to_owned(), json!(values.0))).collect();
    let meta = json!({
        "generated_at": now.to_string(),
        "timezone": call.caller.timezone.as_str(),
        "filters": filters,
    });
    Ok(Outcome::Json(json!({ "data": shown(&figures), "meta": meta })).into())
}

/// The figures that a query asks for, and the filters in it.
///
/// # Errors
/// With every error about the query.
pub(crate) fn asked(
    tx: &mut dyn ReadTx,
    call: &Call<'_>,
    form: Stored<Form>,
) -> Result<(FormFigures, Vec<Filter>), Refusal> {
    let given = fields(call.body)?.get("filter").and_then(Json::as_object).cloned().unwrap_or_default();
    let filters = summary_filters(&Object::new(given.into()))?;
    let mut period = None;
    let read: SummaryParameters = call.read_in(tx, |_, read: &SummaryParameters, reader| {
        if let Some(text) = &read.period {
            if read.from.is_some() || read.to.is_some() {
                reader.reject("period", FieldError::Prohibited);
            }
            match Period::read(text.as_str()) {
                Ok(named) => period = Some(named),
                Err(error) => reader.reject("period", error),
            }
        }
        if let (Some(from), Some(to)) = (read.from, read.to)
            && to < from
        {
            reader.reject("to", FieldError::NotBefore("from"));
        }
        Ok(())
    })?;
    let now = tx.now();
    let (from, until) = match period {
        Some(period) => of_period(call.caller, now, period),
        None => days(call.caller, now, read.from, read.to),
    };
    let samples = read.samples.and_then(|it| usize::try_from(it.get()).ok()).unwrap_or(SAMPLES);
    let terms = Terms { from, until, partial: read.partial, samples };
    let figures = summarise(tx, call.caller.team, form, (terms, filters.clone()), Most::Deadline)?;
    let figures = figures.ok_or(Refusal::TimedOut)?;
    let is_told = |id: i64| figures.questions.iter().any(|it| it.question_id == id);
    if read.question_id.is_some_and(|id| !is_told(id.get())) {
        return Err(Refusal::field("question_id", &FieldError::NotAllowed));
    }
    Ok((figures, filters))
}
