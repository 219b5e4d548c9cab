//! PostgreSQL as an end of a copy.

mod rows;

use anyhow::{Context as _, Result};
use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};

use super::backend::{self, Conn};
use super::engine::upkeep::reindex::reindex;
use crate::copying::cells::{Row, size_of};
use crate::copying::{Column, End, LastIds, Table, Take};
use rows::Stored;

/// The columns of all tables but those of tokens, of migrations and of extensions, without generated ones.
const COLUMNS: &str = "SELECT there.relname::text AS source, part.attname::text AS \"column\", \
        format_type(part.atttypid, NULL) AS detail \
    FROM pg_class AS there INNER JOIN pg_attribute AS part ON part.attrelid = there.oid \
    WHERE there.relkind IN ('r', 'p') AND part.attnum > 0 AND NOT part.attisdropped AND part.attgenerated = '' \
        AND there.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) \
        AND there.relname <> '__diesel_schema_migrations' AND NOT EXISTS (SELECT 1 FROM pg_attribute AS tokens \
            WHERE tokens.attrelid = there.oid AND tokens.atttypid = 'tsvector'::regtype) \
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = there.oid AND deptype = 'e') \
    ORDER BY there.relname::text COLLATE \"C\", part.attname::text COLLATE \"C\"";

/// The references between tables, each with its definition.
const REFERENCES: &str = "SELECT there.relname::text AS source, ref.conname::text AS \"column\", \
        pg_get_constraintdef(ref.oid) AS detail \
    FROM pg_constraint AS ref INNER JOIN pg_class AS there ON there.oid = ref.conrelid \
    WHERE ref.contype = 'f' AND ref.conparentid = 0 \
        AND there.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) ORDER BY 1, 2";

/// The sequences from which tables take their ids.
const SEQUENCES: &str = "SELECT there.relname::text AS source, part.attname::text AS \"column\", \
        pg_get_serial_sequence(quote_ident(there.relname), part.attname) AS detail \
    FROM pg_class AS there INNER JOIN pg_attribute AS part ON part.attrelid = there.oid \
    WHERE there.relkind IN ('r', 'p') AND part.attidentity <> '' \
        AND there.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) ORDER BY 1";

/// How many rows are asked for at once at most, and how many bytes they should take.
const ROWS: usize = 500;
const BYTES: usize = 1 << 20;

/// How long a copy waits for a target that somebody else uses.
const ALONE_WITHIN: &str = "SET LOCAL lock_timeout TO '10s'";

/// A server's database that is copied from or to.
pub(crate) struct Server<'a> {
    conn: &'a mut Conn,
    /// What brings back the references that are left unchecked meanwhile.
    references: Vec<String>,
}

impl<'a> Server<'a> {
    pub(crate) fn new(conn: &'a mut Conn) -> Self {
        Self { conn, references: Vec::new() }
    }
}

#[derive(QueryableByName)]
struct CatalogRow {
    #[diesel(sql_type = Text)]
    source: String,
    #[diesel(sql_type = Text)]
    column: String,
    #[diesel(sql_type = Text)]
    detail: String,
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

impl Server<'_> {
    fn parts(&mut self, query: &str) -> Result<Vec<CatalogRow>> {
        Ok(sql_query(query).load(self.conn)?)
    }

    /// How many rows all tables have.
    pub(crate) fn rows(&mut self) -> Result<i64> {
        let tables = self.tables()?;
        let rows = |table: Table| {
            let query = format!("SELECT count(*) AS n FROM \"{}\"", table.name);
            Ok(sql_query(query).get_result::<Number>(self.conn).map(|rows| rows.n)?)
        };
        tables.into_iter().map(rows).sum()
    }

    fn execute(&mut self, statements: &str) -> Result<()> {
        Ok(self.conn.batch_execute(statements)?)
    }
}

