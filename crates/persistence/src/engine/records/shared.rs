//! Records and parts as whatever reads those of any kind takes them.

use std::collections::HashMap;
use std::rc::Rc;

use uplift_domain::Refusal;
use uplift_domain::access::Caller;
use uplift_domain::ports::{Meter, Related};
use uplift_domain::record::{EmbeddedRow, Id, Record, Shows, Stored, Time, Unreadable};
use uplift_domain::resource::Resource;

/// Gives each owner its parts, in the order in which they come.
pub(crate) fn parts<R: Record>(
    meter: &mut dyn Meter,
    parts: impl Iterator<Item = Result<(i64, EmbeddedRow<R>), Unreadable>>,
) -> Result<Option<Related>, Refusal> {
    let mut groups: HashMap<i64, Vec<Rc<dyn Shows>>> = HashMap::new();
    for part in parts {
        let (owner, part) = part?;
        meter.weigh(size_of::<EmbeddedRow<R>>())?;
        groups.entry(owner).or_default().push(Rc::new(part));
    }
    Ok(Some(Related::Records(groups)))
}

/// A record, with its id, as whatever reads records of any kind takes it, and as it is shown to a caller.
pub(crate) fn shared<R: Resource>(mut stored: Stored<R>, caller: &Caller, now: Time) -> (i64, Rc<dyn Shows>) {
    stored.show_to(caller, now);
    let id: Id<R> = stored.id;
    (id.get(), Rc::new(stored))
}
