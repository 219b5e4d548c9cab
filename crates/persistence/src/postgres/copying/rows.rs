//! Rows as PostgreSQL has them, read and written by the types of their columns.

use anyhow::{Result, anyhow};
use diesel::deserialize::{self, FromSql, QueryableByName};
use diesel::pg::{Pg, PgValue};
use diesel::prelude::*;
use diesel::row::{Field as _, NamedRow};
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Bool, Date, Double, Nullable, Text};
use uplift_domain::record::Time;
use uplift_tables::{DocText, Micros, Moment};

use super::super::backend::Conn;
use crate::copying::Table;
use crate::copying::cells::{Cell, Row};

/// A row as it is stored.
pub(super) struct Stored(pub(super) Row);

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
        other => return Err(anyhow!("no column of the type {other} is known").into()),
    })
}

/// Writes rows into a table, a list for each column.
pub(super) fn insert(conn: &mut Conn, table: &Table, rows: Vec<Row>) -> Result<()> {
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
        let strange = || anyhow!("the column {} cannot hold what it is to hold", column.name);
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
                let moment = |it| if let Cell::Integer(it) = it { Some(Moment(Time::from_micros(it))) } else { None };
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
    query.execute(conn)?;
    Ok(())
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
