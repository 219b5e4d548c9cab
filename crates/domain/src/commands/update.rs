//! Changing a record, in two halves, so that a kind may have its say in between.

use serde_json::{Map, Value};

use super::body::{Body, fields};
use super::checks::{check_references, taken};
use super::counters::update_counters;
use super::link::{Target, read_links, relink};
use super::log::{both_sides, entry};
use crate::Refusal;
use crate::access::Caller;
use crate::activity::difference;
use crate::attachments::follow::follow;
use crate::ports::WriteTx;
use crate::record::{BodyReader, FieldError, Stored};
use crate::resource::Resource;

/// A record as it was and as a body wants it, with the errors about the body.
pub struct PreparedUpdate<'a, R> {
    pub before: Stored<R>,
    pub after: Stored<R>,
    pub reader: BodyReader<'a>,
    /// What changes with it in rows of its own.
    pub parts: PartsChange,
    links: Vec<(Target, Vec<i64>)>,
}

/// What of a record changes that is kept in rows of its own, as its entry tells it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartsChange {
    pub new: Map<String, Value>,
    pub old: Map<String, Value>,
}

impl PartsChange {
    /// Tells that a part is another now.
    pub fn note(&mut self, part: &str, old: Value, new: Value) {
        self.new.insert(part.to_owned(), new);
        self.old.insert(part.to_owned(), old);
    }
}

/// Changes the fields that a body names, and sets the links it names. Where nothing changes, nothing is written.
///
/// # Errors
/// With every error about the body.
pub fn update<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: Stored<R>,
    body: &Body,
) -> Result<Stored<R>, Refusal> {
    let prepared = prepare_update(tx, caller, stored, body)?;
    commit_update(tx, caller, prepared)
}

/// The first half of an update: reads what the record is to become. Nothing is written yet.
///
/// # Errors
/// When the body cannot be read.
pub fn prepare_update<'a, R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    before: Stored<R>,
    body: &'a Body,
) -> Result<PreparedUpdate<'a, R>, Refusal> {
    let mut reader = BodyReader::new(fields(body)?);
    let mut after = before.clone();
    after.record.change(&mut reader);
    after.record.rule(caller, Some(&before), &mut reader);
    check_references(tx, caller, Some(&before.record), &mut reader)?;
    for field in taken(tx, caller, &after.record, Some((before.id, &before.record)))? {
        reader.reject(field, FieldError::Taken);
    }
    let links = read_links::<R>(tx, caller, &mut reader)?;
    Ok(PreparedUpdate { before, after, reader, parts: PartsChange::default(), links })
}

impl<R: Resource> PreparedUpdate<'_, R> {
    /// Tells what is wrong with the body, where there is anything: before a refusal that comes after it.
    ///
    /// # Errors
    /// With every error about the body.
    pub fn valid(self) -> Result<Self, Refusal> {
        Ok(Self { reader: self.reader.valid(R::FIELDS)?, ..self })
    }
}

/// The second half of an update: writes what changed, with its links and its entry.
///
/// # Errors
/// With every error about the body.
pub fn commit_update<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    prepared: PreparedUpdate<'_, R>,
) -> Result<Stored<R>, Refusal> {
    let PreparedUpdate { before, mut after, reader, parts, links } = prepared;
    reader.finish(R::FIELDS)?;
    change_with(tx, caller, &before, &mut after, "updated", parts)?;
    for (target, ids) in links {
        relink(tx, caller, &after, &target, &ids)?;
    }
    Ok(after)
}

/// Writes what changed between two states of a record: its row, its counters where it moved, its entry, and its
/// attachments where they move along.
pub(crate) fn change<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    before: &Stored<R>,
    after: &mut Stored<R>,
    event: &str,
) -> Result<(), Refusal> {
    change_with(tx, caller, before, after, event, PartsChange::default())
}

/// As [`change`], of a record with parts that change with it.
pub(crate) fn change_with<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    before: &Stored<R>,
    after: &mut Stored<R>,
    event: &str,
    parts: PartsChange,
) -> Result<(), Refusal> {
    let (mut new, mut old) = match difference(&before.record, &after.record) {
        None if parts == PartsChange::default() => return Ok(()),
        changed => changed.unwrap_or_default(),
    };
    new.extend(parts.new);
    old.extend(parts.old);
    after.updated_at = tx.now();
    R::writes(tx).save(caller.team, after)?;
    update_counters(tx, caller.team, Some(before), Some(after));
    let batch = match after.record.project() {
        Some(project) if before.record.project() != Some(project) => {
            follow(tx, caller, (R::KIND, after.id.get()), project)?
        }
        Some(_) | None => None,
    };
    let entry = entry(after, caller, event, both_sides(new, old));
    tx.log(caller.team, &entry.in_batch(batch))
}
