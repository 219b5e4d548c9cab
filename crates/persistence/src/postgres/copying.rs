//! PostgreSQL as an end of a copy.

use diesel::connection::SimpleConnection as _;
use diesel::deserialize::{self, FromSql, QueryableByName};
use diesel::pg::{Pg, PgValue};
use diesel::prelude::*;
use diesel::row::{Field as _, NamedRow};
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Bool, Date, Double, Nullable, Text};
use uplift_domain::record::Time;
use uplift_tables::{DocText, Micros, Moment};

use super::backend::{self, Conn};
use super::engine::upkeep::reindex::reindex;
use crate::copying::cells::{Cell, Row, size_of};
use crate::copying::{Column, End, LastIds, Table, Take};

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
struct Part {
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

/// A row as it is stored.
struct Stored(Row);

impl QueryableByName<Pg> for Stored {
    fn build<'a>(row: &impl NamedRow<'a, Pg>) -> deserialize::Result<Self> {
        let mut cells = Vec::with_capacity(row.field_count());
        for at in 0..row.field_count() {
            let field = diesel::row::Row::get(row, at).ok_or("a column is missing")?;
            cells.push(field.value().map_or(Ok(Cell::Null), cell)?);
        }
        Ok(Self(cells))
    }
}

/// The types by the numbers that every server has for them.
fn cell(value: PgValue<'_>) -> deserialize::Result<Cell> {
    Ok(match value.get_oid().get() {
        16 => Cell::Integer(<bool as FromSql<Bool, Pg>>::from_sql(value)?.into()),
        20 => Cell::Integer(<i64 as FromSql<BigInt, Pg>>::from_sql(value)?),
        25 | 114 => Cell::Text(<String as FromSql<Text, Pg>>::from_sql(value)?),
        701 => Cell::Real(<f64 as FromSql<Double, Pg>>::from_sql(value)?),
        1082 => Cell::Text(<chrono::NaiveDate as FromSql<Date, Pg>>::from_sql(value)?.to_string()),
        1184 => Cell::Integer(<Moment as FromSql<Micros, Pg>>::from_sql(value)?.0.micros()),
        other => return Err(format!("no column of the type {other} is known").into()),
    })
}

impl Server<'_> {
    fn parts(&mut self, query: &str) -> Result<Vec<Part>, String> {
        sql_query(query).load(self.conn).map_err(told)
    }

    /// How many rows all tables have.
    pub(crate) fn rows(&mut self) -> Result<i64, String> {
        let tables = self.tables()?;
        let rows = |table: Table| {
            let query = format!("SELECT count(*) AS n FROM \"{}\"", table.name);
            sql_query(query).get_result::<Number>(self.conn).map(|rows| rows.n).map_err(told)
        };
        tables.into_iter().map(rows).sum()
    }

    fn execute(&mut self, statements: &str) -> Result<(), String> {
        self.conn.batch_execute(statements).map_err(told)
    }
}

