//! The lines of an archive, read from one state of the database.

use std::collections::BTreeMap;

use super::manifest::Exported;
use super::naming::{Names, rewritten};
use super::ordinals::Ordinals;
use super::raw::text;
use super::table::{ArchiveTable, Cell};
use crate::access::{Caller, TeamId};
use crate::activity::entry_on;
use crate::ports::{ReadTx, WriteTx};
use crate::record::{Id, Stored};
use crate::{Kind, Refusal, Team};

/// How many records an archive holds at most, and how many of them may be gone and still named.
pub const MOST_RECORDS: usize = 20_000_000;
pub(super) const MOST_GONE: usize = 2_000_000;

/// How many rows are read at once at most.
const PAGE: i64 = 500;

/// What takes the lines of an archive, one file after the other.
pub trait Written {
    /// Begins a file.
    ///
    /// # Errors
    /// When there is no room.
    fn begin(&mut self, path: &str) -> Result<(), Refusal>;

    /// Writes lines of the file that was begun last.
    ///
    /// # Errors
    /// When there is no room.
    fn lines(&mut self, lines: &[u8]) -> Result<(), Refusal>;
}

/// What an archive is made of, once all ids are known.
pub struct Contents {
    team: Stored<Team>,
    tables: Vec<ArchiveTable>,
    ordinals: Ordinals,
    people: Vec<(i64, String)>,
}

impl Contents {
    /// Looks through all that the team has for what is named.
    ///
    /// # Errors
    /// When there is no such team, when it has more than an archive may hold, and when the database fails.
    pub fn of(tx: &mut dyn ReadTx, team: TeamId) -> Result<Self, Refusal> {
        let record = tx.teams()?.into_iter().find(|it| it.id.get() == team.get() && it.deleted_at.is_none());
        let record = record.ok_or_else(|| crate::commands::missing(Kind::Team, team.get()))?;
        let tables = tx.archive_tables();
        let mut ordinals = Ordinals::default();
        ordinals.know(Kind::Team, vec![team.get()]);
        let mut total = 0;
        for (table, kind) in tables.iter().filter_map(|table| Some((table, table.kind?))) {
            tx.begin_part()?;
            let ids = tx.archive_ids(team, table)?;
            total += ids.len();
            ordinals.know(kind, ids);
            if total > MOST_RECORDS {
                return Err(too_many());
            }
        }
        if let Some(owner) = record.record.owner_id {
            ordinals.name(Kind::User, owner.get());
        }
        for table in tables.iter().filter(|table| table.names_any()) {
            each_row(tx, team, table, &mut |row| {
                name_all(table, row, &mut ordinals);
                if ordinals.gone() > MOST_GONE { Err(too_many()) } else { Ok(()) }
            })?;
        }
        let people = people(tx, &ordinals.everybody())?;
        ordinals.order(&people.iter().map(|(id, _)| *id).collect::<Vec<_>>());
        Ok(Self { team: record, tables, ordinals, people })
    }

    /// Writes the lines of every kind.
    ///
    /// # Errors
    /// When the database fails, or nobody takes the lines.
    pub fn write(self, tx: &mut dyn ReadTx, out: &mut dyn Written) -> Result<Exported, Refusal> {
        let team = self.team.team_id();
        let mut counts = BTreeMap::new();
        for table in &self.tables {
            out.begin(&table.file())?;
            let written = if table.kind == Some(Kind::User) {
                self.write_people(tx, table, out)?
            } else {
                self.write_table(tx, table, out)?
            };
            counts.insert(table.called.clone(), written);
        }
        let files = tx.archive_files(team)?;
        let owner = self.team.record.owner_id.map(Id::get).and_then(|id| self.ordinals.of(Kind::User, id));
        Ok(Exported { team: self.team, counts, owner, files })
    }

