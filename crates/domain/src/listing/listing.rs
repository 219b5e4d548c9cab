//! A list as it is asked for.

use std::collections::BTreeSet;

use super::enums::{Ask, Filters, Matching, Sorts, Total};
use super::listed::Listed;
use super::values::FilterValues;
use super::window::{Direction, PageRequest, SHALLOW};
use crate::record::{FieldType, Stored};

/// The filter whose index goes on with the day of creation.
const PROJECT: &str = "project_id";

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
        let asked = self.asked_filters();
        match asked.as_slice() {
            [] if self.has_defaults() => Some(Counters::whole()),
            [(filter, values)] if self.has_defaults() || may_be_default::<R>(*filter) => {
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

    /// The parts of names, folded, any of which a record of the list has in its own, where the list leaves out what
    /// lists of its kind do.
    pub fn parts_of_names(&self) -> Option<Vec<String>> {
        let (_, values) = self.filters.iter().find(|(filter, _)| filter.is_of_names() && self.has_defaults())?;
        Some(values.casefolded()).filter(|parts| !parts.is_empty())
    }

    /// The tokens that are looked for in the texts of the records, where the list searches there.
    pub fn searched(&self) -> Option<Vec<String>> {
        let (_, values) = self.filters.iter().find(|(filter, _)| filter.matching() == Matching::Search)?;
        Some(values.tokens())
    }

    /// The tokens by which the list is ordered: what fits best comes first unless it is sorted otherwise. A text
    /// without any finds nothing that could be ordered.
    pub fn ranked_by(&self) -> Option<Vec<String>> {
        self.searched().filter(|tokens| !tokens.is_empty() && self.sorts.is_empty())
    }

    /// Whether the default filter of the kind holds, where it has one. Of other filters counters and indexes know the
    /// records of such lists alone.
    fn has_defaults(&self) -> bool {
        R::Filter::DEFAULT.is_none() || self.asked_filters().len() < self.filters.len()
    }

    /// The filters without the default one, where that has its default value.
    pub fn asked_filters(&self) -> Vec<&(R::Filter, FilterValues)> {
        self.filters.iter().filter(|it| !is_default::<R>(it)).collect()
    }

    /// The default filter, where it has its default value.
    pub fn default_filters(&self) -> Vec<&(R::Filter, FilterValues)> {
        self.filters.iter().filter(|it| is_default::<R>(it)).collect()
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
        match self.asked_filters().as_slice() {
            [] => self.has_defaults(),
            [(filter, values)] if self.has_defaults() || may_be_default::<R>(*filter) => match filter.total() {
                Total::Counter(_) => {
                    let continued = sort == "id" || (filter.name() == PROJECT && sort == "created_at");
                    let values = counter_values::<R>(*filter, values);
                    continued && values.len() <= 1 && values.iter().all(|value| filter.total().is_counted(value))
                }
                // Its index goes on with the id alone: by another column SQLite would rather read all of the team, unless
                // it is one record that is asked for.
                Total::Selective => (sort == "id" || filter.name() == "id") && values.0.len() <= 1,
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
    /// The filter and the value under which the records of a list that is not filtered are counted, without those that
    /// it leaves out, such as archived ones.
    pub const WHOLE: (&'static str, &'static str) = ("", "");

    pub fn whole() -> Self {
        let (filter, value) = Self::WHOLE;
        Self { filter, values: vec![value.to_owned()] }
    }
}

/// Whether it is the default filter with its default value.
fn is_default<R: Listed>((filter, values): &(R::Filter, FilterValues)) -> bool {
    R::Filter::DEFAULT.is_some_and(|(default, value)| default == *filter && values.0.iter().all(|it| it == value))
}

/// Whether it is the default filter, whatever its value.
fn may_be_default<R: Listed>(filter: R::Filter) -> bool {
    R::Filter::DEFAULT.is_some_and(|(default, _)| default == filter)
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
