//! The verbs: what may be done with a record of any kind, each written once.
//!
//! Every verb takes the caller, refuses in the order of the interface (absent, role, plan, body), and leaves its
//! entry in the activity log in the transaction of the change.

mod change;
mod create;
mod delete;
mod link;
mod read;
mod tally;

pub(crate) use change::sides;
pub use change::{Edit, act, edit, settle, update};
pub(crate) use create::told;
pub use create::{Draft, create, draft, keep};
pub use delete::{delete, restore};
pub use link::{MOST_LINKS, attach, detach, set_links};
pub use read::{list, view};
pub(crate) use tally::tally;

use crate::access::{Caller, Deed};
use crate::ports::{Ledger, Library};
use crate::record::{Complaint, Fields, Form, Id, Kept, Shown};
use crate::resource::Resource;
use crate::{Kind, Refusal};

/// A request's body as it was read; what was wrong with it is told when its turn comes.
pub type Body = Result<Fields, Refusal>;

pub(crate) fn missing(kind: Kind, id: impl ToString) -> Refusal {
    Refusal::Missing { kind: kind.singular(), id: id.to_string() }
}

/// The fields of a body, when its turn has come.
pub(crate) fn fields(body: &Body) -> Result<&Fields, Refusal> {
    body.as_ref().map_err(Clone::clone)
}

/// Finds a live record to change.
fn find_live<R: Resource>(ledger: &mut dyn Ledger, caller: &Caller, id: Id<R>) -> Result<Kept<R>, Refusal> {
    let found = R::book(ledger).find_to_change(caller.team, id)?.filter(|kept| kept.deleted_at.is_none());
    found.ok_or_else(|| missing(R::KIND, id))
}

/// Finds a live record to change and asks whether the caller may.
fn find_for<R: Resource>(ledger: &mut dyn Ledger, caller: &Caller, id: Id<R>, deed: Deed) -> Result<Kept<R>, Refusal> {
    let kept = find_live(ledger, caller, id)?;
    caller.permit(R::RIGHTS, deed, kept.it.owner())?;
    Ok(kept)
}

/// Refuses where one record more would pass a limit of the team's plan, and holds the team so that no other
/// transaction adds one meanwhile.
fn admit<R: Resource>(ledger: &mut dyn Ledger, caller: &Caller) -> Result<(), Refusal> {
    let Some(limit) = R::LIMIT else { return Ok(()) };
    let team = ledger.team_to_change(caller.team)?.ok_or_else(|| missing(Kind::Team, caller.team.get()))?;
    let used = ledger.used(caller.team, limit)?;
    team.it.plan.admit(limit, used, 1).map_err(Refusal::Forbidden)
}

/// The fields that are declared unique and what this record has in them that another has too. What `before` has in
/// them is its own.
fn taken<R: Resource>(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    record: &R,
    before: Option<(Id<R>, &R)>,
) -> Result<Vec<&'static str>, Refusal> {
    let unique = |name: &str| R::FIELDS.iter().any(|field| field.unique && field.name == name);
    let texts = |record: &R| {
        let mut texts = Vec::new();
        record.show(&mut |name, shown| {
            if let (true, Shown::Text(text)) = (unique(name), shown) {
                texts.push((name, text.to_owned()));
            }
        });
        texts
    };
    let (id, own) = before.map_or((None, Vec::new()), |(id, before)| (Some(id), texts(before)));
    let mut taken = Vec::new();
    for (name, text) in texts(record).into_iter().filter(|it| !own.contains(it)) {
        if R::book(ledger).is_taken(caller.team, name, &text, id)? {
            taken.push(name);
        }
    }
    Ok(taken)
}

/// Complains about each reference that the body names, unless the record names it already, to a record that the team
/// does not have.
fn check_references<R: Resource>(
    library: &mut dyn Library,
    caller: &Caller,
    before: Option<&R>,
    form: &mut Form<'_>,
) -> Result<(), Refusal> {
    let mut earlier = Vec::with_capacity(R::FIELDS.len());
    if let Some(before) = before {
        before.show(&mut |_, shown| earlier.push(shown));
    }
    for (at, field) in R::FIELDS.iter().enumerate() {
        let (Some(kind), Some(id)) = (field.refers, form.reference(field)) else { continue };
        let named_already = earlier.get(at) == Some(&Shown::Integer(id));
        if !named_already && library.holds(caller.team, kind, &[id])?.is_empty() {
            form.complain(field.name, Complaint::NotAllowed);
        }
    }
    Ok(())
}
