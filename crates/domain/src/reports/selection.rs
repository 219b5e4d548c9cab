//! What a report is told of: which records, over which days, and held against what.

use chrono::{NaiveDate, Weekday};
use chrono_tz::Tz;
use uplift_derive::{Choices, Record};

use super::window::{Granularity, Window, too_many_buckets};
use crate::access::Caller;
use crate::listing::{FilterValues, MOST_VALUES, Unsupported};
use crate::period::{Period, today, usual_first};
use crate::record::{BodyReader, Choices as _, Date, FieldError, Invalid, Name, Time, read_field};
use crate::{Json, Refusal};

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

/// The records that a report counts, and the days that it counts them over.
pub(super) struct Selection {
    days: AskedDays,
    pub(super) granularity: Granularity,
    pub(super) compare: Compare,
    pub(super) include_aa: bool,
    filters: ReportFilters,
}

/// The filters that were sent, with their values.
pub(super) type ReportFilters = Vec<(ReportFilter, FilterValues)>;

impl AskedDays {
    /// The days that are asked for; none where that cannot be said, and why is with the reader, which has read
    /// [`Common`].
    pub(super) fn read((zone, weeks): (Tz, Weekday), now: Time, reader: &mut BodyReader<'_>) -> Option<Self> {
        let Date(today) = today(now, zone);
        let [from, to] = ["from", "to"].map(|name| read_field::<Option<Date>>(reader.fields(), name).ok());
        if let Some(period) = read_field::<Option<Name>>(reader.fields(), "period").ok().flatten() {
            if (from, to) != (Some(None), Some(None)) {
                reader.reject("period", FieldError::Prohibited);
                return None;
            }
            return match Period::read(period.as_str()) {
                Ok(period) => {
                    let span = period.span(now.into(), zone, weeks);
                    let day = |moment| crate::period::today(moment, zone).0;
                    let first = span.from.map(|from| day(Time::from(from)));
                    let last = span.until.map(|until| day(Time::from_micros(Time::from(until).micros() - 1)));
                    let last = last.unwrap_or(today);
                    Some(Self { first: first.map(|first| first.min(last)), last })
                }
                Err(error) => {
                    reader.reject("period", error);
                    None
                }
            };
        }
        let last = to?.map_or(today, |Date(to)| to);
        let first = from?.map_or_else(|| usual_first(last), |Date(from)| from);
        if last < first {
            reader.reject("to", FieldError::NotBefore("from"));
            return None;
        }
        Some(Self { first: Some(first), last })
    }
}

impl Common {
    /// Rejects a granularity that gives too many buckets whenever it is asked for. A window that grows to this day, or
    /// is as long as there are records, may be short enough today.
    pub(super) fn check_buckets(&self, days: AskedDays, reader: &mut BodyReader<'_>) {
        let grows = self.period.is_none() && self.from.is_some() && self.to.is_none();
        let Some(first) = days.first.filter(|_| !grows) else { return };
        let window = Window::new(first, days.last, Tz::UTC);
        // Where weeks begin may make one bucket more.
        let weeks = [Weekday::Mon, Weekday::Sat, Weekday::Sun];
        if weeks.iter().all(|weeks| window.buckets(self.granularity, *weeks, Tz::UTC).is_err()) {
            reader.reject("granularity", too_many_buckets());
        }
    }

    /// What is selected by it over these days, with these filters.
    pub(super) fn select(self, days: AskedDays, filters: ReportFilters) -> Selection {
        let Self { granularity, compare, include_aa, .. } = self;
        Selection { days, granularity, compare, include_aa, filters }
    }
}

impl Selection {
    /// The ids that a filter names; `None` where it is not asked.
    pub(super) fn ids(&self, filter: ReportFilter) -> Option<Vec<i64>> {
        let (_, values) = self.filters.iter().find(|(known, _)| *known == filter)?;
        Some(values.numbers())
    }

    /// The filters as they were sent.
    pub(super) fn shown_filters(&self) -> Json {
        let shown = |(filter, values): &(ReportFilter, FilterValues)| (filter.name().to_owned(), values.words().into());
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

/// The filters as they were sent, and their values. One with nothing but empty values matches no record, as in lists;
/// one with too many values is rejected.
///
/// # Errors
/// With those that reports do not have.
pub(super) fn filters(
    asked: &[(String, Option<Vec<String>>)],
    invalid: &mut Invalid,
) -> Result<ReportFilters, Refusal> {
    let unknown: Vec<_> = asked.iter().filter(|(name, _)| ReportFilter::from_name(name).is_none()).collect();
    if !unknown.is_empty() {
        let unknown = unknown.into_iter().map(|(name, _)| name.clone()).collect();
        return Err(Refusal::Unsupported(Unsupported::filters(unknown, ReportFilter::NAMES)));
    }
    let said = |value: &String| Some(value.trim()).filter(|value| !value.is_empty()).map(str::to_owned);
    let wanted = |(name, values): &(String, Option<Vec<String>>)| {
        let values: Vec<String> = values.as_ref()?.iter().filter_map(said).collect();
        Some((ReportFilter::from_name(name)?, FilterValues(values)))
    };
    let wanted: ReportFilters = asked.iter().filter_map(wanted).collect();
    for (filter, _) in wanted.iter().filter(|(_, FilterValues(values))| values.len() > MOST_VALUES) {
        invalid.add(&format!("filter.{}", filter.name()), &FieldError::TooMany(MOST_VALUES));
    }
    Ok(wanted)
}

#[cfg(test)]
mod tests;
