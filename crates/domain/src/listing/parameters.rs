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
        let known: Vec<_> = includable::<R>().collect();
        let mut includes = parts::<R>();
        let changed = R::Relation::ALL.iter().filter(|relation| Some(relation.path()) == self.changed);
        includes.extend(changed.map(|relation| (*relation, Ask::Records)));
        let mut unknown = Vec::new();
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
mod tests {
    use super::*;
    use crate::{Idea, Learning};

    fn asked(filters: &[&str], sorts: &[&str], includes: &[&str]) -> ListParameters {
        ListParameters {
            filters: filters.iter().map(|name| ((*name).to_owned(), Some(vec!["1".to_owned()]))).collect(),
            sorts: sorts.iter().map(|it| (*it).to_owned()).collect(),
            includes: includes.iter().map(|it| (*it).to_owned()).collect(),
            ..ListParameters::default()
        }
    }

    fn refused(asked: &ListParameters) -> String {
        match asked.listing::<Learning>(30) {
            Err(Refusal::Unsupported(unsupported)) => unsupported.message(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn unknown_names_are_refused_one_sort_of_name_at_a_time() {
        assert_eq!(
            refused(&asked(&["foo", "id", "bar"], &["nope"], &["none"])),
            "Requested filter(s) `foo, bar` are not allowed. Allowed filter(s) are \
             `id, project_id, research_collection_id, user_id, confidence, name`."
        );
        assert_eq!(
            refused(&asked(&[], &["-nope", ""], &["none"])),
            "Requested sort(s) `nope, ` is not allowed. Allowed sort(s) are `id, project_id, \
             research_collection_id, user_id, name, confidence, learned_at, created_at, updated_at`."
        );
        assert_eq!(
            refused(&asked(&[], &[], &["insights_count"])),
            "Requested include(s) `insights_count` are not allowed. Allowed include(s) are \
             `insights, insightsCount, insightsExists`."
        );
    }

    #[test]
    fn pages_are_whole_numbers_from_one_up() {
        let page = |number: &str, size: &str| {
            ListParameters { number: Some(number.to_owned()), size: Some(size.to_owned()), ..ListParameters::default() }
                .listing::<Learning>(30)
                .map(|listing| (listing.page.number, listing.page.size))
        };
        assert_eq!(page("2", "100"), Ok((2, 30)));
        assert_eq!(page("9007199254740991", "99999999999999999999"), Ok((9_007_199_254_740_991, 30)));
        for bad in ["9007199254740992", "99999999999999999999"] {
            assert!(page(bad, "1").is_err(), "{bad}");
        }
        for bad in ["0", "-1", "abc", "1.5", "02", "+2", ""] {
            assert!(page(bad, "1").is_err(), "{bad}");
            assert!(page("1", bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_list_by_one_value_is_short_and_others_are_not() {
        let bounded = |asked: ListParameters| asked.listing::<Learning>(30).map(|listing| listing.bounded());
        for (filters, sorts, short) in [
            (&[][..], &["name"][..], true),
            (&["project_id"], &["-created_at"], true),
            (&["research_collection_id"], &[], true),
            (&["user_id"], &["-id"], true),
            (&["id"], &["name"], true),
            (&["project_id"], &["name"], false),
            (&["user_id"], &["created_at"], false),
            (&["user_id", "confidence"], &[], false),
            (&["name"], &[], false),
        ] {
            assert_eq!(bounded(asked(filters, sorts, &[])), Ok(short), "{filters:?} by {sorts:?}");
        }
        let deep = ListParameters { number: Some("5000".to_owned()), ..ListParameters::default() };
        assert_eq!(bounded(deep), Ok(false));
    }

    fn filtered(filter: &str, values: &[&str]) -> ListParameters {
        let values = values.iter().map(|it| (*it).to_owned()).collect();
        ListParameters { filters: vec![(filter.to_owned(), Some(values))], ..ListParameters::default() }
    }

    #[test]
    fn a_total_is_the_sum_of_the_counters_of_each_distinct_value() {
        let counted = |filter: &str, values: &[&str]| {
            let listing = filtered(filter, values).listing::<Learning>(30).unwrap();
            listing.counted().map(|it| (it.filter, it.values.join("|")))
        };
        assert_eq!(counted("project_id", &["2", " 1", "2", "x", "01"]), Some(("project_id", "1|2".to_owned())));
        assert_eq!(counted("user_id", &[]), Some(("user_id", String::new())));
        assert_eq!(counted("id", &["1"]), None);
        assert_eq!(counted("name", &["a"]), None);
    }

    #[test]
    fn free_text_is_counted_by_the_words_that_are_declared() {
        let list = |filter: &str, values: &[&str]| filtered(filter, values).listing::<Learning>(30).unwrap();
        let of_words = list("confidence", &["low", "low", "high"]);
        assert_eq!(of_words.counted().map(|it| it.values.join("|")), Some("high|low".to_owned()));
        assert!(list("confidence", &["low"]).bounded());
        for values in [&["certain"][..], &["low", "certain"]] {
            assert_eq!(list("confidence", values).counted(), None);
            assert!(!list("confidence", values).bounded());
        }
    }

    #[test]
    fn text_that_repeats_as_words_do_is_counted_by_each() {
        let list = filtered("category", &["copy"]).listing::<Idea>(30).unwrap();
        assert_eq!(list.counted().map(|it| it.values), Some(vec!["copy".to_owned()]));
        assert!(list.bounded());
    }

    #[test]
    fn two_filters_together_are_not_counted_by_counters() {
        let asked = asked(&["project_id", "status"], &[], &[]);
        let listing = asked.listing::<Idea>(30).unwrap();
        assert_eq!((listing.counted(), listing.bounded()), (None, false));
    }

    #[test]
    fn archived_records_are_counted_by_the_filter_that_asks_for_them() {
        let counted = |asked: ListParameters| {
            let listing = asked.listing::<Idea>(30).unwrap();
            (listing.counted().map(|it| (it.filter, it.values.join("|"))), listing.bounded())
        };
        let archived = |values: &str| Some(("archived", values.to_owned()));
        assert_eq!(counted(ListParameters::default()), (Some(("", String::new())), true));
        assert_eq!(counted(filtered("archived", &["false"])), (Some(("", String::new())), true));
        assert_eq!(counted(filtered("archived", &["true"])), (archived("true"), true));
        assert_eq!(counted(filtered("archived", &["all"])), (archived("false|true"), false));
        assert_eq!(counted(filtered("status", &["done"])), (Some(("status", "done".to_owned())), true));
        let mut both = filtered("status", &["done"]);
        both.filters.extend(filtered("archived", &["all"]).filters);
        assert_eq!(counted(both), (None, false));
        let skipped = ListParameters { filters: vec![("archived".to_owned(), None)], ..ListParameters::default() };
        assert_eq!(counted(skipped), (None, false));
    }
}
