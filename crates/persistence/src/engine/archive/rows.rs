//! The rows of an archive, whatever table they are of.

use diesel::connection::DefaultLoadingMode;
use diesel::deserialize::{self, QueryableByName};
use diesel::prelude::*;
use diesel::row::{Field as _, NamedRow, Row};
use diesel::sql_query;
use diesel::sql_types::{BigInt, Bool, Date, Double, Nullable, Text};
use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::archive::{ArchiveTable, Cell, Content};
use uplift_domain::file::StoredFile;
use uplift_domain::ports::{ArchiveReads, CrossKindReads as _};
use uplift_domain::record::{Date as Day, Time, Value as _};
use uplift_tables::{Doc, DocText, Micros, Moment, files};

use super::super::super::backend::Db;
use super::super::accounts::files::{FILE, FileCells, file_of};
use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};
use super::tables::{COUNTERS, archive_tables};

/// How many ids, and how many files, are read at once.
const AT_ONCE: i64 = 20_000;

/// How many bytes the texts of rows that are read at once have together, but for the last of the rows.
const LONG: usize = 4 * 1024 * 1024;

/// A row, each of whose columns is called after what it holds.
struct CellRow(Vec<Cell>);

impl QueryableByName<Db> for CellRow {
    fn build<'a>(row: &impl NamedRow<'a, Db>) -> deserialize::Result<Self> {
        (0..row.field_count()).map(|at| cell(row, at)).collect::<deserialize::Result<_>>().map(Self)
    }
}

/// What a column is called that holds this.
const fn letter(content: Content) -> char {
    match content {
        Content::Integer => 'i',
        Content::Decimal => 'n',
        Content::Flag => 'f',
        Content::Text => 't',
        Content::Date => 'd',
        Content::Moment => 'm',
        Content::Document => 'j',
    }
}

fn cell<'a>(row: &impl NamedRow<'a, Db>, at: usize) -> deserialize::Result<Cell> {
    let called = Row::get(row, at).and_then(|field| field.field_name().and_then(|name| name.chars().next()));
    let cell = match called {
        Some('i') => row.get_value::<Nullable<BigInt>, Option<i64>, _>(at)?.map(Cell::Integer),
        Some('n') => row.get_value::<Nullable<Double>, Option<f64>, _>(at)?.map(Cell::Decimal),
        Some('f') => row.get_value::<Nullable<Bool>, Option<bool>, _>(at)?.map(Cell::Flag),
        Some('t') => row.get_value::<Nullable<Text>, Option<String>, _>(at)?.map(Cell::Text),
        Some('m') => row.get_value::<Nullable<Micros>, Option<Moment>, _>(at)?.map(|it| Cell::Moment(it.0)),
        Some('j') => row.get_value::<Nullable<Doc>, Option<DocText>, _>(at)?.map(|it| Cell::Document(it.0)),
        Some('d') => {
            let day = row.get_value::<Nullable<Date>, Option<chrono::NaiveDate>, _>(at)?;
            day.map(Day::from_raw).transpose().map_err(|error| error.0)?.map(Cell::Date)
        }
        Some(_) | None => return Err("a column of an archive has no name".into()),
    };
    Ok(cell.unwrap_or(Cell::Null))
}

/// How many bytes the texts of a row have.
fn length(row: &[Cell]) -> usize {
    let texts = row.iter().filter_map(|cell| match cell {
        Cell::Text(text) | Cell::Document(text) => Some(text.len()),
        Cell::Null | Cell::Integer(_) | Cell::Decimal(_) | Cell::Flag(_) | Cell::Date(_) | Cell::Moment(_) => None,
    });
    texts.sum()
}

/// A value as it stands in a statement; what comes here was read from the database itself.
fn literal(cell: &Cell) -> String {
    match cell {
        Cell::Integer(number) => number.to_string(),
        Cell::Text(text) => format!("'{}'", text.replace('\'', "''")),
        Cell::Null | Cell::Decimal(_) | Cell::Flag(_) | Cell::Date(_) | Cell::Moment(_) | Cell::Document(_) => {
            "NULL".to_owned()
        }
    }
}

