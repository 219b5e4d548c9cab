//! A listing: which records of a kind are asked for, in which order, with what included.

mod asked;
mod enums;

pub use asked::{Asked, Unsupported, parts, whole};
pub use enums::{Ask, Filters, LeadsTo, Link, Matching, Relations, Sorts};

use crate::record::{Kept, Time, decimal};
use crate::resource::Listed;

/// How deep into a list a page may start for the list to count as a short read.
const SHALLOW: i64 = 3_000;

/// Which way a sort runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Up,
    Down,
}

/// The values a filter asks for; a record matches when it matches any of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Want(pub Vec<String>);

impl Want {
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
        self.0.iter().filter(|value| !value.is_empty()).map(|value| fold(value)).collect()
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
pub fn fold(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Which page of a list, counted from 1, and how many records at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageAsk {
    pub number: i64,
    pub size: i64,
}

impl PageAsk {
    /// How many records come before the page.
    pub fn offset(self) -> i64 {
        self.number.saturating_sub(1).saturating_mul(self.size)
    }
}

/// A list as it is asked for, in the closed words of its kind.
#[derive(Clone, Debug)]
pub struct Listing<R: Listed> {
    pub filters: Vec<(R::Filter, Want)>,
    pub sorts: Sorting<R>,
    /// The way of the ids of records that are alike in every sort.
    pub ties: Way,
    pub includes: Includes<R>,
    pub page: PageAsk,
}

/// What a list is sorted by, first things first.
pub type Sorting<R> = Vec<(<R as Listed>::Sort, Way)>;

/// What is included with each record, in the order asked for.
pub type Includes<R> = Vec<(<R as Listed>::Relation, Ask)>;

/// One page of a list, and how many records the whole list has.
#[derive(Clone, Debug)]
pub struct Page<R> {
    pub records: Vec<Kept<R>>,
    pub total: i64,
}

impl<R: Listed> Listing<R> {
    /// The key of the counter that holds the list's total, where one does: `None` where the records have to be
    /// counted, `Some(None)` for the whole team, `Some(Some(ids))` for some of its projects.
    pub fn counted(&self) -> Option<Option<Vec<i64>>> {
        let asked = self.asked();
        // Counters leave out what lists leave out.
        let usual = R::Filter::OTHERWISE.is_none() || asked.len() < self.filters.len();
        match asked.as_slice() {
            _ if !R::COUNTED || !usual => None,
            [] => Some(None),
            [(filter, want)] if Some(*filter) == R::Filter::COUNTED => {
                let mut projects = want.numbers();
                projects.sort_unstable();
                projects.dedup();
                Some(Some(projects))
            }
            _ => None,
        }
    }

    /// The filters beside the one that holds unless a request says otherwise, with the value that it has then: every
    /// index of the kind is over those records alone.
    fn asked(&self) -> Vec<&(R::Filter, Want)> {
        let unsaid = |(filter, want): &(R::Filter, Want)| {
            R::Filter::OTHERWISE.is_some_and(|(other, value)| *filter == other && want.0.iter().all(|it| it == value))
        };
        self.filters.iter().filter(|it| !unsaid(it)).collect()
    }

    /// Whether the list is read from the start of an index, so that its cost does not grow with the team: its total
    /// is kept by a counter, it filters by one project at most, sorts by one column that the filter's index
    /// continues with, starts near the front and includes nothing.
    pub fn bounded(&self) -> bool {
        let indexed = match self.sorts.as_slice() {
            [] => true,
            // An index runs one way: ties in the other would have to be sorted.
            [(sort, way)] => {
                *way == self.ties && (self.asked().is_empty() || matches!(sort.name(), "id" | "created_at"))
            }
            _ => false,
        };
        let one_project = self.counted().is_some_and(|projects| projects.is_none_or(|ids| ids.len() <= 1));
        indexed && one_project && self.includes.is_empty() && self.page.offset() <= SHALLOW
    }
}
