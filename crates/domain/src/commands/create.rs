//! Creating a record, in two halves, so that a kind may have its say in between.

use std::collections::HashSet;

use super::body::{Body, fields};
use super::checks::{check_limit, check_references, check_whole};
use super::counters::update_counters;
use super::link::{LinkRequest, relink};
use super::link_body::{Links, join, read_links};
use super::log::{entry, one_side};
use crate::Refusal;
use crate::access::Caller;
use crate::activity::attributes;
use crate::numbering::claim::claim;
use crate::ports::WriteTx;
use crate::record::{BodyReader, Slug, StandIns, Stored};
use crate::resource::Resource;

/// A new record as a body describes it, with the errors about the body.
pub struct PreparedCreate<'a, R: Resource> {
    /// `None` where an error leaves no record.
    pub record: Option<R>,
    pub reader: BodyReader<'a>,
    stand_ins: Option<StandIns>,
    links: Links<R::Relation>,
}

/// Creates a record from a body, with the links that the body names.
///
/// # Errors
/// When the plan does not allow it, or with every error about the body.
pub fn create<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, body: &Body) -> Result<Stored<R>, Refusal> {
    let prepared = prepare_create(tx, caller, body)?;
    commit_create(tx, caller, prepared)
}

/// The first half of a create: reads the record. Nothing is written yet.
///
/// # Errors
/// When the plan does not allow it, or the body cannot be read.
pub fn prepare_create<'a, R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    body: &'a Body,
) -> Result<PreparedCreate<'a, R>, Refusal> {
    check_limit::<R>(tx, caller)?;

    let mut reader = BodyReader::new(fields(body)?);
    let record = R::read(&mut reader);
    let stand_ins = record.is_none().then(|| StandIns::of(R::FIELDS, &reader));
    let mut prepared = PreparedCreate { record, reader, stand_ins, links: Links::new() };
    prepared.check(|record, reader| check_whole(tx, caller, record, reader))?;
    check_references::<R>(tx, caller, None, &mut prepared.reader)?;
    prepared.links = read_links::<R>(tx, caller, None, &mut prepared.reader)?;
    Ok(prepared)
}

impl<R: Resource> PreparedCreate<'_, R> {
    /// Holds the record to a rule, which may fill it as well; where an error leaves none, whatever stands in for it.
    ///
    /// # Errors
    /// When the rule cannot tell.
    pub fn check(
        &mut self,
        mut rule: impl FnMut(&mut R, &mut BodyReader<'_>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        match (&mut self.record, &self.stand_ins) {
            (Some(record), _) => rule(record, &mut self.reader),
            (None, Some(stand_ins)) => stand_ins.check(&mut self.reader, rule),
            (None, None) => Ok(()),
        }
    }

    /// Tells what is wrong with the body, where there is anything: before what follows is done.
    ///
    /// # Errors
    /// With every error about the body.
    pub fn valid(self) -> Result<Self, Refusal> {
        Ok(Self { reader: self.reader.valid(R::FIELDS)?, ..self })
    }

    /// Attaches a record in a role as well, where the body names what is to be attached through this relation. Tells
    /// whether it may: the body does not give the role to another.
    pub fn join(&mut self, relation: R::Relation, record: (i64, &'static str)) -> bool {
        join(&mut self.links, relation, record)
    }
}

/// A slug for a field, made of a name, that no other record has, or none of those with this number in another field.
///
/// # Errors
/// When the database fails.
pub fn free_slug<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    (field, name): (&'static str, &str),
    within: Option<(&'static str, i64)>,
) -> Result<Slug, Refusal> {
    let base = Slug::of(name).or_else(|| Slug::of(R::KIND.singular())).unwrap_or_default();
    let alike = R::writes(tx).texts_beginning(caller.team, (field, base.stem()), within, Slug::MOST_ALIKE)?;
    let alike: HashSet<String> = alike.into_iter().collect();
    Ok(base.free_among(&alike))
}

/// The second half of a create: writes the record, with its identifier, its links and its entry.
///
/// # Errors
/// With every error about the body.
pub fn commit_create<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    prepared: PreparedCreate<'_, R>,
) -> Result<Stored<R>, Refusal> {
    let PreparedCreate { record, reader, links, .. } = prepared;
    let body = reader.fields();
    reader.finish(R::FIELDS)?;
    let record = record.ok_or_else(|| Refusal::Fault("a body without errors made no record".to_owned()))?;
    let mut stored = insert(tx, caller, record)?;
    if links.is_empty() {
        return Ok(stored);
    }
    let was = stored.record.clone();
    for (target, asked) in links {
        relink(tx, caller, &mut stored, &target, (asked, LinkRequest { was: &was, body }))?;
    }
    Ok(stored)
}

/// Writes a new record, with its identifier, its counters and its entry.
pub(crate) fn insert<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, record: R) -> Result<Stored<R>, Refusal> {
    let stored = insert_unlogged(tx, caller, record)?;
    log_created(tx, caller, &stored)?;
    Ok(stored)
}

/// Inserts a record that is not whole yet, and is logged once it is.
///
/// # Errors
/// When the database fails.
pub(crate) fn insert_unlogged<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    mut record: R,
) -> Result<Stored<R>, Refusal> {
    if let Some(identifier) = claim(tx, caller.team, &record)? {
        record.identify(identifier);
    }
    let stored = R::writes(tx).insert(caller.team, &record)?;
    update_counters(tx, caller.team, None, Some(&stored));
    Ok(stored)
}

/// Logs that a record was created as it is.
///
/// # Errors
/// When the database fails.
pub(crate) fn log_created<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &Stored<R>,
) -> Result<(), Refusal> {
    tx.log(caller.team, &entry(stored, caller, "created", one_side("attributes", attributes(stored))))
}
