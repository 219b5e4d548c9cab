//! SQLite as an end of a copy.

use anyhow::{Result, bail};
use diesel::connection::{DefaultLoadingMode, SimpleConnection as _};
use diesel::deserialize::{self, FromSql, QueryableByName};
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::row::{Field as _, NamedRow};
use diesel::sql_query;
use diesel::sql_types::{BigInt, Double, Text};
use diesel::sqlite::{Sqlite, SqliteType};
use uplift_tables::{DOCUMENTS, Doc, DocText, unpack};

use super::backend::{self, Conn};
use super::engine::upkeep::reindex::reindex;
use crate::copying::cells::{Cell, Row, size_of};
use crate::copying::{Column, End, LastIds, Table, Take};

/// The columns of all tables but those of indexes and of migrations, without generated ones.
const COLUMNS: &str = "SELECT there.name AS source, part.name AS \"column\" \
    FROM pragma_table_list AS there, pragma_table_xinfo(there.name) AS part \
    WHERE there.schema = 'main' AND there.type = 'table' AND part.hidden = 0 \
        AND there.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND there.name <> '__diesel_schema_migrations' ORDER BY 1, 2";

/// How many rows are in memory at once at most, and how many bytes they take before no more is read.
const ROWS: usize = 500;
const BYTES: usize = 1 << 20;

/// How many cells one statement writes at most.
const CELLS: usize = 10_000;

/// A database file that is copied from or to.
pub(crate) struct File<'a>(pub(crate) &'a mut Conn);

#[derive(QueryableByName)]
struct CatalogRow {
    #[diesel(sql_type = Text)]
    source: String,
    #[diesel(sql_type = Text)]
    column: String,
}

#[derive(QueryableByName)]
struct LastId {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    seq: i64,
}

/// A row as it is stored.
struct Stored(Row);

impl QueryableByName<Sqlite> for Stored {
    fn build<'a>(row: &impl NamedRow<'a, Sqlite>) -> deserialize::Result<Self> {
        let mut cells = Vec::with_capacity(row.field_count());
        for at in 0..row.field_count() {
            let field = diesel::row::Row::get(row, at).ok_or("a column is missing")?;
            cells.push(match field.value() {
                None => Cell::Null,
                Some(value) => match value.value_type() {
                    None => Cell::Null,
                    Some(SqliteType::Double | SqliteType::Float) => {
                        Cell::Real(<f64 as FromSql<Double, Sqlite>>::from_sql(value)?)
                    }
                    Some(SqliteType::Integer | SqliteType::Long | SqliteType::SmallInt) => {
                        Cell::Integer(<i64 as FromSql<BigInt, Sqlite>>::from_sql(value)?)
                    }
                    Some(SqliteType::Text) => Cell::Text(<String as FromSql<Text, Sqlite>>::from_sql(value)?),
                    Some(SqliteType::Binary) => return Err("no column of bytes is known".into()),
                },
            });
        }
        Ok(Self(cells))
    }
}

/// Which columns hold documents.
fn documents(table: &Table) -> Vec<bool> {
    let is_document = |column: &Column| DOCUMENTS.contains(&(table.name.as_str(), column.name.as_str()));
    table.columns.iter().map(is_document).collect()
}

