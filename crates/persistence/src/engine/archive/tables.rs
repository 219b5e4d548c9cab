//! The tables of an archive, as the declarations of kinds and links ask for them.

use std::collections::BTreeMap;

use uplift_domain::archive::{ArchiveTable, Column, Content};
use uplift_domain::listing::LinkEnd;
use uplift_domain::{Kind, record_kinds};
use uplift_tables::Mapped;

/// The columns that every table of records begins with and ends with.
const ID: Column = integer("id");
const DATES: [Column; 3] = [
    column("created_at", Content::Moment),
    column("updated_at", Content::Moment),
    Column { nullable: true, ..column("deleted_at", Content::Moment) },
];

/// The counters that no records tell again: how many responses a month has let in.
pub(crate) const COUNTERS: (&str, &str) = ("counters", "kind = 'form_response' AND filter = 'month'");

const fn column(name: &'static str, content: Content) -> Column {
    Column { name, content, nullable: false }
}

const fn integer(name: &'static str) -> Column {
    column(name, Content::Integer)
}

const fn text(name: &'static str) -> Column {
    column(name, Content::Text)
}

const fn optional(column: Column) -> Column {
    Column { nullable: true, ..column }
}

/// Whether the rows of a kind are archived as such: the team stands in the manifest, and keys open nothing elsewhere.
const fn is_archived(kind: Kind) -> bool {
    !matches!(kind, Kind::Team | Kind::Key)
}

macro_rules! every_kind {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        /// The tables of records.
        fn tables_of_kinds() -> Vec<ArchiveTable> {
            let kinds = [$((
                Kind::$Kind,
                stringify!($table),
                <uplift_domain::$Kind as Mapped>::COLUMNS,
            ),)*];
            let table = |(kind, name, columns): (Kind, &'static str, &[Column])| {
                let columns = [ID].into_iter().chain(columns.iter().copied()).chain(DATES).collect();
                ArchiveTable::new(name, Some(kind), vec!["id"], columns)
            };
            kinds.into_iter().filter(|(kind, ..)| is_archived(*kind)).map(table).collect()
        }

        /// The columns of a table in which texts are folded: of which column, and where.
        pub(crate) fn folded_columns(table: &str) -> &'static [(&'static str, &'static str)] {
            let all = [$((stringify!($table), <uplift_domain::$Kind as Mapped>::FOLDED),)*];
            all.into_iter().find(|(name, _)| *name == table).map(|(_, folded)| folded).unwrap_or_default()
        }
    };
}

record_kinds!(every_kind);

/// What stands beside the records.
fn tables_beside() -> Vec<ArchiveTable> {
    vec![
        ArchiveTable::new(
            "files",
            Some(Kind::File),
            vec!["id"],
            vec![
                ID,
                text("key"),
                text("hash"),
                integer("size"),
                optional(text("content")),
                column("created_at", Content::Moment),
            ],
        ),
        ArchiveTable::new(
            "form_versions",
            None,
            vec!["form_id", "version"],
            vec![integer("form_id"), integer("version"), text("steps")],
        ),
        ArchiveTable::new(
            "numbering_assignments",
            None,
            vec!["id"],
            vec![
                ID,
                integer("scheme_id"),
                text("entity_type"),
                text("assignment_scope_key"),
                optional(integer("project_id")),
                column("is_active", Content::Flag),
            ],
        ),
        ArchiveTable::new(
            "numbering_sequences",
            None,
            vec!["id"],
            vec![ID, integer("scheme_id"), text("scope_key"), optional(integer("project_id")), integer("next_number")],
        ),
        ArchiveTable::new(COUNTERS.0, None, vec!["value"], vec![text("value"), integer("n")]),
        activities(),
    ]
}

fn activities() -> ArchiveTable {
    ArchiveTable::new(
        "activities",
        Some(Kind::Activity),
        vec!["id"],
        vec![
            ID,
            optional(text("log_name")),
            text("description"),
            optional(text("subject_type")),
            optional(integer("subject_id")),
            optional(text("event")),
            optional(text("causer_type")),
            optional(integer("causer_id")),
            optional(column("properties", Content::Document)),
            optional(text("batch_uuid")),
            column("created_at", Content::Moment),
            column("updated_at", Content::Moment),
        ],
    )
}

/// The link whose rows follow from fields of records.
const VIEW: &str = "observation_research_collection";

/// The columns of the rows of a link, in order, and the one that says a role.
type LinkColumns = (BTreeMap<(u8, String), Column>, Option<&'static str>);

/// The columns of links, by their tables: those that name several kinds of records first, members last.
fn tables_of_links() -> Vec<ArchiveTable> {
    let mut links: BTreeMap<&'static str, LinkColumns> = BTreeMap::new();
    for kind in Kind::ALL {
        for (to, link) in kind.relations().into_iter().filter_map(|it| it.link()) {
            if link.table == VIEW {
                continue;
            }
            let (columns, role) = links.entry(link.table).or_default();
            for LinkEnd { id, kind } in [link.near(*kind), link.far(to)] {
                let place = if id == "user_id" {
                    3
                } else if kind.is_some() {
                    1
                } else {
                    2
                };
                if let Some((of, _)) = kind {
                    columns.insert((0, of.clone()), text(leaked(of)));
                }
                columns.insert((place, id.clone()), integer(leaked(id)));
            }
            *role = role.or(link.role.map(|role| role.column));
        }
    }
    let table = |(name, (columns, role)): (&'static str, (BTreeMap<_, Column>, Option<&'static str>))| {
        let mut columns: Vec<Column> = columns.into_values().collect();
        let key = columns.iter().map(|column| column.name).collect();
        columns.extend(role.map(text));
        ArchiveTable::new(name, None, key, columns)
    };
    links.into_iter().map(table).collect()
}

/// A name of a column that is made of declarations, of which there are a few dozen.
fn leaked(name: String) -> &'static str {
    name.leak()
}

/// Every table, once.
pub(crate) fn archive_tables() -> &'static [ArchiveTable] {
    static TABLES: std::sync::LazyLock<Vec<ArchiveTable>> = std::sync::LazyLock::new(|| {
        let mut tables = tables_of_kinds();
        let mut beside = tables_beside();
        // The log comes last, since it may be the longest.
        let log = beside.pop();
        tables.extend(beside);
        tables.extend(tables_of_links());
        tables.extend(log);
        tables
    });
    &TABLES
}
