//! Reading: a page of a list, and one record.

use super::missing;
use crate::Refusal;
use crate::access::Caller;
use crate::listing::{ListPage, Listing};
use crate::ports::{Meter, ReadTx};
use crate::record::{Id, Stored};
use crate::resource::Listed;

/// A page of the caller's records.
///
/// # Errors
/// When the records weigh more than the meter takes, or the database fails.
pub fn list<R: Listed>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    listing: &Listing<R>,
    meter: &mut dyn Meter,
) -> Result<ListPage<R>, Refusal> {
    R::reads(tx).list(caller.team, listing, meter)
}

/// One of the caller's records.
///
/// # Errors
/// When the team has no such record, or has deleted it.
pub fn view<R: Listed>(tx: &mut dyn ReadTx, caller: &Caller, id: Id<R>) -> Result<Stored<R>, Refusal> {
    R::reads(tx).find(caller.team, id)?.ok_or_else(|| missing(R::KIND, id))
}