impl End for File<'_> {
    fn tables(&mut self) -> Result<Vec<Table>> {
        let parts: Vec<CatalogRow> = sql_query(COLUMNS).load(self.0)?;
        let mut tables: Vec<Table> = Vec::new();
        for CatalogRow { source, column } in parts {
            let column = Column { name: column, kind: String::new() };
            match tables.last_mut().filter(|table| table.name == source) {
                Some(table) => table.columns.push(column),
                None => tables.push(Table { name: source, columns: vec![column] }),
            }
        }
        Ok(tables)
    }

    fn is_ours(&mut self) -> Result<bool> {
        let query =
            "SELECT name AS source, '' AS \"column\" FROM sqlite_schema WHERE name = '__diesel_schema_migrations'";
        Ok(sql_query(query).load::<CatalogRow>(self.0).map(|rows| !rows.is_empty())?)
    }

    fn has_rows(&mut self, table: &Table) -> Result<bool> {
        let query = format!("SELECT '' AS source, '' AS \"column\" FROM \"{}\" LIMIT 1", table.name);
        Ok(sql_query(query).load::<CatalogRow>(self.0).map(|rows| !rows.is_empty())?)
    }

    fn read(&mut self, table: &Table, take: Take<'_>) -> Result<()> {
        let documents = documents(table);
        let query = sql_query(format!("SELECT {} FROM \"{}\"", table.names(), table.name));
        let rows = query.load_iter::<Stored, DefaultLoadingMode>(self.0)?;
        let (mut some, mut bytes) = (Vec::new(), 0);
        for row in rows {
            let Stored(mut row) = row?;
            for (cell, _) in row.iter_mut().zip(&documents).filter(|(_, is_document)| **is_document) {
                if let Cell::Text(text) = cell {
                    *text = unpack(std::mem::take(text))?;
                }
            }
            bytes += size_of(std::slice::from_ref(&row));
            some.push(row);
            if some.len() >= ROWS || bytes >= BYTES {
                take(std::mem::take(&mut some))?;
                bytes = 0;
            }
        }
        if some.is_empty() { Ok(()) } else { take(some) }
    }

    fn last_ids(&mut self) -> Result<LastIds> {
        let rows: Vec<LastId> = sql_query("SELECT name, seq FROM sqlite_sequence").load(self.0)?;
        Ok(rows.into_iter().map(|row| (row.name, row.seq)).collect())
    }

    fn begin_read(&mut self) -> Result<()> {
        Ok(self.0.batch_execute("BEGIN; SELECT count(*) FROM settings")?)
    }

    fn begin_load(&mut self) -> Result<()> {
        self.0.batch_execute("PRAGMA foreign_keys = OFF")?;
        Ok(backend::begin_write(self.0)?)
    }

    fn forget(&mut self, table: &Table) -> Result<()> {
        Ok(self.0.batch_execute(&format!("DELETE FROM \"{}\"", table.name))?)
    }

    fn write(&mut self, table: &Table, mut rows: Vec<Row>) -> Result<()> {
        let documents = documents(table);
        for row in &mut rows {
            for (cell, _) in row.iter_mut().zip(&documents).filter(|(_, is_document)| **is_document) {
                if let Cell::Text(text) = cell {
                    *cell = Cell::Document(DocText(std::mem::take(text)));
                }
            }
        }
        for rows in rows.chunks((CELLS / table.columns.len().max(1)).max(1)) {
            Insert { table, rows }.execute(self.0)?;
        }
        Ok(())
    }

    fn end_load(&mut self, last: &LastIds) -> Result<()> {
        let tables = self.tables()?;
        for table in tables.iter().filter(|table| table.columns.iter().any(|column| column.name == "id")) {
            let Some(last) = last.get(&table.name) else { continue };
            // The rows have moved it to the greatest id among them.
            for statement in [
                "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2 \
                 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)",
                "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1",
            ] {
                let statement = sql_query(statement).bind::<Text, _>(&table.name).bind::<BigInt, _>(*last);
                statement.execute(self.0)?;
            }
        }
        let strays = "SELECT \"table\" AS source, parent AS \"column\" FROM pragma_foreign_key_check LIMIT 1";
        if let Some(stray) = sql_query(strays).load::<CatalogRow>(self.0)?.first() {
            bail!("a row of {} refers to one of {} that is not there", stray.source, stray.column);
        }
        reindex(self.0)
    }

    fn commit(&mut self) -> Result<()> {
        Ok(self.0.batch_execute("COMMIT")?)
    }
}

/// Some rows that are written at once.
struct Insert<'a> {
    table: &'a Table,
    rows: &'a [Row],
}

impl QueryFragment<Sqlite> for Insert<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.unsafe_to_cache_prepared();
        out.push_sql("INSERT INTO \"");
        out.push_sql(&self.table.name);
        out.push_sql("\" (");
        out.push_sql(&self.table.names());
        out.push_sql(") VALUES ");
        for (at, row) in self.rows.iter().enumerate() {
            out.push_sql(if at > 0 { ", (" } else { "(" });
            for (at, cell) in row.iter().enumerate() {
                if at > 0 {
                    out.push_sql(", ");
                }
                match cell {
                    Cell::Null => out.push_sql("NULL"),
                    Cell::Integer(number) => out.push_bind_param::<BigInt, _>(number)?,
                    Cell::Real(number) => out.push_bind_param::<Double, _>(number)?,
                    Cell::Text(text) => out.push_bind_param::<Text, _>(text)?,
                    Cell::Document(document) => out.push_bind_param::<Doc, _>(document)?,
                }
            }
            out.push_sql(")");
        }
        Ok(())
    }
}

impl QueryId for Insert<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl RunQueryDsl<Conn> for Insert<'_> {}
