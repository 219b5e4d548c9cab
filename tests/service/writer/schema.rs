//! A schema: what a migrated database says of its own tables, in the same words on both databases.

use std::collections::{BTreeMap, BTreeSet};

use crate::world::{Store, TestInstallation};

/// Each column of each table and view, as `table.column`, and whether it may be null.
pub(super) fn columns(place: &TestInstallation, store: Store) -> BTreeMap<String, bool> {
    let query = match store {
        Store::Sqlite => {
            "SELECT it.name || '.' || col.name || CASE WHEN col.\"notnull\" OR col.pk THEN '' ELSE ' null' END AS line \
             FROM sqlite_schema AS it JOIN pragma_table_xinfo(it.name) AS col \
             WHERE it.type IN ('table', 'view') AND it.name NOT LIKE 'sqlite%' AND it.name NOT LIKE '\\_\\_%' ESCAPE '\\'"
        }
        Store::Postgres => {
            "SELECT table_name || '.' || column_name || CASE is_nullable WHEN 'NO' THEN '' ELSE ' null' END AS line \
             FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_%'"
        }
    };
    let read = |line: String| match line.strip_suffix(" null") {
        Some(column) => (column.to_owned(), true),
        None => (line, false),
    };
    place.texts(query).into_iter().map(read).collect()
}

/// Each index that a migration names, with its columns in order and whether it is unique or partial.
pub(super) fn indexes(place: &TestInstallation, store: Store) -> BTreeSet<String> {
    let query = match store {
        Store::Sqlite => {
            "SELECT ix.name || ' on ' || it.name || ' ' || (SELECT group_concat(name, ', ') FROM \
                (SELECT name FROM pragma_index_info(ix.name) ORDER BY seqno)) \
                || CASE WHEN ix.\"unique\" THEN ' unique' ELSE '' END || CASE WHEN ix.partial THEN ' partial' ELSE '' END \
                AS line \
             FROM sqlite_schema AS it JOIN pragma_index_list(it.name) AS ix \
             WHERE it.type = 'table' AND ix.origin = 'c'"
        }
        // Of a long text the front is in an index.
        Store::Postgres => {
            "SELECT ix.relname || ' on ' || it.relname || ' ' || (SELECT string_agg(coalesce(attname, \
                    substring(pg_get_indexdef(ix.oid, CAST(place AS integer), true) FROM '^\"left\"\\((\\w+), ')), \
                    ', ' ORDER BY place) \
                FROM unnest(i.indkey) WITH ORDINALITY AS key (number, place) \
                LEFT JOIN pg_attribute ON attrelid = it.oid AND attnum = number) \
                || CASE WHEN i.indisunique THEN ' unique' ELSE '' END \
                || CASE WHEN i.indpred IS NOT NULL THEN ' partial' ELSE '' END AS line \
             FROM pg_index AS i JOIN pg_class AS ix ON ix.oid = i.indexrelid JOIN pg_class AS it ON it.oid = i.indrelid \
             WHERE it.relnamespace = 'public'::regnamespace \
                AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = ix.oid)"
        }
    };
    place.texts(query).into_iter().collect()
}

/// Each reference, as `table (columns) to table (columns)`.
pub(super) fn references(place: &TestInstallation, store: Store) -> BTreeSet<String> {
    let query = match store {
        Store::Sqlite => {
            "SELECT name || ' (' || group_concat(near, ', ') || ') to ' || target || ' (' || group_concat(far, ', ') \
                || ')' AS line \
             FROM (SELECT it.name, ref.id, ref.\"table\" AS target, ref.\"from\" AS near, ref.\"to\" AS far \
                FROM sqlite_schema AS it JOIN pragma_foreign_key_list(it.name) AS ref \
                WHERE it.type = 'table' ORDER BY it.name, ref.id, ref.seq) \
             GROUP BY name, id"
        }
        Store::Postgres => {
            "SELECT near.relname || ' (' || (SELECT string_agg(attname, ', ' ORDER BY place) \
                FROM unnest(conkey) WITH ORDINALITY AS key (number, place) \
                JOIN pg_attribute ON attrelid = conrelid AND attnum = number) || ') to ' || far.relname || ' (' || \
                (SELECT string_agg(attname, ', ' ORDER BY place) \
                FROM unnest(confkey) WITH ORDINALITY AS key (number, place) \
                JOIN pg_attribute ON attrelid = confrelid AND attnum = number) || ')' AS line \
             FROM pg_constraint JOIN pg_class AS near ON near.oid = conrelid JOIN pg_class AS far ON far.oid = confrelid \
             WHERE contype = 'f'"
        }
    };
    place.texts(query).into_iter().collect()
}

/// The columns of each table's primary key, on PostgreSQL.
pub(super) fn keys(place: &TestInstallation) -> BTreeMap<String, String> {
    let query = "SELECT conrelid::regclass || ' ' || substr(pg_get_constraintdef(oid), length('PRIMARY KEY ') + 1) \
        FROM pg_constraint WHERE contype = 'p' AND connamespace = 'public'::regnamespace";
    let split = |line: String| line.split_once(' ').map(|(table, key)| (table.to_owned(), key.to_owned()));
    place.texts(query).into_iter().filter_map(split).collect()
}

/// What is unique in each table beside its primary key, as `table (columns)`.
pub(super) fn uniques(place: &TestInstallation, store: Store) -> BTreeSet<String> {
    let query = match store {
        Store::Sqlite => {
            "SELECT it.name || ' (' || (SELECT group_concat(name, ', ') FROM \
                (SELECT name FROM pragma_index_info(ix.name) ORDER BY seqno)) || ')' AS line \
             FROM sqlite_schema AS it JOIN pragma_index_list(it.name) AS ix \
             WHERE it.type = 'table' AND ix.origin = 'u'"
        }
        Store::Postgres => {
            "SELECT conrelid::regclass || ' ' || substr(pg_get_constraintdef(oid), length('UNIQUE ') + 1) \
             FROM pg_constraint WHERE contype = 'u' AND connamespace = 'public'::regnamespace"
        }
    };
    place.texts(query).into_iter().collect()
}
