//! A listing: which records of a kind are asked for, in which order, with what included.

mod asked;
mod enums;
mod window;

pub use asked::{LAST_PAGE, ListParameters, Unsupported, most_values, parts, whole, whole_page};
pub use enums::{Ask, Compared, Filters, LeadsTo, Link, Matching, Relations, Sorts, Total};
pub use window::{PageRequest, Window};

use std::collections::BTreeSet;

use crate::record::{FieldType, Stored, Time, decimal};
use crate::resource::Listed;

/// How deep into a list a page may start for the list to count as a short read.
const SHALLOW: i64 = 3_000;

/// The filter whose index goes on with the day of creation.
const PROJECT: &str = "project_id";

/// The filter that looks for a part of a name.
pub const NAME: &str = "name";

/// Which way a sort runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Ascending,
    Descending,
}

/// The values a filter asks for; a record matches when it matches any of them.
#[derive(Clone, Debug, PartialEq)]
pub struct FilterValues(pub Vec<String>);

impl FilterValues {
    /// The values that are whole numbers. Others match no record.
    pub fn numbers(&self) -> Vec<i64> {
        let canonical = |value: &String| {
            let number: i64 = value.trim().parse().ok()?;
            (number.to_string() == value.trim()).then_some(number)
        };
        self.0.iter().filter_map(canonical).collect()
    }

    /// The values as they were sent.
    pub fn words(&self) -> Vec<String> {
        self.0.clone()
    }

    /// The values folded for a comparison that ignores case. Empty ones would match everything and are left out.
    pub fn folded(&self) -> Vec<String> {
        self.0.iter().filter(|value| !value.is_empty()).map(|value| casefold(value)).collect()
    }

    /// Which of the two values of a flag are asked for: `true`, `false`, or `all` for either.
    pub fn flags(&self) -> (bool, bool) {
        let any = |names: &[&str]| self.0.iter().any(|value| names.contains(&value.trim()));
        (any(&["true", "1", "all"]), any(&["false", "0", "all"]))
    }

    /// The smallest number among the values. `None` matches no record.
    pub fn least(&self) -> Option<f64> {
        self.decimals().min_by(f64::total_cmp)
    }

    /// The largest number among the values. `None` matches no record.
    pub fn most(&self) -> Option<f64> {
        self.decimals().max_by(f64::total_cmp)
    }

    fn decimals(&self) -> impl Iterator<Item = f64> {
        self.0.iter().filter_map(|value| decimal(&value.trim().into()).ok())
    }

    /// The earliest moment among the values, each meaning its first microsecond. `None` matches no record.
    pub fn start(&self) -> Option<Time> {
        self.0.iter().filter_map(|value| Time::parse(value.trim())).min()
    }

    /// The latest moment among the values, each meaning its last microsecond. `None` matches no record.
    pub fn end(&self) -> Option<Time> {
        self.0.iter().filter_map(|value| Time::parse_end(value.trim())).max()
    }
}

