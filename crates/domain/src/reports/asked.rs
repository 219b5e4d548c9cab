//! What a report is asked for: of which records, over which days, and held against what.

use chrono::{Days, NaiveDate, Weekday};
use chrono_tz::Tz;
use uplift_derive::{Choices, Record};

use super::Figures;
use super::report::Report;
use super::window::{Granularity, Window};
use crate::access::Caller;
use crate::drawing::{DrawnHeight, DrawnTheme, DrawnWidth, usual_height, usual_width};
use crate::listing::{MOST_VALUES, Unsupported};
use crate::period::{Period, today};
use crate::record::{BodyReader, Choices as _, Date, FieldError, Fields, Invalid, Name, Record as _, Time};
use crate::{Json, Refusal};

/// How long a period may be, in characters.
const PERIOD: usize = 50;

/// How many days before its last one a window begins where nobody says.
const USUAL: u64 = 364;

/// What every report takes, beside filters and what is its own.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Common {
    /// The first day. 364 days before the last one, where it is left out.
    from: Option<Date>,
    /// The last day, which is included. Today, where it is left out.
    to: Option<Date>,
    /// The days by their name instead, such as `last_quarter`, `90d` or `all`.
    period: Option<Name>,
    /// How long the buckets are, where the report has such.
    #[record(default = Granularity::Month)]
    granularity: Granularity,
    /// What its figures are held against.
    #[record(default = Compare::None)]
    compare: Compare,
    /// Whether experiments count that compare the same with itself.
    #[record(default = false)]
    include_aa: bool,
}

/// In which form a report is told.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct ReportLook {
    /// What is answered: the figures, their main list as a table, or a drawing of them.
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

/// What figures are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub(super) enum Compare {
    None,
    /// As many days just before.
    PreviousPeriod,
    /// The same dates a year before.
    PreviousYear,
}

/// By what records are narrowed down that reports count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum ReportFilter {
    ProjectId,
    /// One of these tags is on it.
    TagId,
    /// Experiments and ideas with this goal.
    GoalId,
    /// Who answers for it: the owner of an experiment, the assignee of an idea, the author of the rest.
    OwnerId,
}

/// The days that are asked for, as far as that can be said before anything is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AskedDays {
    /// None where they begin with what there is.
    first: Option<NaiveDate>,
    last: NaiveDate,
}

/// A report as it is asked for.
pub struct Asked {
    pub(super) report: &'static Report,
    pub(super) figures: Box<dyn Figures>,
    pub(super) days: AskedDays,
    pub(super) granularity: Granularity,
    pub(super) compare: Compare,
    pub(super) include_aa: bool,
    pub(super) filters: Vec<(ReportFilter, Vec<String>)>,
}

/// The parameters of a report as they were sent: those without brackets by name, and the filters with their values.
#[derive(Clone, Debug, Default)]
pub struct ReportParameters {
    pub fields: Fields,
    pub filters: Vec<(String, Option<Vec<String>>)>,
}

impl ReportLook {
    /// The form that parameters ask for.
    ///
    /// # Errors
    /// With every parameter of it that is wrong.
    pub fn of(fields: &Fields) -> Result<Self, Refusal> {
        let mut reader = BodyReader::new(fields);
        let read = Self::read(&mut reader);
        reader.finish(Self::FIELDS)?;
        read.ok_or_else(|| Refusal::Fault("the form of a report without errors was not read".to_owned()))
    }
}

