//! The rows of a new team, written as an archive has them.

use diesel::prelude::*;
use diesel::query_builder::BoxedSqlQuery;
use diesel::sql_query;
use diesel::sql_types::{Date, Double, Text};
use uplift_domain::access::TeamId;
use uplift_domain::archive::{ArchiveTable, Cell};
use uplift_domain::listing::casefold;
use uplift_domain::ports::ArchiveRows;
use uplift_domain::record::{Time, Value as _};
use uplift_domain::{Kind, Refusal};
use uplift_tables::{Doc, DocText, Micros, Moment, teams};

use super::super::super::backend::{self, Db};
use super::super::super::catalog::references;
use super::super::session::session::{Session, refuse};
use super::tables::{archive_tables, folded_columns};

/// How many values are bound to one statement at most.
const MOST_BOUND: usize = 20_000;

impl ArchiveRows for Session<'_> {
    fn archive_order(&mut self) -> Result<Vec<(ArchiveTable, Vec<&'static str>)>, Refusal> {
        let mut references = references(self.conn()?).map_err(refuse)?;
        let mut left = archive_tables().to_vec();
        references.retain(|it| [&it.source, &it.target].iter().all(|end| left.iter().any(|table| table.name == **end)));
        let mut order = Vec::new();
        while !left.is_empty() {
            let names = |table: &ArchiveTable, need: bool| {
                let mut own = references.iter().filter(|it| it.source == table.name && it.target != table.name);
                own.any(|it| (need || !it.nullable) && left.iter().any(|other| other.name == it.target))
            };
            // Where tables name each other, one comes first that need not name the others yet.
            let free = left.iter().position(|it| !names(it, true)).or(left.iter().position(|it| !names(it, false)));
            let table = left.remove(free.unwrap_or_default());
            let is_late = |column: &&str| {
                let there = |target: &str| target != table.name && left.iter().all(|other| other.name != target);
                references.iter().any(|it| it.source == table.name && it.column == *column && !there(&it.target))
            };
            let late = table.columns.iter().map(|(column, _)| column.name).filter(is_late).collect();
            order.push((table, late));
        }
        Ok(order)
    }

    fn reserve_ids(&mut self, table: &str, many: i64) -> Result<Vec<i64>, Refusal> {
        backend::reserve_ids(self.writing()?, table, many).map_err(refuse)
    }

    fn insert_archived(&mut self, team: TeamId, table: &ArchiveTable, rows: Vec<Vec<Cell>>) -> Result<(), Refusal> {
        let folded: Vec<(usize, &str)> = folded_columns(table.name)
            .iter()
            .filter_map(|(of, column)| Some((table.columns.iter().position(|(it, _)| it.name == *of)?, *column)))
            .collect();
        let columns = table.columns.iter().map(|(column, _)| column.name).chain(folded.iter().map(|(_, it)| *it));
        let columns: Vec<String> = columns.map(|column| format!("\"{column}\"")).collect();
        for rows in rows.chunks((MOST_BOUND / (columns.len() + 1)).max(1)) {
            let mut values = Values { team: team.get(), sql: String::new(), bound: Vec::new() };
            for row in rows {
                values.row(row, &folded);
            }
            let Values { sql, bound, .. } = values;
            let insert = format!("INSERT INTO \"{}\" (team_id, {}) VALUES {sql}", table.name, columns.join(", "));
            let insert = bound.into_iter().fold(sql_query(insert).into_boxed::<Db>(), bind);
            let conn = match table.kind {
                Some(kind) => self.changing(kind)?,
                None => self.writing()?,
            };
            insert.execute(conn).map_err(refuse)?;
        }
        Ok(())
    }

    fn point_archived(
        &mut self,
        team: TeamId,
        table: &ArchiveTable,
        column: &'static str,
        named: &[(i64, i64)],
    ) -> Result<(), Refusal> {
        if named.is_empty() {
            return Ok(());
        }
        let values: Vec<String> = named.iter().map(|(id, named)| format!("({id}, {named})")).collect();
        let point = format!(
            "UPDATE \"{name}\" SET \"{column}\" = it.column2 FROM (VALUES {}) AS it \
             WHERE \"{name}\".team_id = {} AND \"{name}\".id = it.column1",
            values.join(", "),
            team.get(),
            name = table.name
        );
        sql_query(point).execute(self.writing()?).map_err(refuse)?;
        Ok(())
    }

    fn date_team(&mut self, team: TeamId, created_at: Time) -> Result<(), Refusal> {
        diesel::update(teams::table.filter(teams::id.eq(team.get())))
            .set(teams::created_at.eq(Moment(created_at)))
            .execute(self.changing(Kind::Team)?)
            .map_err(refuse)?;
        Ok(())
    }

    fn flush_part(&mut self) -> Result<(), Refusal> {
        self.conn()?;
        self.flush_names()?;
        self.flush_search()
    }
}

/// Rows as they stand in a statement. Numbers stand in it as such, everything else is bound to it.
struct Values<'r> {
    team: i64,
    sql: String,
    bound: Vec<Bound<'r>>,
}

enum Bound<'r> {
    Cell(&'r Cell),
    Folded(String),
}

impl<'r> Values<'r> {
    fn row(&mut self, row: &'r [Cell], folded: &[(usize, &str)]) {
        self.sql.push_str(if self.sql.is_empty() { "(" } else { ", (" });
        self.sql.push_str(&self.team.to_string());
        for cell in row {
            self.sql.push_str(", ");
            match cell {
                Cell::Null => self.sql.push_str("NULL"),
                Cell::Integer(number) => self.sql.push_str(&number.to_string()),
                Cell::Flag(flag) => self.sql.push_str(if *flag { "TRUE" } else { "FALSE" }),
                Cell::Decimal(_) | Cell::Text(_) | Cell::Date(_) | Cell::Moment(_) | Cell::Document(_) => {
                    self.bind(Bound::Cell(cell));
                }
            }
        }
        for (at, _) in folded {
            self.sql.push_str(", ");
            let text = match row.get(*at) {
                Some(Cell::Text(text)) => casefold(text),
                Some(_) | None => String::new(),
            };
            self.bind(Bound::Folded(text));
        }
        self.sql.push(')');
    }

    fn bind(&mut self, value: Bound<'r>) {
        self.bound.push(value);
        self.sql.push_str(&format!("${}", self.bound.len()));
    }
}

type Insert<'r> = BoxedSqlQuery<'r, Db, diesel::query_builder::SqlQuery>;

fn bind<'r>(insert: Insert<'r>, value: Bound<'r>) -> Insert<'r> {
    match value {
        Bound::Folded(text) => insert.bind::<Text, _>(text),
        Bound::Cell(Cell::Text(text)) => insert.bind::<Text, _>(text.as_str()),
        Bound::Cell(Cell::Decimal(number)) => insert.bind::<Double, _>(*number),
        Bound::Cell(Cell::Date(date)) => insert.bind::<Date, _>(date.into_raw()),
        Bound::Cell(Cell::Moment(time)) => insert.bind::<Micros, _>(Moment(*time)),
        Bound::Cell(Cell::Document(text)) => insert.bind::<Doc, _>(DocText(text.clone())),
        // These stand in the statement itself.
        Bound::Cell(Cell::Null | Cell::Integer(_) | Cell::Flag(_)) => insert,
    }
}
