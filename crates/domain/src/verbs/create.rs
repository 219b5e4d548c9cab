//! Creating a record, in two halves, so that a kind may have its say in between.

use serde_json::{Map, Value};

use super::link::{Target, read_links, relink};
use super::{Body, admit, check_references, fields, taken, tally};
use crate::access::{Caller, Deed};
use crate::activity::{attributes, entry};
use crate::ports::Ledger;
use crate::record::{Complaint, Form, Kept};
use crate::resource::Resource;
use crate::{Refusal, numbering};

/// A new record as a body describes it, with the complaints about the body.
pub struct Draft<'a, R> {
    /// `None` where a complaint leaves no record.
    pub record: Option<R>,
    pub form: Form<'a>,
    links: Vec<(Target, Vec<i64>)>,
}

/// Creates a record from a body, with the links that the body names.
///
/// # Errors
/// When role or plan do not allow it, or with every complaint about the body.
pub fn create<R: Resource>(ledger: &mut dyn Ledger, caller: &Caller, body: &Body) -> Result<Kept<R>, Refusal> {
    let draft = draft(ledger, caller, body)?;
    keep(ledger, caller, draft)
}

/// The first half of a create: reads the record. Nothing is written yet.
///
/// # Errors
/// When role or plan do not allow it, or the body cannot be read.
pub fn draft<'a, R: Resource>(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    body: &'a Body,
) -> Result<Draft<'a, R>, Refusal> {
    caller.permit(R::RIGHTS, Deed::Create, None)?;
    admit::<R>(ledger, caller)?;

    let mut form = Form::new(fields(body)?);
    let mut record = R::read(&mut form);
    if let Some(record) = &mut record {
        record.sign(caller.user);
        record.rule(caller, None, &mut form);
    }
    check_references::<R>(ledger, caller, None, &mut form)?;
    if let Some(record) = &record {
        for field in taken(ledger, caller, record, None)? {
            form.complain(field, Complaint::Taken);
        }
    }
    let links = read_links::<R>(ledger, caller, &mut form)?;
    Ok(Draft { record, form, links })
}

/// The second half of a create: writes the record, with its identifier, its links and its entry.
///
/// # Errors
/// With every complaint about the body.
pub fn keep<R: Resource>(ledger: &mut dyn Ledger, caller: &Caller, draft: Draft<'_, R>) -> Result<Kept<R>, Refusal> {
    let Draft { record, form, links } = draft;
    form.finish(R::FIELDS)?;
    let mut record = record.ok_or_else(|| Refusal::Fault("a form without complaints made no record".to_owned()))?;
    if let Some(identifier) = numbering::claim(ledger, caller.team, &record)? {
        record.identify(identifier);
    }

    let kept = R::book(ledger).insert(caller.team, &record)?;
    tally(ledger, caller.team, None, Some(&kept));
    ledger.record(caller.team, &entry(&kept, caller, "created", told("attributes", attributes(&kept))))?;
    for (target, ids) in links {
        relink(ledger, caller, &kept, target, &ids)?;
    }
    Ok(kept)
}

/// The properties of an entry that tells one side of a change.
pub(crate) fn told(key: &str, attributes: Map<String, Value>) -> Map<String, Value> {
    Map::from_iter([(key.to_owned(), Value::Object(attributes))])
}
