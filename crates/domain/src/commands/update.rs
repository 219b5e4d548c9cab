//! Changing a record, in two halves, so that a kind may have its say in between.

use super::body::{Body, fields};
use super::checks::{check_references, taken_fields};
use super::counters::update_counters;
use super::link::{LinkRequest, relink};
use super::link_body::{Links, join, read_links};
use super::log::{both_sides, entry};
use crate::Refusal;
use crate::access::Caller;
use crate::activity::{PartsChange, difference, is_personal};
use crate::attachments::follow::follow;
use crate::lookups;
use crate::ports::WriteTx;
use crate::record::{BodyReader, FieldError, Fields, Stored};
use crate::resource::Resource;

/// A record as it was and as a body wants it, with the errors about the body.
pub struct PreparedUpdate<'a, R: Resource> {
    pub before: Stored<R>,
    pub after: Stored<R>,
    pub reader: BodyReader<'a>,
    /// What changes with it in rows of its own.
    pub parts: PartsChange,
    /// What the log calls the change.
    pub event: &'static str,
    links: Links<R::Relation>,
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
    for field in taken_fields(tx, caller, &after.record, Some((before.id, &before.record)))? {
        reader.reject(field, FieldError::Taken);
    }
    lookups::check(tx, caller, (Some(&before.record), Some(&after.record)), &mut reader)?;
    let links = read_links::<R>(tx, caller, Some(before.id.get()), &mut reader)?;
    Ok(PreparedUpdate { before, after, reader, parts: PartsChange::default(), event: "updated", links })
}

impl<'a, R: Resource> PreparedUpdate<'a, R> {
    /// A change that the body does not name by the fields of the record, under its own event.
    pub(super) fn of(before: Stored<R>, after: Stored<R>, reader: BodyReader<'a>, event: &'static str) -> Self {
        Self { before, after, reader, parts: PartsChange::default(), event, links: Vec::new() }
    }

    /// Tells what is wrong with the body, where there is anything: before a refusal that comes after it.
    ///
    /// # Errors
    /// With every error about the body.
    pub fn valid(self) -> Result<Self, Refusal> {
        Ok(Self { reader: self.reader.valid(R::FIELDS)?, ..self })
    }

    /// The records that the body wants attached through a relation with roles, each with its role; `None` where it
    /// names none.
    pub fn wanted(&self, relation: R::Relation) -> Option<&[(i64, &'static str)]> {
        let named = self.links.iter().find(|(target, _)| target.relation == relation);
        named.map(|(_, asked)| asked.said.as_slice())
    }

    /// Attaches a record in a role as well, where the body names what is to be attached through a relation. Tells
    /// whether it may: the body does not give the role to another.
    pub fn join(&mut self, relation: R::Relation, record: (i64, &'static str)) -> bool {
        join(&mut self.links, relation, record)
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
    let PreparedUpdate { before, mut after, reader, parts, event, links } = prepared;
    let body = reader.fields();
    reader.finish(R::FIELDS)?;
    change_with(tx, caller, &before, &mut after, event, parts)?;
    for (target, asked) in links {
        relink(tx, caller, &mut after, &target, (asked, LinkRequest { was: &before.record, body }))?;
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

/// Does what [`change`] does, for a record with parts that change with it.
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
    [&mut new, &mut old].into_iter().for_each(|side| side.retain(|name, _| !is_personal::<R>(name)));
    new.extend(parts.new);
    old.extend(parts.old);
    after.updated_at = tx.now();
    R::writes(tx).save_changes(caller.team, before, after)?;
    update_counters(tx, caller.team, Some(before), Some(after));
    if let Some(project) = after.record.project()
        && before.record.project() != Some(project)
    {
        follow(tx, caller, (R::KIND, after.id.get()), project)?;
    }
    // Of what was private the log keeps nothing, and neither of what it became.
    let told = if before.record.is_private() { Fields::new() } else { both_sides(new, old) };
    tx.log(caller.team, &entry(after, caller, event, told))
}