impl End for Server<'_> {
    fn tables(&mut self) -> Result<Vec<Table>> {
        let mut tables: Vec<Table> = Vec::new();
        for CatalogRow { source, column, detail } in self.parts(COLUMNS)? {
            let column = Column { name: column, kind: detail };
            match tables.last_mut().filter(|table| table.name == source) {
                Some(table) => table.columns.push(column),
                None => tables.push(Table { name: source, columns: vec![column] }),
            }
        }
        Ok(tables)
    }

    fn is_ours(&mut self) -> Result<bool> {
        let query = "SELECT (to_regclass('__diesel_schema_migrations') IS NOT NULL)::int::bigint AS n";
        Ok(sql_query(query).get_result::<Number>(self.conn).map(|there| there.n > 0)?)
    }

    fn has_rows(&mut self, table: &Table) -> Result<bool> {
        let query = format!("SELECT 1::bigint AS n FROM \"{}\" LIMIT 1", table.name);
        Ok(sql_query(query).load::<Number>(self.conn).map(|rows| !rows.is_empty())?)
    }

    fn read(&mut self, table: &Table, take: Take<'_>) -> Result<()> {
        let (name, columns) = (&table.name, table.names());
        self.execute(&format!("DECLARE copied NO SCROLL CURSOR FOR SELECT {columns} FROM \"{name}\""))?;
        let mut most = 16;
        loop {
            let fetch = sql_query(format!("FETCH FORWARD {most} FROM copied"));
            let rows: Vec<Row> = fetch.load::<Stored>(self.conn)?.into_iter().map(|it| it.0).collect();
            if rows.is_empty() {
                return self.execute("CLOSE copied");
            }
            let bytes = size_of(&rows).max(1);
            // As many as would have taken so much, and not many more than before.
            most = (rows.len().saturating_mul(BYTES) / bytes).clamp(1, ROWS.min(rows.len().saturating_mul(2)));
            take(rows)?;
        }
    }

    fn last_ids(&mut self) -> Result<LastIds> {
        let mut last = LastIds::new();
        for CatalogRow { source, detail: sequence, .. } in self.parts(SEQUENCES)? {
            let query = format!("SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS n FROM {sequence}");
            last.insert(source, sql_query(query).get_result::<Number>(self.conn)?.n);
        }
        Ok(last)
    }

    fn begin_read(&mut self) -> Result<()> {
        let limits = "SET LOCAL idle_in_transaction_session_timeout TO 0";
        self.execute(&format!("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; {limits}"))
    }

    fn begin_load(&mut self) -> Result<()> {
        backend::begin_write(self.conn)?;
        self.execute("SET LOCAL idle_in_transaction_session_timeout TO 0")?;
        self.execute(ALONE_WITHIN)?;
        let tables: Vec<_> = self.tables()?.into_iter().map(|table| format!("\"{}\"", table.name)).collect();
        self.execute(&format!("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE", tables.join(", ")))
            .context("somebody else uses the database")?;
        // The tables refer to each other in circles, so the references come back once all rows are there.
        for CatalogRow { source, column, detail } in self.parts(REFERENCES)? {
            self.execute(&format!("ALTER TABLE \"{source}\" DROP CONSTRAINT \"{column}\""))?;
            self.references.push(format!("ALTER TABLE \"{source}\" ADD CONSTRAINT \"{column}\" {detail}"));
        }
        Ok(())
    }

    fn forget(&mut self, table: &Table) -> Result<()> {
        self.execute(&format!("DELETE FROM \"{}\"", table.name))
    }

    fn write(&mut self, table: &Table, rows: Vec<Row>) -> Result<()> {
        rows::insert(self.conn, table, rows)
    }

    fn end_load(&mut self, last: &LastIds) -> Result<()> {
        for CatalogRow { source, column, detail: sequence } in self.parts(SEQUENCES)? {
            let last = last.get(&source).copied().unwrap_or_default();
            let next = format!(
                "SELECT setval('{sequence}', greatest({last}, (SELECT max(\"{column}\") FROM \"{source}\"), 1), \
                    {last} > 0 OR EXISTS (SELECT 1 FROM \"{source}\"))"
            );
            self.execute(&next)?;
        }
        for back in std::mem::take(&mut self.references) {
            self.execute(&back)?;
        }
        let tables: Vec<_> = self.tables()?.into_iter().map(|table| format!("\"{}\"", table.name)).collect();
        reindex(self.conn)?;
        self.execute(&format!("ANALYZE {}", tables.join(", ")))
    }

    fn commit(&mut self) -> Result<()> {
        self.execute("COMMIT")
    }
}
