//! A copy of a whole database into another of whichever kind, in the order: read, written, read again, compared,
//! committed. The tables come from the live catalogues, so that none is forgotten.
//!
//! The target is written in one transaction: a copy that ends early leaves it as empty as it was, and can be made
//! again.

pub(crate) mod cells;

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, anyhow, bail};
use cells::{Cell, Digest, Row};

/// The table of settings.
const SETTINGS: &str = "settings";

/// The tables whose rows do not count as content: a server makes settings as soon as it starts, and a migration that
/// was interrupted leaves behind what searches have still to find.
const NO_CONTENT: [&str; 2] = [SETTINGS, "unindexed_kinds"];

/// The setting that tells the files of a database from those of others in the same folder. A copy gets one of its own,
/// so that neither database ever sweeps what was stored for the other.
pub(crate) const INSTALLATION: &str = "installation";

/// A table, with its columns in the order of their names, as its database knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<Column>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    /// The type by the database's own name.
    pub(crate) kind: String,
}

impl Table {
    /// The names of the columns, as SQL.
    pub(crate) fn names(&self) -> String {
        self.columns.iter().map(|column| format!("\"{}\"", column.name)).collect::<Vec<_>>().join(", ")
    }

    fn same_as(&self, other: &Self) -> bool {
        let names = |table: &Self| table.columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>();
        self.name == other.name && names(self) == names(other)
    }
}

/// What is done with rows, some at a time.
pub(crate) type Take<'a> = &'a mut dyn FnMut(Vec<Row>) -> Result<()>;

/// The last id that each table gave.
pub(crate) type LastIds = BTreeMap<String, i64>;

/// A connection to either database that is copied from or to.
pub(crate) trait End {
    /// Every table with what is stored in it: no index, no generated column, and not what is known of migrations.
    fn tables(&mut self) -> Result<Vec<Table>>;

    /// Whether it has Uplift's table of migrations.
    fn is_ours(&mut self) -> Result<bool>;

    fn has_rows(&mut self, table: &Table) -> Result<bool>;

    /// Reads a table, so many rows at a time as take little memory.
    fn read(&mut self, table: &Table, take: Take<'_>) -> Result<()>;

    /// The last id that each table gave, deleted rows included.
    fn last_ids(&mut self) -> Result<LastIds>;

    /// Begins to read one state of the database, whatever others write.
    fn begin_read(&mut self) -> Result<()>;

    /// Keeps everybody else out, and references unchecked until the end of the load.
    fn begin_load(&mut self) -> Result<()>;

    fn forget(&mut self, table: &Table) -> Result<()>;

    fn write(&mut self, table: &Table, rows: Vec<Row>) -> Result<()>;

    /// Checks every reference, lets ids go on after the last, and makes the indexes that searches look in.
    fn end_load(&mut self, last: &LastIds) -> Result<()>;

    fn commit(&mut self) -> Result<()>;
}

/// Fails unless a database holds nothing, or nothing but what a server makes as soon as it starts.
pub(crate) fn check_empty(end: &mut dyn End) -> Result<()> {
    let tables = end.tables()?;
    for table in tables.iter().filter(|table| !NO_CONTENT.contains(&table.name.as_str())) {
        if end.has_rows(table)? {
            bail!("the database is not empty: its table {} has rows; name a new one", table.name);
        }
    }
    match tables.first() {
        Some(Table { name, .. }) if !end.is_ours()? => Err(anyhow!(
            "the database is not empty: it has a table {name}, and none of Uplift's migrations; name a new one"
        )),
        Some(_) | None => Ok(()),
    }
}

/// Copies everything, and tells how many rows each table has.
pub(crate) fn copy(from: &mut dyn End, to: &mut dyn End) -> Result<BTreeMap<String, u64>> {
    from.begin_read()?;
    let (tables, places) = (from.tables()?, to.tables()?);
    if tables.len() != places.len() || !tables.iter().zip(&places).all(|(table, place)| table.same_as(place)) {
        bail!("the two databases do not have the same tables");
    }
    to.begin_load()?;
    check_empty(to)?;
    let mut copied = Vec::new();
    for (table, place) in tables.iter().zip(&places) {
        to.forget(place)?;
        let mut read = Digest::default();
        from.read(table, &mut |rows| {
            let rows = moving(table, rows);
            read.add(&rows);
            to.write(place, rows)
        })
        .with_context(|| table.name.clone())?;
        copied.push(read);
    }
    let last = from.last_ids()?;
    from.commit()?;
    to.end_load(&last)?;
    for (place, read) in places.iter().zip(&copied) {
        if digest(to, place)? != *read {
            bail!("what was written into the table {} is not what was read", place.name);
        }
    }
    to.commit()?;
    Ok(tables.into_iter().map(|table| table.name).zip(copied.iter().map(|read| read.rows)).collect())
}

fn digest(end: &mut dyn End, table: &Table) -> Result<Digest> {
    let mut digest = Digest::default();
    end.read(table, &mut |rows| {
        digest.add(&moving(table, rows));
        Ok(())
    })?;
    Ok(digest)
}

/// The rows that are copied: all but what tells an installation from others.
fn moving(table: &Table, mut rows: Vec<Row>) -> Vec<Row> {
    if table.name == SETTINGS {
        let name = table.columns.iter().position(|column| column.name == "name");
        let is_own = |row: &Row| matches!(name.and_then(|at| row.get(at)), Some(Cell::Text(it)) if it == INSTALLATION);
        rows.retain(|row| !is_own(row));
    }
    rows
}