impl Asked {
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
        let filters = filters(&parameters.filters)?;
        let mut reader = BodyReader::new(&parameters.fields);
        let common = Common::read(&mut reader);
        let place = (caller.timezone.rules(), caller.weeks.day());
        let days = common.as_ref().and_then(|common| days(common, place, now, &mut reader));
        let figures = (report.read)(&mut reader);
        ReportLook::read(&mut reader);
        let fields: Vec<_> = Common::FIELDS.iter().chain(report.fields).chain(ReportLook::FIELDS).copied().collect();
        reader.finish(&fields)?;
        let read = common.zip(days).zip(figures);
        let unread = || Refusal::Fault("the parameters of a report without errors were not read".to_owned());
        let ((common, days), figures) = read.ok_or_else(unread)?;
        let Common { granularity, compare, include_aa, .. } = common;
        Ok(Self { report, figures, days, granularity, compare, include_aa, filters })
    }

    /// Rejects parameters that a report does not take, whenever and wherever it is asked.
    pub(super) fn check(report: &Report, reader: &mut BodyReader<'_>, now: Time) {
        if let Some(common) = Common::read(reader) {
            days(&common, (Tz::UTC, Weekday::Mon), now, reader);
        }
        (report.read)(reader);
    }

    /// The ids that a filter names; none where it is not asked. What is no number is no id.
    pub(super) fn ids(&self, filter: ReportFilter) -> Option<Vec<i64>> {
        let (_, values) = self.filters.iter().find(|(known, _)| *known == filter)?;
        Some(values.iter().filter_map(|value| value.trim().parse().ok()).collect())
    }

    /// The filters as they were sent.
    pub(super) fn shown_filters(&self) -> Json {
        let shown = |(filter, values): &(ReportFilter, Vec<String>)| (filter.name().to_owned(), values.clone().into());
        Json::Object(self.filters.iter().map(shown).collect())
    }

    /// Whether the days begin with what there is.
    pub(super) fn begins_with_all(&self) -> bool {
        self.days.first.is_none()
    }

    /// The window, given the day on which what there is begins.
    pub(super) fn window(&self, earliest: NaiveDate, caller: &Caller) -> Window {
        let last = self.days.last;
        Window::new(self.days.first.unwrap_or(earliest).min(last), last, caller.timezone.rules())
    }
}

fn filters(asked: &[(String, Option<Vec<String>>)]) -> Result<Vec<(ReportFilter, Vec<String>)>, Refusal> {
    let unknown: Vec<_> = asked.iter().filter(|(name, _)| ReportFilter::from_name(name).is_none()).collect();
    if !unknown.is_empty() {
        let unknown = unknown.into_iter().map(|(name, _)| name.clone()).collect();
        return Err(Refusal::Unsupported(Unsupported::filters(unknown, ReportFilter::NAMES)));
    }
    let said = |value: &String| Some(value.trim()).filter(|value| !value.is_empty()).map(str::to_owned);
    let wanted = |(name, values): &(String, Option<Vec<String>>)| {
        let values: Vec<String> = values.as_ref()?.iter().filter_map(said).collect();
        Some((ReportFilter::from_name(name)?, values))
    };
    let wanted: Vec<_> = asked.iter().filter_map(wanted).filter(|(_, values)| !values.is_empty()).collect();
    let mut invalid = Invalid::default();
    for (filter, _) in wanted.iter().filter(|(_, values)| values.len() > MOST_VALUES) {
        invalid.add(&format!("filter.{}", filter.name()), &FieldError::TooMany(MOST_VALUES));
    }
    if invalid.is_empty() { Ok(wanted) } else { Err(invalid.into()) }
}

fn days(common: &Common, (zone, weeks): (Tz, Weekday), now: Time, reader: &mut BodyReader<'_>) -> Option<AskedDays> {
    let Date(today) = today(now, zone);
    if let Some(period) = &common.period {
        if common.from.is_some() || common.to.is_some() {
            reader.reject("period", FieldError::Prohibited);
            return None;
        }
        if period.as_str().chars().count() > PERIOD {
            reader.reject("period", FieldError::TooLong(PERIOD));
            return None;
        }
        return match Period::parse(period.as_str()) {
            Ok(period) => {
                let span = period.span(now.into(), zone, weeks);
                let day = |moment| crate::period::today(moment, zone).0;
                let first = span.from.map(|from| day(Time::from(from)));
                let last = span.until.map(|until| day(Time::from_micros(Time::from(until).micros() - 1)));
                let last = last.unwrap_or(today);
                Some(AskedDays { first: first.map(|first| first.min(last)), last })
            }
            Err(forms) => {
                reader.reject("period", FieldError::Otherwise(format!("field must be {forms}")));
                None
            }
        };
    }
    let last = common.to.map_or(today, |Date(to)| to);
    let usual = || last.checked_sub_days(Days::new(USUAL)).unwrap_or(last);
    let first = common.from.map_or_else(usual, |Date(from)| from);
    if last < first {
        reader.reject("to", FieldError::NotBefore("from"));
        return None;
    }
    Some(AskedDays { first: Some(first), last })
}