fn quoted<'a>(columns: impl Iterator<Item = &'a &'a str>) -> String {
    columns.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

impl ArchiveReads for Session<'_> {
    fn archive_tables(&self) -> Vec<ArchiveTable> {
        archive_tables().to_vec()
    }

    fn archive_ids(&mut self, team: TeamId, table: &ArchiveTable) -> Result<Vec<i64>, Refusal> {
        let mut ids: Vec<i64> = Vec::new();
        loop {
            self.begin_part()?;
            let after = ids.last().copied().unwrap_or(i64::MIN);
            let some = Statement::<BigInt>::new("SELECT id FROM ").name(table.name).words(" WHERE team_id = ");
            let some = some.number(team.get()).words(" AND id > ").number(after).words(" ORDER BY id");
            let page: Vec<i64> = some.limit(AT_ONCE).load(self.conn()?).map_err(refuse)?;
            if page.is_empty() {
                return Ok(ids);
            }
            ids.extend(page);
        }
    }

    fn archive_rows(
        &mut self,
        team: TeamId,
        table: &ArchiveTable,
        after: &[Cell],
        most: i64,
    ) -> Result<Vec<Vec<Cell>>, Refusal> {
        let columns: Vec<String> = table
            .columns
            .iter()
            .enumerate()
            .map(|(at, (column, _))| format!("\"{}\" AS {}_{at}", column.name, letter(column.content)))
            .collect();
        let key = quoted(table.key.iter());
        let follow = match after {
            [] => String::new(),
            after => format!(" AND ({key}) > ({})", after.iter().map(literal).collect::<Vec<_>>().join(", ")),
        };
        let only = if table.name == COUNTERS.0 { format!(" AND {}", COUNTERS.1) } else { String::new() };
        let select = format!(
            "SELECT {} FROM \"{}\" WHERE team_id = {}{only}{follow} ORDER BY {key} LIMIT {most}",
            columns.join(", "),
            table.name,
            team.get()
        );
        let (mut rows, mut bytes) = (Vec::new(), 0);
        for row in sql_query(select).load_iter::<CellRow, DefaultLoadingMode>(self.conn()?).map_err(refuse)? {
            let CellRow(row) = row.map_err(refuse)?;
            bytes += length(&row);
            rows.push(row);
            if bytes > LONG {
                break;
            }
        }
        Ok(rows)
    }

    fn archive_people(&mut self, ids: &[i64]) -> Result<Vec<(i64, String)>, Refusal> {
        let people = Statement::<(BigInt, Text)>::new("SELECT id, email_folded FROM users WHERE ").name("id");
        people.among(ids).load(self.conn()?).map_err(refuse)
    }

    fn archive_files(&mut self, team: TeamId) -> Result<Vec<StoredFile>, Refusal> {
        let (mut all, mut last) = (Vec::new(), 0);
        loop {
            self.begin_part()?;
            let of_team = files::table.filter(files::team_id.eq(team.get())).filter(files::id.gt(last));
            let page: Vec<FileCells> =
                of_team.order(files::id.asc()).limit(AT_ONCE).select(FILE).load(self.conn()?).map_err(refuse)?;
            let Some(cells) = page.last() else { return Ok(all) };
            last = cells.0;
            for cells in page {
                all.push(file_of(cells)?.1);
            }
        }
    }

    fn files_held_since(&mut self, team: Option<TeamId>) -> Result<Option<Time>, Refusal> {
        let held = Statement::<Nullable<Micros>>::new("SELECT min(since) FROM file_holds WHERE until > ");
        let held = held.moment(Moment(self.now));
        let held = match team {
            Some(team) => held.words(" AND team_id = ").number(team.get()),
            None => held,
        };
        let since: Option<Moment> = held.get_result(self.conn()?).map_err(refuse)?;
        Ok(since.map(|Moment(since)| since))
    }
}
