//! An archive brought in: everything of it becomes a new team, in the transaction that it is given.

use std::collections::{BTreeMap, HashMap};

use super::MANIFEST;
use super::check::{Checked, Source, damaged};
use super::export::kind_of;
use super::line::row;
use super::naming::{Names, rewritten};
use super::register::register_all;
use super::table::{ArchiveTable, Cell};
use crate::access::{SecretHash, TeamId, address_token, secret};
use crate::commands::update_counters;
use crate::file::FileKey;
use crate::listing::Counters;
use crate::ports::{WritePort as _, WriteTx};
use crate::record::{Email, Fields, Id, Name, Stored, Value};
use crate::responses::MONTH_COUNTER;
use crate::workspace::{TeamSettings, free_slug};
use crate::{Json, Kind, Refusal, Team, User};

/// How many rows, and how many bytes of lines, are written at once.
const ROWS: usize = 250;
const BYTES: usize = 4 * 1024 * 1024;

/// The table whose rows no others tell again.
const COUNTERS: &str = "counters";

/// What came of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imported {
    pub team: TeamId,
    /// How many lines it had.
    pub records: i64,
}

/// Makes a team of an archive that was checked. `keys` says where the store has each file, by its hash.
///
/// # Errors
/// When the archive holds what no record can be, and when the database fails.
pub fn import(
    tx: &mut dyn WriteTx,
    checked: &Checked,
    source: &mut dyn Source,
    keys: &HashMap<String, FileKey>,
    name: Option<Name>,
) -> Result<Imported, Refusal> {
    let name = name.map_or_else(|| said(&checked.team, "name"), Ok)?;
    let slug = free_slug(tx, &name)?;
    let fields = &checked.team;
    let record = Team {
        name,
        slug,
        timezone: said(fields, "timezone")?,
        week_starts_on: said(fields, "week_starts_on")?,
        currency: said(fields, "currency")?,
        prioritization_framework: said(fields, "prioritization_framework")?,
        settings: settings(fields)?,
        owner_id: None,
        plan: said(fields, "plan")?,
        billing_mode: said(fields, "billing_mode")?,
        trial_ends_at: said(fields, "trial_ends_at")?,
        grace_period_ends_at: said(fields, "grace_period_ends_at")?,
    };
    let mut stored = tx.insert_team(&record)?;
    let team = stored.team_id();
    let ids = Ids::reserve(tx, checked, team)?;
    let mut writing = Writing { team, checked, ids, keys, late: Vec::new() };
    for (table, late) in tx.archive_order()? {
        writing.table(tx, source, &table, &late)?;
    }
    for (table, column, named) in &writing.late {
        for named in named.chunks(ROWS) {
            tx.point_archived(team, table, column, named).map_err(|refusal| refused(table, refusal))?;
        }
    }
    if let Some(owner) = said::<Option<Id<User>>>(fields, "owner_id")? {
        stored.record.owner_id = Some(Id::new(writing.ids.of(Kind::User, owner.get())?));
    }
    tx.date_team(team, said(fields, "created_at")?)?;
    stored.updated_at = said(fields, "updated_at")?;
    Team::writes(tx).save(team, &stored)?;
    register(tx, &writing, &stored)?;
    Ok(Imported { team, records: checked.records() })
}

/// Has counters and indexes know of all that was written.
fn register(tx: &mut dyn WriteTx, writing: &Writing<'_>, stored: &Stored<Team>) -> Result<(), Refusal> {
    let (filter, value) = Counters::WHOLE;
    let bytes: u64 = writing.checked.files.iter().map(|(_, bytes)| bytes).sum();
    tx.move_counter(writing.team, Kind::File, filter, value, i64::try_from(bytes).unwrap_or(i64::MAX));
    update_counters(tx, writing.team, None, Some(stored));
    register_all(tx, writing.team, &|kind| {
        let there = writing.checked.there.get(&kind).copied().and_then(|there| usize::try_from(there).ok());
        writing.ids.0.get(&kind).and_then(|ids| ids.get(..there?)).unwrap_or_default()
    })
}

/// A field of the team.
fn said<V: Value>(fields: &Fields, name: &str) -> Result<V, Refusal> {
    let raw = fields.get(name).unwrap_or(&Json::Null);
    let wrong = |what: String| damaged(&format!("has a {MANIFEST} whose team is wrong: {what}"));
    if raw.is_null() && !V::NULLABLE {
        return Err(wrong(format!("it has no {name}")));
    }
    V::read(raw).map_err(|error| wrong(error.about(name)))
}

