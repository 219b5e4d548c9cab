//! The tables of the record kinds: they hold what the declarations say, and nothing else.

use std::collections::BTreeMap;

use uplift_domain::listing::{Filters, Listed, Matching, Sorts};
use uplift_domain::{Kind, record_kinds};

use super::schema::columns;
use crate::world::{Store, TestInstallation, on_both};

on_both![every_kind_has_the_columns_of_its_fields, no_table_of_records_is_left_out];

/// What a kind keeps and never shows, and whether it may be null.
const HIDDEN: [(Kind, &str, bool); 19] = [
    (Kind::Attachment, "file_id", true),
    (Kind::Attachment, "user_id", true),
    (Kind::Experiment, "course", false),
    (Kind::Experiment, "status_changed_at", true),
    (Kind::Experiment, "ticked", false),
    (Kind::FormAnswer, "folded", true),
    (Kind::FormAnswer, "key", false),
    (Kind::FormAnswer, "words", true),
    (Kind::FormResponse, "answer_tokens", true),
    (Kind::FormResponse, "edit_hash", true),
    (Kind::FormResponse, "month", true),
    (Kind::FormResponse, "was_completed", false),
    (Kind::FormResponseSummary, "changes", false),
    (Kind::Idea, "person_scores", false),
    (Kind::SavedReport, "reader_id", false),
    (Kind::ResultRow, "everyone", false),
    (Kind::ResultRow, "latest", false),
    (Kind::Key, "hash", false),
    (Kind::Invitation, "hash", false),
];

macro_rules! tables {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        /// Each kind's table, and its columns.
        fn kinds() -> Vec<(&'static str, BTreeMap<String, bool>)> {
            vec![
                $((stringify!($table), declared::<uplift_domain::$Kind>()),)*
            ]
        }
    };
}

record_kinds!(tables);

/// The columns that a kind should have, and which of them may be null.
fn declared<R: Listed>() -> BTreeMap<String, bool> {
    let ranks = R::Sort::ALL.iter().filter(|sort| sort.is_ranked()).map(|sort| format!("{}_rank", sort.name()));
    let hidden: Vec<_> =
        HIDDEN.iter().filter(|(kind, ..)| *kind == R::KIND).map(|(_, name, nullable)| (*name, *nullable)).collect();
    for (name, _) in &hidden {
        assert!(!R::FIELDS.iter().any(|field| field.name == *name), "{name} is shown");
    }
    let common =
        [("id", false), ("team_id", false), ("created_at", false), ("updated_at", false), ("deleted_at", true)];
    let kept = R::FIELDS.iter().filter(|field| !field.computed);
    let fields = kept.map(|field| (field.name.to_owned(), field.nullable));
    let partial = R::Filter::ALL.iter().filter(|filter| filter.matching() == Matching::Partial);
    let folded = partial.map(|filter| (format!("{}_folded", filter.name()), false));
    let common = common.into_iter().map(|(name, nullable)| (name.to_owned(), nullable));
    let ranks = ranks.map(|name| (name, false));
    let hidden = hidden.into_iter().map(|(name, nullable)| (name.to_owned(), nullable));
    common.chain(fields).chain(folded).chain(ranks).chain(hidden).collect()
}

fn every_kind_has_the_columns_of_its_fields(store: Store) {
    let place = TestInstallation::migrated(store);
    let columns = columns(&place, store);
    for (table, declared) in kinds() {
        let here = columns.iter().filter_map(|(column, nullable)| {
            let (its_table, name) = column.split_once('.')?;
            (its_table == table).then(|| (name.to_owned(), *nullable))
        });
        let here: BTreeMap<String, bool> = here.collect();
        assert_eq!(here, declared, "the columns of {table}");
    }
}

/// A table whose rows can be deleted and brought back holds records, so its kind must be listed above.
fn no_table_of_records_is_left_out(store: Store) {
    let place = TestInstallation::migrated(store);
    let columns = columns(&place, store);
    let mut tables: Vec<&str> = columns.keys().filter_map(|column| column.strip_suffix(".deleted_at")).collect();
    let known = kinds();
    let mut known: Vec<&str> = known.iter().map(|(table, _)| *table).collect();
    tables.sort_unstable();
    known.sort_unstable();
    assert_eq!(tables, known);
}
