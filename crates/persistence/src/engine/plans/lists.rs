//! The lists whose plans are looked at.

use uplift_domain::activity::{ActivityFilter, ActivityListing, ActivitySort};
use uplift_domain::listing::{
    Compared, Direction, FilterValues, Filters, ListParameters, Listed, Listing, Matching, PageRequest, Sorts, Total,
};
use uplift_domain::period::Span;
use uplift_domain::record::FieldType;
use uplift_domain::{FormResponse, FormResponseFilter, Kind};

use super::faults::Demand;

/// A page that begins before any total, so that it is asked for although there are no records.
/// What is put behind the name of a list by one value for that by two.
pub(super) const BY_TWO: &str = ",2";

const PAGE: PageRequest = PageRequest { number: 0, size: 1 };

/// The list of a kind in the default order, by each sort in both directions, and by each exact filter; and by both
/// where that counts as a short read. By two values as well, of which this database says that few have them.
pub(super) fn of_kind<R: Listed>() -> Vec<(String, Listing<R>, Demand)> {
    let unsorted = (String::new(), Vec::new());
    let sorts: Vec<(String, Vec<String>)> = R::Sort::ALL
        .iter()
        .map(|sort| sort.name())
        .flat_map(|name| {
            [name.to_owned(), format!("-{name}")].map(|direction| (format!("sort={name}"), vec![direction]))
        })
        .collect();
    if R::NESTED {
        return of_nested::<R>(&sorts);
    }
    let mut lists = Vec::new();
    for (told, sorts) in [&unsorted].into_iter().chain(&sorts) {
        lists.push((told.clone(), listing(Vec::new(), sorts), Demand::Ordered));
    }
    for filter in R::Filter::ALL.iter().filter(|filter| filter.is_offered()) {
        for (value, demand) in values(filter.matching()) {
            let told = format!("filter[{}]={value}", filter.name());
            let by = |sorts| listing::<R>(vec![(filter.name().to_owned(), Some(vec![(*value).to_owned()]))], sorts);
            lists.push((told.clone(), by(&unsorted.1), *demand));
            // Few records are sorted in no time.
            let sorts = sorts.iter().filter(|_| filter.total() != Total::Selective);
            let fronts = sorts.map(|(sort, sorts)| (format!("{told}&{sort}"), by(sorts), *demand));
            lists.extend(fronts.filter(|(_, listing, _)| listing.bounded()));
        }
        if names_few(*filter) {
            let two = Some(vec!["1".to_owned(), "2".to_owned()]);
            let by_two = listing::<R>(vec![(filter.name().to_owned(), two)], &unsorted.1);
            lists.push((format!("filter[{}]=1{BY_TWO}", filter.name()), by_two, Demand::Few));
        }
    }
    lists
}

/// Whether a filter names few records by each of its values, or those that a counter knows.
fn names_few(filter: impl Filters) -> bool {
    let is_known = filter.total() == Total::Selective || filter.total().is_counted("1");
    is_known && filter.matching() == Matching::Exact && matches!(filter.compares(), Compared::Field(_))
}

/// The lists of a kind that are each of one record, which has few enough of it to be sorted.
fn of_nested<R: Listed>(sorts: &[(String, Vec<String>)]) -> Vec<(String, Listing<R>, Demand)> {
    let whole = R::KIND.parent().map_or("", |(_, field)| field);
    let of_one = |filters, sorts: &[String]| {
        let mut listing = listing::<R>(filters, sorts);
        let whole = R::Filter::ALL.iter().filter(|it| it.name() == whole);
        listing.filters.extend(whole.map(|it| (*it, FilterValues(vec!["1".to_owned()]))));
        listing
    };
    let sorted = sorts.iter().map(|(told, sorts)| (told.clone(), of_one(Vec::new(), sorts), Demand::Narrowed));
    let others = R::Filter::ALL.iter().filter(|it| it.is_offered() && it.name() != whole);
    let others = others.filter(|it| it.matching() == Matching::Exact);
    let is_day = |name: &str| R::FIELDS.iter().any(|it| it.name == name && it.field_type == FieldType::Date);
    let filtered = others.map(|filter| {
        let value = if is_day(filter.name()) { "2026-01-02" } else { "1" };
        let by = (filter.name().to_owned(), Some(vec![value.to_owned()]));
        (format!("filter[{}]={value}", filter.name()), of_one(vec![by], &[]), Demand::Narrowed)
    });
    sorted.chain(filtered).collect()
}

/// The values that an exact filter is looked at with, and what each demands.
fn values(matching: Matching) -> &'static [(&'static str, Demand)] {
    match matching {
        Matching::Exact => &[("1", Demand::Narrowed)],
        Matching::Flag => &[("true", Demand::Flagged), ("false", Demand::Flagged), ("all", Demand::Ordered)],
        Matching::Partial
        | Matching::Search
        | Matching::From
        | Matching::Until
        | Matching::Min
        | Matching::Max
        | Matching::Answers(_) => &[],
    }
}

fn listing<R: Listed>(filters: Vec<(String, Option<Vec<String>>)>, sorts: &[String]) -> Listing<R> {
    let asked = ListParameters { filters, sorts: sorts.to_vec(), ..ListParameters::default() };
    Listing { page: PAGE, ..asked.listing(1).expect("a list of the kind") }
}

/// The responses to a form that gave an answer.
pub(super) fn of_answer() -> Listing<FormResponse> {
    let values = |text: &str| FilterValues(vec![text.to_owned()]);
    let filters = vec![(FormResponseFilter::FormId, values("1")), (FormResponseFilter::Answer, values("drop=a"))];
    Listing { page: PAGE, ..Listing::of(filters) }
}

/// The activities of a record, by each sort in both directions.
pub(super) fn of_activities() -> Vec<(String, ActivityListing)> {
    let mut lists = Vec::new();
    for sort in [ActivitySort::Id, ActivitySort::CreatedAt] {
        for direction in [Direction::Ascending, Direction::Descending] {
            let span = Span { from: None, until: None };
            let filter = ActivityFilter::of(Kind::Idea, 1);
            let of_record = ActivityListing { filter, span, sort: (sort, direction), page: PAGE };
            lists.push((format!("sort={sort:?}"), of_record));
        }
    }
    lists
}