/// The settings of the team: those that are not what they are where nobody says.
fn settings(fields: &Fields) -> Result<TeamSettings, Refusal> {
    let wrong = |what: &str| damaged(&format!("has a {MANIFEST} whose team has settings that {what}"));
    let usual = TeamSettings::usual()?;
    let usual: Json = usual.show().into();
    let mut own = fields.get("settings").and_then(Json::as_object).cloned().ok_or_else(|| wrong("are no object"))?;
    own.retain(|name, value| usual.get(name) != Some(value));
    TeamSettings::from_raw(Json::Object(own).to_string()).map_err(|_unreadable| wrong("cannot be"))
}

/// The ids that ordinals become.
struct Ids(BTreeMap<Kind, Vec<i64>>);

impl Ids {
    /// Takes an id for every record, and for each that is named and gone.
    fn reserve(tx: &mut dyn WriteTx, checked: &Checked, team: TeamId) -> Result<Self, Refusal> {
        let mut ids =
            BTreeMap::from([(Kind::Team, vec![team.get()]), (Kind::User, people(tx, team, &checked.people)?)]);
        for kind in Kind::ALL {
            let [there, named] = [&checked.there, &checked.named].map(|it| it.get(kind).copied().unwrap_or_default());
            let many = there.max(named);
            if many > 0 && !ids.contains_key(kind) {
                ids.insert(*kind, tx.reserve_ids(kind.table(), many)?);
            }
        }
        Ok(Self(ids))
    }

    fn of(&self, kind: Kind, ordinal: i64) -> Result<i64, Refusal> {
        let place = usize::try_from(ordinal).ok().and_then(|it| it.checked_sub(1));
        match (ordinal, place.and_then(|place| self.0.get(&kind)?.get(place))) {
            (0, _) => Ok(0),
            (_, Some(id)) => Ok(*id),
            (_, None) => Err(damaged(&format!("names {} {ordinal}, which it does not have", kind.singular()))),
        }
    }
}

/// The people of an archive: whoever is known by their address, and new ones. Those who were erased are nobody's.
fn people(tx: &mut dyn WriteTx, team: TeamId, addresses: &[String]) -> Result<Vec<i64>, Refusal> {
    let email = |text: &str| Email::parse(text).map_err(|error| damaged(&error.about("email")));
    let mut people = Vec::with_capacity(addresses.len());
    for (address, ordinal) in addresses.iter().zip(1_i64..) {
        let person = if *address == format!("erased-{ordinal}@invalid") {
            let person = tx.insert_person(&email(&format!("erased-{ordinal}-of-{}@invalid", team.get()))?)?;
            tx.set_address(person, &email(&format!("erased-{person}@invalid"))?)?;
            person
        } else {
            match tx.person(address)? {
                Some(known) => known,
                None => tx.insert_person(&email(address)?)?,
            }
        };
        people.push(person.get());
    }
    Ok(people)
}

/// What it means that the database does not take rows of a table.
fn refused(table: &ArchiveTable, refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Invalid(_) | Refusal::Fault(_) => {
            damaged(&format!("has in {} what names no record, or is there twice", table.file()))
        }
        other => other,
    }
}

/// What the rows of an archive are written with.
struct Writing<'a> {
    team: TeamId,
    checked: &'a Checked,
    ids: Ids,
    keys: &'a HashMap<String, FileKey>,
    late: Vec<Late>,
}