    fn write_table(&self, tx: &mut dyn ReadTx, table: &ArchiveTable, out: &mut dyn Written) -> Result<i64, Refusal> {
        let mut written = 0;
        // What rows without ids name last may be in another order elsewhere.
        let mut group: Vec<Vec<Cell>> = Vec::new();
        let key: Vec<usize> = table.key.iter().filter_map(|column| table.place(column)).collect();
        let front = key.split_last().map_or(&[][..], |(_, front)| front);
        each_row(tx, self.team.team_id(), table, &mut |row| {
            let Some(mut row) = self.renamed(table, row) else { return Ok(()) };
            written += 1;
            for (cell, _) in row.iter_mut().zip(&table.columns).filter(|(_, (_, names))| *names == Names::Place) {
                *cell = Cell::Integer(written);
            }
            let same = |other: &Vec<Cell>| front.iter().all(|at| other.get(*at) == row.get(*at));
            if front.is_empty() || !group.first().is_some_and(same) {
                write_group(table, &key, &mut group, out)?;
            }
            group.push(row);
            Ok(())
        })?;
        write_group(table, &key, &mut group, out)?;
        Ok(written)
    }

    /// Members, and whoever else is named, by their addresses.
    fn write_people(&self, tx: &mut dyn ReadTx, table: &ArchiveTable, out: &mut dyn Written) -> Result<i64, Refusal> {
        let mut members: BTreeMap<i64, Vec<Cell>> = BTreeMap::new();
        each_row(tx, self.team.team_id(), table, &mut |row| {
            members.extend(self.renamed(table, row).and_then(|row| match row.first() {
                Some(Cell::Integer(id)) => Some((*id, row)),
                Some(_) | None => None,
            }));
            Ok(())
        })?;
        for ((_, address), ordinal) in self.people.iter().zip(1..) {
            let stranger = || {
                let cell = |(column, _): &(super::Column, Names)| match column.name {
                    "id" => Cell::Integer(ordinal),
                    "email" => Cell::Text(rewritten(Names::Address, address, "", &mut |_, _| ordinal)),
                    _ => Cell::Null,
                };
                table.columns.iter().map(cell).collect()
            };
            let row = members.remove(&ordinal).unwrap_or_else(stranger);
            out.lines(&line(table, &row))?;
        }
        Ok(i64::try_from(self.people.len()).unwrap_or(i64::MAX))
    }

    /// A row with ordinals for ids; `None` where it attaches something to a record that is gone.
    fn renamed(&self, table: &ArchiveTable, row: &[Cell]) -> Option<Vec<Cell>> {
        let mut renamed = Vec::with_capacity(row.len());
        for (cell, (_, names)) in row.iter().zip(&table.columns) {
            let id = |kind: Kind, id: i64| if id == 0 { 0 } else { self.ordinals.of(kind, id).unwrap_or_default() };
            let beside = table.beside(row, *names);
            renamed.push(match (cell, kind_of(table, row, *names)) {
                (Cell::Integer(at), Some(kind)) => {
                    let ordinal = id(kind, *at);
                    if table.kind.is_none() && ordinal == 0 {
                        return None;
                    }
                    Cell::Integer(ordinal)
                }
                (Cell::Text(text), _) => Cell::Text(rewritten(*names, text, beside, &mut |kind, at| id(kind, at))),
                (Cell::Document(text), _) => {
                    Cell::Document(rewritten(*names, text, beside, &mut |kind, at| id(kind, at)))
                }
                (other, _) => other.clone(),
            });
        }
        Some(renamed)
    }
}

/// Logs that a team was exported.
///
/// # Errors
/// When the database fails.
pub fn log_export(tx: &mut dyn WriteTx, caller: &Caller) -> Result<(), Refusal> {
    let team = caller.team;
    tx.log(team, &entry_on(Kind::Team, team.get(), caller.actor, "exported", serde_json::json!({})))
}

fn too_many() -> Refusal {
    let most = crate::record::FieldError::Otherwise(format!("has more records than an archive holds: {MOST_RECORDS}."));
    Refusal::field("team", &most)
}

/// Does something with every row of a table that the team has.
fn each_row(
    tx: &mut dyn ReadTx,
    team: TeamId,
    table: &ArchiveTable,
    act: &mut dyn FnMut(&[Cell]) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let key: Vec<usize> = table.key.iter().filter_map(|column| table.place(column)).collect();
    let (mut after, mut most): (Vec<Cell>, i64) = (Vec::new(), PAGE);
    loop {
        tx.begin_part()?;
        let rows = tx.archive_rows(team, table, &after, most)?;
        let Some(last) = rows.last() else { return Ok(()) };
        // Whatever a server sends beyond what is taken is sent for nothing.
        let read = i64::try_from(rows.len()).unwrap_or(most);
        most = if read < most { read } else { most.saturating_mul(2).min(PAGE) };
        after = key.iter().filter_map(|at| last.get(*at).cloned()).collect();
        for row in &rows {
            act(row)?;
        }
    }
}

