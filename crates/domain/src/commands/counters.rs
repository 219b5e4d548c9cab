//! Counting: every change to a record moves the counters that keep the totals of lists, and the names that lists look
//! through.

use crate::access::TeamId;
use crate::listing::search::{SearchDocument, is_searched, searched_texts};
use crate::listing::{Compared, Counters, Filters, NAME, casefold};
use crate::ports::WriteTx;
use crate::record::{Choices as _, FieldValue, Stored};
use crate::resource::Resource;
use crate::{Kind, lookups};

/// A filter and the value of it that a record has: one of the counters that count the record.
type CounterKey = (&'static str, String);

/// Moves the counters in which two states of a record differ; `None` is a record that is not there.
pub(crate) fn update_counters<R: Resource>(
    tx: &mut dyn WriteTx,
    team: TeamId,
    before: Option<&Stored<R>>,
    after: Option<&Stored<R>>,
) {
    let [from, to] = [before, after].map(|stored| stored.map(counter_keys).unwrap_or_default());
    for (filter, value) in from.iter().filter(|it| !to.contains(it)) {
        tx.move_counter(team, R::KIND, filter, value, -1);
    }
    for (filter, value) in to.iter().filter(|it| !from.contains(it)) {
        tx.move_counter(team, R::KIND, filter, value, 1);
    }
    let [from, to] = [before, after].map(|stored| stored.map(lookups::uses).unwrap_or_default());
    for (lookup, uses) in from.iter().filter(|it| !to.contains(it)) {
        tx.move_counter(team, Kind::ProjectLookup, lookup.name(), uses, -1);
    }
    for (lookup, uses) in to.iter().filter(|it| !from.contains(it)) {
        tx.move_counter(team, Kind::ProjectLookup, lookup.name(), uses, 1);
    }
    let [from, to] = [before, after].map(|stored| stored.and_then(listed_name));
    if let Some(stored) = after.or(before).filter(|_| from != to) {
        tx.rename(team, R::KIND, stored.id.get(), from.as_deref(), to.as_deref());
    }
    if is_searched::<R>() {
        let [from, to] = [before, after].map(|it| it.filter(|it| it.deleted_at.is_none()).map(searched_texts));
        if let Some(stored) = after.or(before).filter(|_| from != to) {
            tx.index(team, R::KIND, stored.id.get(), to.map(SearchDocument::of));
        }
    }
}

/// The name by which lists find a record, folded; `None` where they do not unless they are asked for such records.
fn listed_name<R: Resource>(stored: &Stored<R>) -> Option<String> {
    let found_by_name = R::Filter::ALL.iter().any(|filter| filter.is_of_names());
    if !found_by_name || stored.deleted_at.is_some() || stored.record.archived() {
        return None;
    }
    let mut folded = None;
    stored.record.show(&mut |name, shown| {
        if let (NAME, FieldValue::Text(text)) = (name, shown) {
            folded = Some(casefold(text));
        }
    });
    folded
}

/// The counters that count a record. Those that lists leave out unless they are asked for are counted by the filter
/// that asks for them, and by no other.
fn counter_keys<R: Resource>(stored: &Stored<R>) -> Vec<CounterKey> {
    let mut counter_keys = Vec::new();
    if stored.deleted_at.is_some() {
        return counter_keys;
    }
    if let Some((filter, _)) = R::Filter::DEFAULT {
        counter_keys.push((filter.name(), stored.record.archived().to_string()));
    }
    if stored.record.archived() {
        return counter_keys;
    }
    let (filter, value) = Counters::WHOLE;
    counter_keys.push((filter, value.to_owned()));
    stored.record.show(&mut |name, shown| {
        let values = R::Filter::ALL.iter().filter_map(|filter| Some((filter, value_of(*filter, name, shown)?)));
        for (filter, value) in values.filter(|(filter, value)| filter.total().is_counted(value)) {
            counter_keys.push((filter.name(), value));
        }
    });
    counter_keys
}

/// What a filter makes of a field, where it compares that. The one that asks for what lists leave out is counted by
/// itself.
fn value_of<F: Filters>(filter: F, field: &str, shown: FieldValue<'_>) -> Option<String> {
    match filter.compares() {
        Compared::Field(name) if name == field => written(shown),
        Compared::Empty(name) if name == field => Some((shown == FieldValue::Null).to_string()),
        Compared::Filled(name) if name == field && F::DEFAULT.is_none_or(|(default, _)| default != filter) => {
            Some((shown != FieldValue::Null).to_string())
        }
        Compared::Field(_)
        | Compared::Empty(_)
        | Compared::Filled(_)
        | Compared::Tokens
        | Compared::Lapsing { .. }
        | Compared::Through { .. }
        | Compared::Answers => None,
    }
}

/// A value as counters are named after it. Nobody can ask for the records without one.
fn written(shown: FieldValue<'_>) -> Option<String> {
    match shown {
        FieldValue::Integer(it) => Some(it.to_string()),
        FieldValue::Boolean(it) => Some(it.to_string()),
        FieldValue::Text(it) => Some(it.to_owned()),
        FieldValue::Null
        | FieldValue::Decimal(_)
        | FieldValue::Time(_)
        | FieldValue::Date(_)
        | FieldValue::Json(_)
        | FieldValue::FileAddress => None,
    }
}

#[cfg(test)]
mod tests;