/// What rows name in a column that was not there yet: the ids of both.
type Late = (ArchiveTable, &'static str, Vec<(i64, i64)>);

impl Writing<'_> {
    fn table(
        &mut self,
        tx: &mut dyn WriteTx,
        source: &mut dyn Source,
        table: &ArchiveTable,
        late: &[&'static str],
    ) -> Result<(), Refusal> {
        let counted = self.checked.counts.get(&table.called).copied().unwrap_or_default();
        let numbered = table.columns.iter().any(|(_, names)| *names == Names::Place);
        let places = if numbered && counted > 0 { tx.reserve_ids(table.name, counted)? } else { Vec::new() };
        let late: Vec<(usize, &'static str)> =
            late.iter().filter_map(|column| Some((table.place(column)?, *column))).collect();
        let mut pointed: Vec<Vec<(i64, i64)>> = late.iter().map(|_| Vec::new()).collect();
        let (mut rows, mut bytes) = (Vec::new(), 0);
        source.lines(&table.file(), &mut |line| {
            let told = row(table, line).map_err(|wrong| damaged(&format!("has in {} what {wrong}", table.file())))?;
            let mut row = self.placed(tx, table, &told, &places)?;
            if table.name == COUNTERS {
                return self.count(tx, table, &row);
            }
            if table.kind == Some(Kind::User) && table.place("role").and_then(|at| row.get(at)) == Some(&Cell::Null) {
                return Ok(());
            }
            let id = table.place("id").and_then(|at| row.get(at)).cloned();
            for ((at, _), pointed) in late.iter().zip(&mut pointed) {
                if let (Some(cell), Some(Cell::Integer(id))) = (row.get_mut(*at), &id)
                    && let Cell::Integer(named) = std::mem::replace(cell, Cell::Null)
                {
                    pointed.push((*id, named));
                }
            }
            bytes += line.len();
            rows.push(row);
            if rows.len() < ROWS && bytes < BYTES {
                return Ok(());
            }
            bytes = 0;
            tx.insert_archived(self.team, table, std::mem::take(&mut rows)).map_err(|refusal| refused(table, refusal))
        })?;
        tx.insert_archived(self.team, table, rows).map_err(|refusal| refused(table, refusal))?;
        let named = late.into_iter().zip(pointed).filter(|(_, named)| !named.is_empty());
        self.late.extend(named.map(|((_, column), named)| (table.clone(), column, named)));
        Ok(())
    }

    /// A row with the ids of records for ordinals, and with what is not archived made anew.
    fn placed(
        &self,
        tx: &mut dyn WriteTx,
        table: &ArchiveTable,
        told: &[Cell],
        places: &[i64],
    ) -> Result<Vec<Cell>, Refusal> {
        let mut placed = Vec::with_capacity(told.len());
        for (cell, (column, names)) in told.iter().zip(&table.columns) {
            let beside = table.beside(told, *names);
            placed.push(match (cell, names, kind_of(table, told, *names)) {
                (_, Names::Secret, _) => self.secret(tx, table, told, column.name)?,
                (Cell::Integer(ordinal), _, Some(kind)) => Cell::Integer(self.ids.of(kind, *ordinal)?),
                (Cell::Integer(place), Names::Place, _) => {
                    let place = usize::try_from(*place - 1).ok().and_then(|place| places.get(place));
                    Cell::Integer(*place.ok_or_else(|| damaged("has ids that are not places of lines"))?)
                }
                (Cell::Text(text), Names::Address, _) if table.kind == Some(Kind::User) => {
                    Cell::Text(self.address(tx, text)?)
                }
                (Cell::Text(text), ..) => Cell::Text(self.renamed(*names, text, beside)?),
                (Cell::Document(text), ..) => Cell::Document(self.renamed(*names, text, beside)?),
                (other, ..) => other.clone(),
            });
        }
        Ok(placed)
    }

    /// The address of a member, written as that of the person is.
    fn address(&self, tx: &mut dyn WriteTx, text: &str) -> Result<String, Refusal> {
        let renamed = self.renamed(Names::Address, text, "")?;
        let Some(person) = tx.person(&renamed)? else { return Ok(renamed) };
        Ok(tx.people(None, Some(person))?.pop().map_or(renamed, |known| known.email.as_str().to_owned()))
    }

    fn renamed(&self, names: Names, text: &str, beside: &str) -> Result<String, Refusal> {
        let mut wrong = None;
        let renamed = rewritten(names, text, beside, &mut |kind, ordinal| match self.ids.of(kind, ordinal) {
            Ok(id) => id,
            // Filters may ask for what is not there.
            Err(_) if matches!(names, Names::Filters(..)) => 0,
            Err(refusal) => {
                wrong.get_or_insert(refusal);
                0
            }
        });
        wrong.map_or(Ok(renamed), Err)
    }

    /// What opens something, made anew; nothing where nobody needs to open it.
    fn secret(&self, tx: &mut dyn WriteTx, table: &ArchiveTable, told: &[Cell], column: &str) -> Result<Cell, Refusal> {
        let value = |name: &str| match table.place(name).and_then(|at| told.get(at)) {
            Some(Cell::Text(text)) => text.as_str(),
            Some(_) | None => "",
        };
        match (table.kind, column) {
            (Some(Kind::File), _) => {
                let key = self.keys.get(value("hash"));
                Ok(Cell::Text(key.ok_or_else(|| damaged("has a file in files.ndjson that it lacks"))?.0.clone()))
            }
            (Some(Kind::SavedReport), _) if value("access") != "link" => Ok(Cell::Null),
            (Some(Kind::FormResponse), _) => Ok(Cell::Null),
            (_, "hash") => Ok(Cell::Text(SecretHash::of(&secret(&tx.random()?)).into_raw())),
            _ => Ok(Cell::Text(address_token(&tx.random()?))),
        }
    }

    /// A counter that no records tell again.
    fn count(&self, tx: &mut dyn WriteTx, table: &ArchiveTable, row: &[Cell]) -> Result<(), Refusal> {
        let value = |name: &str| table.place(name).and_then(|at| row.get(at));
        if let (Some(Cell::Text(month)), Some(Cell::Integer(n))) = (value("value"), value("n")) {
            tx.move_counter(self.team, Kind::FormResponse, MONTH_COUNTER, month, *n);
        }
        Ok(())
    }
}