/// Text as it is compared when case is ignored. It is stored beside what it was made of, so that both databases
/// compare alike.
///
/// Each character is folded by itself, so that a part of a text folds as it does within the whole.
pub fn casefold(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// A list as it is asked for, in the closed words of its kind.
#[derive(Clone, Debug)]
pub struct Listing<R: Listed> {
    pub filters: Vec<(R::Filter, FilterValues)>,
    pub sorts: Sorting<R>,
    /// The way of the ids of records that are alike in every sort.
    pub ties: Direction,
    pub includes: Includes<R>,
    pub page: PageRequest,
}

/// What a list is sorted by, first things first.
pub type Sorting<R> = Vec<(<R as Listed>::Sort, Direction)>;

/// What is included with each record, in the order asked for.
pub type Includes<R> = Vec<(<R as Listed>::Relation, Ask)>;

/// One page of a list, and how many records the whole list has.
#[derive(Clone, Debug)]
pub struct ListPage<R> {
    pub records: Vec<Stored<R>>,
    pub total: i64,
}

impl<R: Listed> Listing<R> {
    /// The first records, in the order of their ids, that meet these filters.
    pub fn of(filters: Vec<(R::Filter, FilterValues)>) -> Self {
        let page = PageRequest { number: 1, size: SHALLOW };
        Self { filters, sorts: Vec::new(), ties: Direction::Ascending, includes: Vec::new(), page }
    }

    /// The counters whose sum is the list's total, where counters keep it.
    pub fn counted(&self) -> Option<Counters> {
        let asked = self.asked();
        match asked.as_slice() {
            [] if self.usual() => Some(Counters::whole()),
            [(filter, values)] if self.usual() || is_default::<R>(*filter) => {
                let values = counter_values::<R>(*filter, values);
                let counted = values.iter().all(|value| filter.total().is_counted(value));
                counted.then(|| Counters { filter: filter.name(), values })
            }
            _ => None,
        }
    }

    /// The counter of a short list whose total is one counter. It can be read in one statement with the records.
    pub fn counter(&self) -> Option<Counters> {
        self.counted().filter(|it| it.values.len() == 1 && self.bounded())
    }

    /// The parts of names, folded, any of which a record of the list has in its own, where the list leaves out what lists
    /// of its kind do.
    pub fn parts_of_names(&self) -> Option<Vec<String>> {
        let (_, values) = self.filters.iter().find(|(filter, _)| filter.is_of_names() && self.usual())?;
        Some(values.folded()).filter(|parts| !parts.is_empty())
    }

    /// Whether the list leaves out what lists of its kind leave out unless they are asked for it. Of the usual filters
    /// counters and indexes know the records of such lists alone.
    fn usual(&self) -> bool {
        R::Filter::DEFAULT.is_none() || self.asked().len() < self.filters.len()
    }

    /// The filters beside the one that holds unless a request says otherwise, with the value that it has then.
    pub fn asked(&self) -> Vec<&(R::Filter, FilterValues)> {
        let unsaid = |(filter, values): &(R::Filter, FilterValues)| {
            let otherwise = R::Filter::DEFAULT.filter(|(other, _)| other == filter);
            otherwise.is_some_and(|(_, value)| values.0.iter().all(|it| it == value))
        };
        self.filters.iter().filter(|it| !unsaid(it)).collect()
    }

    /// Whether the list is read from the start of an index, so that its cost does not grow with the team: its total
    /// is kept by a counter or the records are few, it filters by one value at most, sorts by one column that the
    /// filter's index continues with, and starts near the front. What it includes is not looked at.
    pub fn bounded(&self) -> bool {
        self.indexed() && self.page.offset() <= SHALLOW
    }

    fn indexed(&self) -> bool {
        let sort = match self.sorts.as_slice() {
            [] => "id",
            // An index runs one way: ties in the other would have to be sorted.
            [(sort, direction)] if *direction == self.ties => sort.name(),
            _ => return false,
        };
        match self.asked().as_slice() {
            [] => self.usual(),
            [(filter, values)] if self.usual() || is_default::<R>(*filter) => match filter.total() {
                Total::Counter(_) => {
                    let continued = sort == "id" || (filter.name() == PROJECT && sort == "created_at");
                    let values = counter_values::<R>(*filter, values);
                    continued && values.len() <= 1 && values.iter().all(|value| filter.total().is_counted(value))
                }
                Total::Selective => values.0.len() <= 1,
                Total::Unknown => false,
            },
            _ => false,
        }
    }
}

/// Some counters of a kind: those of these values of a filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters {
    pub filter: &'static str,
    pub values: Vec<String>,
}

impl Counters {
    /// The filter and the value under which the records of the whole team are counted.
    pub const WHOLE: (&'static str, &'static str) = ("", "");

    pub fn whole() -> Self {
        let (filter, value) = Self::WHOLE;
        Self { filter, values: vec![value.to_owned()] }
    }
}

fn is_default<R: Listed>(filter: R::Filter) -> bool {
    R::Filter::DEFAULT.is_some_and(|(otherwise, _)| otherwise == filter)
}

/// The values that a filter asks for, each once, as counters are named after them.
fn counter_values<R: Listed>(filter: R::Filter, values: &FilterValues) -> Vec<String> {
    let field = R::FIELDS.iter().find(|field| field.name == filter.name());
    let values: BTreeSet<String> = match (filter.matching(), field.map(|field| field.field_type)) {
        (Matching::Flag, _) => {
            let (yes, no) = values.flags();
            [yes.then(|| true.to_string()), no.then(|| false.to_string())].into_iter().flatten().collect()
        }
        (_, Some(FieldType::Id | FieldType::Integer { .. })) => {
            values.numbers().iter().map(ToString::to_string).collect()
        }
        _ => values.words().into_iter().collect(),
    };
    values.into_iter().collect()
}