/// The kind of the record that a cell names by its id alone.
pub(super) fn kind_of(table: &ArchiveTable, row: &[Cell], names: Names) -> Option<Kind> {
    match names {
        Names::Own(kind) | Names::One(kind) => Some(kind),
        Names::Typed(column) => match row.get(table.place(column)?)? {
            Cell::Text(kind) => Kind::named(kind),
            _ => None,
        },
        Names::Nothing
        | Names::Within(_)
        | Names::Filters(..)
        | Names::Votes
        | Names::Scores
        | Names::Mentions(_)
        | Names::Scope
        | Names::Address
        | Names::Place
        | Names::Secret => None,
    }
}

/// Notes whom a row names. What clients may write as they like names nobody who is not known otherwise.
fn name_all(table: &ArchiveTable, row: &[Cell], ordinals: &mut Ordinals) {
    for (cell, (_, names)) in row.iter().zip(&table.columns) {
        match (cell, names) {
            (_, Names::Own(_) | Names::Mentions(_) | Names::Filters(..) | Names::Address) => {}
            // A link to what is gone is left out.
            (_, Names::One(kind)) if table.kind.is_none() && *kind != Kind::User => {}
            (_, Names::Typed(_)) if table.kind.is_none() => {}
            (Cell::Integer(id), names) => {
                if let Some(kind) = kind_of(table, row, *names) {
                    ordinals.name(kind, *id);
                }
            }
            (Cell::Text(text) | Cell::Document(text), names) => {
                drop(rewritten(*names, text, table.beside(row, *names), &mut |kind, id| {
                    ordinals.name(kind, id);
                    id
                }));
            }
            (_, _) => {}
        }
    }
}

/// People with their addresses, by these; those who were erased come last.
fn people(tx: &mut dyn ReadTx, ids: &[i64]) -> Result<Vec<(i64, String)>, Refusal> {
    let mut people = Vec::with_capacity(ids.len());
    for ids in ids.chunks(1_000) {
        people.extend(tx.archive_people(ids)?);
    }
    let erased = |(id, address): &(i64, String)| *address == format!("erased-{id}@invalid");
    people.sort_by_key(|it| if erased(it) { (true, String::new(), it.0) } else { (false, it.1.clone(), it.0) });
    Ok(people)
}

fn write_group(
    table: &ArchiveTable,
    key: &[usize],
    group: &mut Vec<Vec<Cell>>,
    out: &mut dyn Written,
) -> Result<(), Refusal> {
    let number = |cell: Option<&Cell>| match cell {
        Some(Cell::Integer(number)) => *number,
        Some(_) | None => 0,
    };
    group.sort_by_key(|row| key.iter().map(|at| number(row.get(*at))).collect::<Vec<_>>());
    let mut lines = Vec::new();
    for row in group.drain(..) {
        lines.extend(line(table, &row));
    }
    out.lines(&lines)
}

/// A row as a line.
fn line(table: &ArchiveTable, row: &[Cell]) -> Vec<u8> {
    let mut line = String::from("{");
    for (cell, (column, names)) in row.iter().zip(&table.columns) {
        if *names == Names::Secret {
            continue;
        }
        if line.len() > 1 {
            line.push(',');
        }
        line.push_str(&text(column.name));
        line.push(':');
        match cell {
            Cell::Null => line.push_str("null"),
            Cell::Integer(number) => line.push_str(&number.to_string()),
            Cell::Decimal(number) => line.push_str(&serde_json::json!(number).to_string()),
            Cell::Flag(flag) => line.push_str(if *flag { "true" } else { "false" }),
            Cell::Text(it) => line.push_str(&text(it)),
            Cell::Date(date) => line.push_str(&text(&date.to_string())),
            Cell::Moment(time) => line.push_str(&text(&time.to_string())),
            // Between its tokens only; within a text they are written otherwise.
            Cell::Document(document) => line.push_str(&document.replace(['\n', '\r'], " ")),
        }
    }
    line.push_str("}\n");
    line.into_bytes()
}
