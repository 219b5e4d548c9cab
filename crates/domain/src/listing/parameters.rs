//! A list as a request asks for it, in plain words, and how it is read into the closed words of a kind.

mod bounds;
mod filters;

pub use bounds::{LAST_PAGE, MOST_VALUES, most_values, whole_page};

use super::unsupported::{FIELD, NO_FIELDS, Unsupported};
use super::{Ask, Direction, Includes, LeadsTo, Listing, PageRequest, Relations, Sorting, Sorts};
use crate::listing::Listed;
use crate::record::{FieldError, Invalid};
use crate::refusal::Refusal;

/// What the query of a request asks.
#[derive(Clone, Debug, Default)]
pub struct ListParameters {
    /// Each filter's name and values; without values it is skipped, though its name must be known.
    pub filters: Vec<(String, Option<Vec<String>>)>,
    /// Of each filter that was sent with names beneath its own, what was sent under each: `name=value`.
    pub members: Vec<(String, Vec<String>)>,
    /// Each sort's name, with a dash in front where it runs downwards.
    pub sorts: Vec<String>,
    pub includes: Vec<String>,
    /// The relation that a command changed, which is included beside what is asked for.
    pub changed: Option<&'static str>,
    /// The fields that records should be cut down to, which no list offers.
    pub fields: Vec<String>,
    /// `page[number]` and `page[size]`, as they were sent.
    pub number: Option<String>,
    pub size: Option<String>,
    /// Query parameters that are not well-formed text.
    pub garbled: Vec<String>,
}

impl ListParameters {
    /// Reads a list of the kind `R`; pages hold `max_size` records at most, and that many unless the request says.
    ///
    /// # Errors
    /// Names that the kind does not have, filters first, then sorts, then includes and fields; then filters with too
    /// many values and pages that are no numbers.
    pub fn listing<R: Listed>(&self, max_size: i64) -> Result<Listing<R>, Refusal> {
        let filters = self.filters::<R>()?;
        let (sorts, ties) = self.sorts::<R>()?;
        let includes = self.includes::<R>()?;
        let mut invalid = self.errors();
        bounds::check_values(&filters, &mut invalid);
        let page = self.page(max_size, &mut invalid);
        if invalid.is_empty() { Ok(Listing { filters, sorts, ties, includes, page }) } else { Err(invalid.into()) }
    }

    /// The sorts, and the way of the last one, in which ties are broken.
    fn sorts<R: Listed>(&self) -> Result<(Sorting<R>, Direction), Refusal> {
        let mut sorts: Sorting<R> = Vec::new();
        let mut unknown = Vec::new();
        let mut last = Direction::Ascending;
        for asked in &self.sorts {
            let name = asked.trim_start_matches('-');
            let direction = if name.len() < asked.len() { Direction::Descending } else { Direction::Ascending };
            last = direction;
            match R::Sort::ALL.iter().copied().find(|it| it.name() == name) {
                // A column that is sorted by a second time decides nothing.
                Some(sort) if sorts.iter().any(|(known, _)| *known == sort) => {}
                Some(sort) => sorts.push((sort, direction)),
                None => unknown.push(name.to_owned()),
            }
        }
        if unknown.is_empty() {
            return Ok((sorts, last));
        }
        let allowed = R::Sort::ALL.iter().map(|it| it.name().to_owned()).collect();
        Err(Refusal::Unsupported(Unsupported { what: "sort", verb: "is", unknown, allowed }))
    }

    /// Reads what is to be included.
    ///
    /// # Errors
    /// Names that the kind does not have, and any field that records should be cut down to.
    pub fn includes<R: Listed>(&self) -> Result<Includes<R>, Refusal> {
        let mut includes = parts::<R>();
        let changed = R::Relation::ALL.iter().filter(|relation| Some(relation.path()) == self.changed);
        includes.extend(changed.map(|relation| (*relation, Ask::Records)));
        let mut unknown = Vec::new();
        // Most records are asked for by themselves, and then no name is put together.
        let known: Vec<_> = if self.includes.is_empty() { Vec::new() } else { includable::<R>().collect() };
        for asked in &self.includes {
            match known.iter().find(|(name, _)| name == asked) {
                Some((_, include)) if includes.contains(include) => {}
                Some((_, include)) => includes.push(*include),
                None => unknown.push(asked.clone()),
            }
        }
        if unknown.is_empty() {
            return if self.fields.is_empty() { Ok(includes) } else { Err(self.no_fields()) };
        }
        let allowed = known.into_iter().map(|(name, _)| name).collect();
        Err(Refusal::Unsupported(Unsupported { what: "include", verb: "are", unknown, allowed }))
    }

    fn no_fields(&self) -> Refusal {
        let unknown = self.fields.clone();
        Refusal::Unsupported(Unsupported { what: FIELD, verb: NO_FIELDS, unknown, allowed: Vec::new() })
    }

    /// What of the query could not be read.
    pub fn errors(&self) -> Invalid {
        let mut invalid = Invalid::default();
        for field in &self.garbled {
            invalid.add(field, &FieldError::Unreadable);
        }
        invalid
    }

    fn page(&self, max_size: i64, invalid: &mut Invalid) -> PageRequest {
        let mut told = |field: &str, read: Option<Result<i64, FieldError>>, default: i64| match read {
            None => default,
            Some(read) => read.unwrap_or_else(|error| {
                invalid.add(field, &error);
                default
            }),
        };
        PageRequest {
            number: told("page.number", self.number.as_deref().map(whole_page), 1),
            size: told("page.size", self.size.as_deref().map(whole), max_size).min(max_size),
        }
    }
}

/// Reads a whole number from 1 up out of a query parameter. One that is too large for the machine is the largest.
///
/// # Errors
/// When it is not one.
pub fn whole(sent: &str) -> Result<i64, FieldError> {
    let digits = !sent.is_empty() && sent.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || (sent.starts_with('0') && sent.len() > 1) {
        return Err(if sent.parse::<i64>().is_ok_and(|it| it < 0 && it.to_string() == sent) {
            FieldError::Below("1".to_owned())
        } else {
            FieldError::NotInteger
        });
    }
    match sent.parse().unwrap_or(i64::MAX) {
        0 => Err(FieldError::Below("1".to_owned())),
        number => Ok(number),
    }
}

/// What every record of a kind is shown with, asked for or not.
pub fn parts<R: Listed>() -> Includes<R> {
    let parts = R::Relation::ALL.iter().filter(|it| matches!(it.leads_to(), LeadsTo::Parts(_)));
    parts.map(|part| (*part, Ask::Records)).collect()
}

/// Every name that `include` takes, in the order in which answers name them.
pub(super) fn includable<R: Listed>() -> impl Iterator<Item = (String, (R::Relation, Ask))> {
    R::Relation::ALL.iter().filter(|relation| relation.is_included()).flat_map(|relation| {
        let asks = Ask::of(relation.leads_to()).iter();
        asks.map(|ask| (format!("{}{}", relation.name(), ask.suffix()), (*relation, *ask)))
    })
}

#[cfg(test)]
mod tests;
