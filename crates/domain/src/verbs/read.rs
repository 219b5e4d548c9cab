//! Reading: a page of a list, and one record.

use super::missing;
use crate::Refusal;
use crate::access::Caller;
use crate::listing::{Listing, Page};
use crate::ports::{Library, Meter};
use crate::record::{Id, Kept};
use crate::resource::Listed;

/// A page of the caller's records.
///
/// # Errors
/// When the records weigh more than the meter takes, or the database fails.
pub fn list<R: Listed>(
    library: &mut dyn Library,
    caller: &Caller,
    listing: &Listing<R>,
    meter: &mut dyn Meter,
) -> Result<Page<R>, Refusal> {
    R::shelf(library).list(caller.team, listing, meter)
}

/// One of the caller's records.
///
/// # Errors
/// When the team has no such record, or has deleted it.
pub fn view<R: Listed>(library: &mut dyn Library, caller: &Caller, id: Id<R>) -> Result<Kept<R>, Refusal> {
    R::shelf(library).find(caller.team, id)?.ok_or_else(|| missing(R::KIND, id))
}
