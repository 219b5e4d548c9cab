//! A report as it is asked for: which one, of what, and in which form it is told.

use chrono::Weekday;
use chrono_tz::Tz;
use uplift_derive::{Choices, Record};

use super::report::{Figures, Report};
use super::selection::{AskedDays, Common, Selection, filters};
use crate::Refusal;
use crate::access::Caller;
use crate::drawing::{DrawnHeight, DrawnTheme, DrawnWidth, usual_height, usual_width};
use crate::record::{BodyReader, Field, Fields, Invalid, Record as _, Time};

/// In which form a report is told.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct ReportOutput {
    /// What is answered: the figures, their main list as a table, or a drawing of them. With a key, a table counts as an
    /// export: two of a team are answered at once, and viewers get 403 where `viewers_may_export` is false.
    #[record(default = ReportFormat::Json)]
    pub format: ReportFormat,
    /// How wide a drawing is, in pixels.
    #[record(default = usual_width())]
    pub width: DrawnWidth,
    /// How high a drawing is, in pixels.
    #[record(default = usual_height())]
    pub height: DrawnHeight,
    /// Whether a drawing is dark on light or light on dark.
    #[record(default = DrawnTheme::Light)]
    pub theme: DrawnTheme,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum ReportFormat {
    Json,
    Csv,
    Svg,
}

/// A report as it is asked for.
pub struct PreparedReport {
    pub output: ReportOutput,
    pub(super) report: &'static Report,
    pub(super) figures: Box<dyn Figures>,
    pub(super) selection: Selection,
    /// The parameters without brackets, as they were sent.
    pub(super) fields: Fields,
}

/// The parameters of a report as they were sent: those without brackets by name, and the filters with their values.
#[derive(Clone, Debug, Default)]
pub struct ReportParameters {
    pub fields: Fields,
    pub filters: Vec<(String, Option<Vec<String>>)>,
    /// What was found wrong with them before they are read.
    pub invalid: Invalid,
}

impl ReportOutput {
    /// The form that parameters ask for.
    ///
    /// # Errors
    /// With every parameter of it that is wrong.
    pub fn of(parameters: &ReportParameters) -> Result<Self, Refusal> {
        let mut reader = BodyReader::new(&parameters.fields);
        let read = Self::read(&mut reader);
        finish(parameters.invalid.clone(), reader, Self::FIELDS)?;
        read.ok_or_else(|| Refusal::Fault("the form of a report without errors was not read".to_owned()))
    }
}

/// Ends the reading of parameters with which this was found wrong beside what their reader found.
fn finish(mut invalid: Invalid, reader: BodyReader<'_>, fields: &[Field]) -> Result<(), Invalid> {
    if let Err(found) = reader.finish(fields) {
        invalid.extend(found);
    }
    if invalid.is_empty() { Ok(()) } else { Err(invalid) }
}

impl PreparedReport {
    /// Reads what a report is asked for, and in which form it is to be told.
    ///
    /// # Errors
    /// Filters that reports do not have; then every parameter that is wrong.
    pub fn read(
        report: &'static Report,
        parameters: &ReportParameters,
        caller: &Caller,
        now: Time,
    ) -> Result<Self, Refusal> {
        let mut invalid = parameters.invalid.clone();
        let filters = filters(&parameters.filters, &mut invalid)?;
        let mut reader = BodyReader::new(&parameters.fields);
        let common = Common::read(&mut reader);
        let place = (caller.timezone.rules(), caller.weeks.day());
        let days = AskedDays::read(place, now, &mut reader);
        let figures = (report.read)(&mut reader);
        let output = ReportOutput::read(&mut reader);
        let fields: Vec<_> = Common::FIELDS.iter().chain(report.fields).chain(ReportOutput::FIELDS).copied().collect();
        finish(invalid, reader, &fields)?;
        let read = common.zip(days).zip(figures.zip(output));
        let unread = || Refusal::Fault("the parameters of a report without errors were not read".to_owned());
        let ((common, days), (figures, output)) = read.ok_or_else(unread)?;
        let (selection, fields) = (common.select(days, filters), parameters.fields.clone());
        Ok(Self { output, report, figures, selection, fields })
    }

    /// Rejects parameters that a report does not take, whenever and wherever it is asked.
    pub(super) fn check(report: &Report, reader: &mut BodyReader<'_>, now: Time) {
        let common = Common::read(reader);
        let days = AskedDays::read((Tz::UTC, Weekday::Mon), now, reader);
        if let Some((common, days)) = common.zip(days).filter(|_| report.has_buckets()) {
            common.check_buckets(days, reader);
        }
        (report.read)(reader);
    }
}
