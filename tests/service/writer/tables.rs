//! The tables of the record kinds: they hold what the declarations say, and nothing else.

use std::collections::BTreeMap;

use uplift_domain::listing::{Filters, Listed, Matching, Sorts};
use uplift_domain::{Kind, record_kinds};

use super::ground::Place;
use super::schema::columns;
use crate::world::{Store, on_both};

on_both![every_kind_has_the_columns_of_its_fields, no_table_of_records_is_left_out];

/// What an attachment keeps and never shows.
const HIDDEN: [&str; 2] = ["file_id", "user_id"];

macro_rules! tables {
    (
        read { $($Read:ident $read:literal $reads:literal $read_table:ident;)* }
        write { $($Write:ident $one:literal $many:literal $table:ident;)* }
    ) => {
        /// Each kind's table, and its columns.
        fn kinds() -> Vec<(&'static str, BTreeMap<String, bool>)> {
            vec![
                $((stringify!($read_table), declared::<uplift_domain::$Read>()),)*
                $((stringify!($table), declared::<uplift_domain::$Write>()),)*
            ]
        }
    };
}

record_kinds!(tables);

/// The columns that a kind should have, and which of them may be null.
fn declared<R: Listed>() -> BTreeMap<String, bool> {
    let ranks = R::Sort::ALL.iter().filter(|sort| sort.is_ranked()).map(|sort| format!("{}_rank", sort.name()));
    let hidden = if R::KIND == Kind::Attachment { &HIDDEN[..] } else { &[] };
    for name in hidden {
        assert!(!R::FIELDS.iter().any(|field| field.name == *name), "{name} is shown");
    }
    let common =
        [("id", false), ("team_id", false), ("created_at", false), ("updated_at", false), ("deleted_at", true)];
    let fields = R::FIELDS.iter().map(|field| (field.name.to_owned(), field.nullable));
    let partial = R::Filter::ALL.iter().filter(|filter| filter.matching() == Matching::Partial);
    let folded = partial.map(|filter| (format!("{}_folded", filter.name()), false));
    let common = common.into_iter().map(|(name, nullable)| (name.to_owned(), nullable));
    let ranks = ranks.map(|name| (name, false));
    let hidden = hidden.iter().map(|name| ((*name).to_owned(), true));
    common.chain(fields).chain(folded).chain(ranks).chain(hidden).collect()
}

fn every_kind_has_the_columns_of_its_fields(store: Store) {
    let place = Place::migrated(store);
    let columns = columns(&place, store);
    for (table, declared) in kinds() {
        let here = columns.iter().filter_map(|(column, nullable)| {
            let (its_table, name) = column.split_once('.')?;
            (its_table == table).then(|| (name.to_owned(), *nullable))
        });
        let here: BTreeMap<String, bool> = here.collect();
        if table == "team_users" {
            // A view does not say what may be null.
            assert!(here.keys().eq(declared.keys()), "{table} has {here:?}, declared is {declared:?}");
        } else {
            assert_eq!(here, declared, "the columns of {table}");
        }
    }
}

/// A table whose rows can be deleted and brought back holds records, so its kind must be listed above.
fn no_table_of_records_is_left_out(store: Store) {
    let place = Place::migrated(store);
    let columns = columns(&place, store);
    let mut tables: Vec<&str> = columns.keys().filter_map(|column| column.strip_suffix(".deleted_at")).collect();
    let known = kinds();
    let mut known: Vec<&str> = known.iter().map(|(table, _)| *table).collect();
    tables.sort_unstable();
    known.sort_unstable();
    assert_eq!(tables, known);
}
