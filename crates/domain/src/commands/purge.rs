//! Deleting for good what nothing else uses.

use super::call::{Call, Done, Outcome};
use super::delete::delete;
use super::uses::release;
use crate::listing::{LeadsTo, Relations};
use crate::ports::WriteTx;
use crate::record::Stored;
use crate::resource::Resource;
use crate::{Kind, Refusal, attachments, comments};

/// Deletes a record for good, with what is attached to it, unless others use it.
///
/// # Errors
/// When other records use it, or when the database fails.
pub(crate) fn purge_unless_used<R: Resource>(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<R>,
) -> Result<Done<R>, Refusal> {
    release::<R>(tx, call.caller, stored.id.get())?;
    let has = |kind| R::Relation::ALL.iter().any(|it| matches!(it.leads_to(), LeadsTo::Morphs(of, _) if of == kind));
    let (record, mut unused) = ((R::KIND, stored.id.get()), Vec::new());
    if has(Kind::Comment) {
        unused.extend(comments::purge_all(tx, call.caller, record)?);
    }
    if has(Kind::Attachment) {
        unused.extend(attachments::delete_all(tx, call.caller, record)?);
    }
    delete(tx, call.caller, stored)?;
    Ok(Done { outcome: Outcome::Nothing, unused })
}