impl End for Server<'_> {
    fn tables(&mut self) -> Result<Vec<Table>, String> {
        let mut tables: Vec<Table> = Vec::new();
        for Part { source, column, detail } in self.parts(COLUMNS)? {
            let column = Column { name: column, kind: detail };
            match tables.last_mut().filter(|table| table.name == source) {
                Some(table) => table.columns.push(column),
                None => tables.push(Table { name: source, columns: vec![column] }),
            }
        }
        Ok(tables)
    }

    fn is_ours(&mut self) -> Result<bool, String> {
        let query = "SELECT (to_regclass('__diesel_schema_migrations') IS NOT NULL)::int::bigint AS n";
        sql_query(query).get_result::<Number>(self.conn).map(|there| there.n > 0).map_err(told)
    }

    fn has_rows(&mut self, table: &Table) -> Result<bool, String> {
        let query = format!("SELECT 1::bigint AS n FROM \"{}\" LIMIT 1", table.name);
        sql_query(query).load::<Number>(self.conn).map(|rows| !rows.is_empty()).map_err(told)
    }

    fn read(&mut self, table: &Table, take: Take<'_>) -> Result<(), String> {
        let (name, columns) = (&table.name, table.names());
        self.execute(&format!("DECLARE copied NO SCROLL CURSOR FOR SELECT {columns} FROM \"{name}\""))?;
        let mut most = 16;
        loop {
            let fetch = sql_query(format!("FETCH FORWARD {most} FROM copied"));
            let rows: Vec<Row> = fetch.load::<Stored>(self.conn).map_err(told)?.into_iter().map(|it| it.0).collect();
            if rows.is_empty() {
                return self.execute("CLOSE copied");
            }
            let bytes = size_of(&rows).max(1);
            // As many as would have taken so much, and not many more than before.
            most = (rows.len().saturating_mul(BYTES) / bytes).clamp(1, ROWS.min(rows.len().saturating_mul(2)));
            take(rows)?;
        }
    }

    fn last_ids(&mut self) -> Result<LastIds, String> {
        let mut last = LastIds::new();
        for Part { source, detail: sequence, .. } in self.parts(SEQUENCES)? {
            let query = format!("SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS n FROM {sequence}");
            last.insert(source, sql_query(query).get_result::<Number>(self.conn).map_err(told)?.n);
        }
        Ok(last)
    }

    fn begin_read(&mut self) -> Result<(), String> {
        let limits = "SET LOCAL idle_in_transaction_session_timeout TO 0";
        self.execute(&format!("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; {limits}"))
    }

    fn begin_load(&mut self) -> Result<(), String> {
        backend::begin_write(self.conn).map_err(told)?;
        self.execute("SET LOCAL idle_in_transaction_session_timeout TO 0")?;
        self.execute(ALONE_WITHIN)?;
        let tables: Vec<_> = self.tables()?.into_iter().map(|table| format!("\"{}\"", table.name)).collect();
        self.execute(&format!("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE", tables.join(", ")))
            .map_err(|error| format!("somebody else uses the database: {error}"))?;
        // The tables refer to each other in circles, so the references come back once all rows are there.
        for Part { source, column, detail } in self.parts(REFERENCES)? {
            self.execute(&format!("ALTER TABLE \"{source}\" DROP CONSTRAINT \"{column}\""))?;
            self.references.push(format!("ALTER TABLE \"{source}\" ADD CONSTRAINT \"{column}\" {detail}"));
        }
        Ok(())
    }

    fn forget(&mut self, table: &Table) -> Result<(), String> {
        self.execute(&format!("DELETE FROM \"{}\"", table.name))
    }

    fn write(&mut self, table: &Table, rows: Vec<Row>) -> Result<(), String> {
        let (mut names, mut values, mut lists) = (Vec::new(), Vec::new(), Vec::new());
        for (at, column) in (1..).zip(&table.columns) {
            let (list, value) = match column.kind.as_str() {
                "boolean" => ("bigint", format!("c{at} <> 0")),
                "date" | "json" => ("text", format!("c{at}::{}", column.kind)),
                kind => (kind, format!("c{at}")),
            };
            names.push(format!("c{at}"));
            values.push(value);
            lists.push(format!("${at}::{list}[]"));
        }
        let (values, lists, names) = (values.join(", "), lists.join(", "), names.join(", "));
        let (place, columns) = (&table.name, table.names());
        let sql = format!("INSERT INTO \"{place}\" ({columns}) SELECT {values} FROM unnest({lists}) AS row ({names})");
        let mut query = sql_query(sql).into_boxed::<Pg>();
        for (column, cells) in table.columns.iter().zip(by_column(rows, table.columns.len())) {
            let strange = || format!("the column {} cannot hold what it is to hold", column.name);
            query = match column.kind.as_str() {
                "bigint" | "boolean" => {
                    let list = listed(cells, |it| if let Cell::Integer(it) = it { Some(it) } else { None });
                    query.bind::<Array<Nullable<BigInt>>, _>(list.ok_or_else(strange)?)
                }
                "double precision" => {
                    let list = listed(cells, |it| if let Cell::Real(it) = it { Some(it) } else { None });
                    query.bind::<Array<Nullable<Double>>, _>(list.ok_or_else(strange)?)
                }
                "timestamp with time zone" => {
                    let moment =
                        |it| if let Cell::Integer(it) = it { Some(Moment(Time::from_micros(it))) } else { None };
                    query.bind::<Array<Nullable<Micros>>, _>(listed(cells, moment).ok_or_else(strange)?)
                }
                _ => {
                    let text = |it| match it {
                        Cell::Text(text) | Cell::Document(DocText(text)) => Some(text),
                        Cell::Null | Cell::Integer(_) | Cell::Real(_) => None,
                    };
                    query.bind::<Array<Nullable<Text>>, _>(listed(cells, text).ok_or_else(strange)?)
                }
            };
        }
        query.execute(self.conn).map(|_| ()).map_err(told)
    }

    fn end_load(&mut self, last: &LastIds) -> Result<(), String> {
        for Part { source, column, detail: sequence } in self.parts(SEQUENCES)? {
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

    fn commit(&mut self) -> Result<(), String> {
        self.execute("COMMIT")
    }
}

/// The cells of each column.
fn by_column(rows: Vec<Row>, columns: usize) -> Vec<Vec<Cell>> {
    let mut lists: Vec<Vec<Cell>> = (0..columns).map(|_| Vec::with_capacity(rows.len())).collect();
    for row in rows {
        for (list, cell) in lists.iter_mut().zip(row) {
            list.push(cell);
        }
    }
    lists
}

/// What the cells of a column hold; `None` where one of them holds something else.
fn listed<T>(cells: Vec<Cell>, value: impl Fn(Cell) -> Option<T>) -> Option<Vec<Option<T>>> {
    let one = |cell| if cell == Cell::Null { Some(None) } else { value(cell).map(Some) };
    cells.into_iter().map(one).collect()
}

fn told(error: diesel::result::Error) -> String {
    error.to_string()
}
