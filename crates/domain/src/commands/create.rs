//! Creating a record, in two halves, so that a kind may have its say in between.

use std::collections::HashSet;

use super::body::{Body, fields};
use super::checks::{check_limit, check_references, taken};
use super::counters::update_counters;
use super::link::{Target, read_links, relink};
use super::log::{entry, one_side};
use crate::access::Caller;
use crate::activity::attributes;
use crate::numbering::claim::claim;
use crate::ports::WriteTx;
use crate::record::{BodyReader, FieldError, Id, Slug, Stored};
use crate::resource::Resource;
use crate::{Project, Refusal};

/// A new record as a body describes it, with the errors about the body.
pub struct PreparedCreate<'a, R> {
    /// `None` where an error leaves no record.
    pub record: Option<R>,
    pub reader: BodyReader<'a>,
    links: Vec<(Target, Vec<i64>)>,
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
    let mut record = R::read(&mut reader);
    if let Some(record) = &mut record {
        if let Some(user) = caller.actor.user() {
            record.sign(user);
        }
        record.rule(caller, None, &mut reader);
    }
    check_references::<R>(tx, caller, None, &mut reader)?;
    if let Some(record) = &record {
        for field in taken(tx, caller, record, None)? {
            reader.reject(field, FieldError::Taken);
        }
    }
    let links = read_links::<R>(tx, caller, &mut reader)?;
    Ok(PreparedCreate { record, reader, links })
}

impl<R: Resource> PreparedCreate<'_, R> {
    /// Tells what is wrong with the body, where there is anything: before what follows is done.
    ///
    /// # Errors
    /// With every error about the body.
    pub fn valid(self) -> Result<Self, Refusal> {
        Ok(Self { reader: self.reader.valid(R::FIELDS)?, ..self })
    }
}

/// How many slugs that begin alike are told apart by numbers. One beyond them may be refused as taken.
const MOST_ALIKE: i64 = 10_000;

/// A slug made of a name that no other record has in this field, of the team or of one project.
///
/// # Errors
/// When the database fails.
pub fn free_slug<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    field: &'static str,
    name: &str,
    project: Option<Id<Project>>,
) -> Result<Slug, Refusal> {
    let base = Slug::of(name).or_else(|| Slug::of(R::KIND.singular())).unwrap_or_default();
    let with = project.map(|project| ("project_id", project.get()));
    let alike = R::writes(tx).texts_beginning(caller.team, (field, base.stem()), with, MOST_ALIKE)?;
    let alike: HashSet<String> = alike.into_iter().collect();
    let numbered = (2..).map(|number| base.numbered(number));
    let free = std::iter::once(base.clone()).chain(numbered).find(|slug| !alike.contains(slug.as_str()));
    Ok(free.unwrap_or(base))
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
    let PreparedCreate { record, reader, links } = prepared;
    reader.finish(R::FIELDS)?;
    let mut record = record.ok_or_else(|| Refusal::Fault("a body without errors made no record".to_owned()))?;
    if let Some(identifier) = claim(tx, caller.team, &record)? {
        record.identify(identifier);
    }

    let stored = R::writes(tx).insert(caller.team, &record)?;
    update_counters(tx, caller.team, None, Some(&stored));
    tx.log(caller.team, &entry(&stored, caller, "created", one_side("attributes", attributes(&stored))))?;
    for (target, ids) in links {
        relink(tx, caller, &stored, &target, &ids)?;
    }
    Ok(stored)
}
