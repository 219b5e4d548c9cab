//! How a report is run, and what stands around its figures.

use serde_json::{Value, json};

use super::data::Data;
use super::figures::delta;
use super::parameters::PreparedReport;
use super::report::{Report, ReportName};
use super::selection::Compare;
use super::window::Granularity;
use crate::Refusal;
use crate::access::Caller;
use crate::ports::{Reach, ReadTx};
use crate::record::{Choices as _, Fields};
use crate::shape::Shape;

/// What is told beside the figures of a report.
pub const META: Shape = Shape::Object(&[
    ("report", Shape::Word(ReportName::NAMES)),
    ("generated_at", Shape::Time),
    ("timezone", Shape::Text),
    ("from", Shape::Date),
    ("to", Shape::Date),
    ("granularity", Shape::Word(Granularity::NAMES)),
    ("compare", Shape::Word(Compare::NAMES)),
    ("filters", Shape::ByName(&Shape::List(&Shape::Text))),
    ("definition_version", Shape::Integer),
]);

/// Which definitions the figures follow.
const DEFINITIONS: u32 = 1;

/// How far running a report reaches, be it saved or not.
pub const REACH: Reach = Reach::Search;

/// A report that was run.
#[derive(Debug)]
pub struct RunReport {
    pub report: &'static Report,
    /// `{"data", "meta"}`.
    pub told: Value,
    /// What it was asked for.
    pub asked: Fields,
}

/// Admits the computing of a report for which nothing is asked wrong, or refuses it.
pub type Admit<'a> = &'a mut dyn FnMut() -> Result<(), Refusal>;

/// Runs a report.
///
/// # Errors
/// When there would be too many buckets, it is not admitted, or the database fails.
pub fn run(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    asked: &PreparedReport,
    admit: Admit<'_>,
) -> Result<RunReport, Refusal> {
    let (now, zone) = (tx.now(), caller.timezone.rules());
    let selection = &asked.selection;
    let mut data = Data::read(tx, caller, selection)?;
    let window = data.window()?;
    asked.figures.check(&data, &window)?;
    admit()?;
    let mut figures = asked.figures.of(&mut data, &window)?;
    if let Some(compared) = asked.figures.compared(&figures) {
        let then = match selection.compare {
            Compare::None => None,
            Compare::PreviousPeriod => Some(window.before(zone)),
            Compare::PreviousYear => Some(window.year_before(zone)),
        };
        let previous = match then {
            Some(then) => asked.figures.earlier(&mut data, &then)?.unwrap_or(Value::Null),
            None => Value::Null,
        };
        figures.insert("delta".to_owned(), delta(&compared, &previous));
        figures.insert("previous".to_owned(), previous);
    }
    let meta = json!({
        "report": asked.report.name.name(),
        "generated_at": now.to_string(),
        "timezone": caller.timezone.as_str(),
        "from": window.first.to_string(),
        "to": window.last.to_string(),
        "granularity": selection.granularity.name(),
        "compare": selection.compare.name(),
        "filters": selection.shown_filters(),
        "definition_version": DEFINITIONS,
    });
    Ok(RunReport { report: asked.report, told: json!({ "data": figures, "meta": meta }), asked: asked.fields.clone() })
}
