//! Creating a record.

use serde_json::{Map, Value};

use super::link::{read_links, relink};
use super::{Body, admit, check_references, fields};
use crate::Refusal;
use crate::access::{Caller, Deed};
use crate::activity::{attributes, entry};
use crate::ports::Ledger;
use crate::record::{Form, Kept};
use crate::resource::Resource;

/// Creates a record from a body, with the links that the body names.
///
/// # Errors
/// When role or plan do not allow it, or with every complaint about the body.
pub fn create<R: Resource>(ledger: &mut dyn Ledger, caller: &Caller, body: &Body) -> Result<Kept<R>, Refusal> {
    caller.permit(R::RIGHTS, Deed::Create, None)?;
    admit::<R>(ledger, caller)?;

    let mut form = Form::new(fields(body)?);
    let mut read = R::read(&mut form);
    if let Some(record) = &mut read {
        record.sign(caller.user);
        record.rule(None, &mut form);
    }
    check_references::<R>(ledger, caller, None, &mut form)?;
    let links = read_links::<R>(ledger, caller, &mut form)?;
    form.finish(R::FIELDS)?;
    let record = read.ok_or_else(|| Refusal::Fault("a form without complaints made no record".to_owned()))?;

    let kept = R::book(ledger).insert(caller.team, &record)?;
    ledger.tally(caller.team, R::KIND, kept.it.project(), 1);
    ledger.record(caller.team, &entry(&kept, caller, "created", told("attributes", attributes(&kept))))?;
    for (target, ids) in links {
        relink(ledger, caller, &kept, target, &ids)?;
    }
    Ok(kept)
}

/// The properties of an entry that tells one side of a change.
pub(super) fn told(key: &str, attributes: Map<String, Value>) -> Map<String, Value> {
    Map::from_iter([(key.to_owned(), Value::Object(attributes))])
}
