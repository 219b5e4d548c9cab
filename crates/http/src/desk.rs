//! A desk: where the requests for one kind of record are carried out, whatever the kind.
//!
//! Everything above works with `dyn Shelf` and `dyn Desk`, so that each handler is compiled once and not once a kind.

use std::marker::PhantomData;

use uplift_domain::access::{Caller, Deed, TeamId};
use uplift_domain::listing::{Ask, Asked, Filters, Includes, Link, Listing, PageAsk, Relations, Sorts, parts};
use uplift_domain::ports::{Ledger, Library, Reach};
use uplift_domain::record::{Id, Kept};
use uplift_domain::resource::{Listed, Resource};
use uplift_domain::verbs::{self, Body};
use uplift_domain::{Kind, Refusal};

use crate::facts::{Facts, RelationFacts};
use crate::included::Included;
use crate::sheet::Sheet;

/// A list that was asked for in words its kind knows.
pub(crate) trait Asking: Send {
    /// How far it reaches into the database.
    fn reach(&self) -> Reach;
    fn page(&self) -> PageAsk;
    /// Writes the records of the page as a JSON list, and tells how many they are and how many there are in all.
    fn write(&self, library: &mut dyn Library, caller: &Caller, sheet: &mut Sheet) -> Result<(usize, i64), Refusal>;
}

impl<R: Listed> Asking for Listing<R> {
    fn reach(&self) -> Reach {
        match self.bounded() && short(&self.includes) {
            true if self.includes.is_empty() && self.counter().is_some() => Reach::Statement,
            true => Reach::Page,
            false => Reach::Search,
        }
    }

    fn page(&self) -> PageAsk {
        self.page
    }

    fn write(&self, library: &mut dyn Library, caller: &Caller, sheet: &mut Sheet) -> Result<(usize, i64), Refusal> {
        let page = verbs::list(library, caller, self, sheet)?;
        let included = Included::read(library, caller.team, &page.records, &self.includes, sheet)?;
        let count = page.records.len();
        included.list(sheet, page.records)?;
        Ok((count, page.total))
    }
}

/// Where a kind is read.
pub(crate) trait Shelf: Sync {
    fn kind(&self) -> Kind;

    fn facts(&self) -> Facts;

    /// How far reading one record reaches into the database, with what the query includes.
    fn reach(&self, team: TeamId, id: i64, asked: &Asked) -> Reach;

    /// Reads what a list is asked.
    fn ask(&self, asked: &Asked, max_size: i64) -> Result<Box<dyn Asking>, Refusal>;

    /// Writes one record, with what the query includes.
    fn view(
        &self,
        library: &mut dyn Library,
        caller: &Caller,
        id: i64,
        asked: &Asked,
        sheet: &mut Sheet,
    ) -> Result<(), Refusal>;
}

/// What is done to a record that is there.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Update(Body),
    Action(&'static str, Body),
    Restore(Body),
    Attach(Kind, Link, Body),
    SetLinks(Kind, Link, Body),
    Detach(Kind, Link, i64, Body),
}

/// Where a kind is read and written. A record is written out as it is after the change; what the query includes with it
/// is only checked, and read after the commit, so that nobody's includes hold up everybody's writes.
pub(crate) trait Desk: Shelf {
    /// Whether the caller's role allows a new record.
    fn admit_creation(&self, caller: &Caller) -> Result<(), Refusal>;

    fn create(
        &self,
        ledger: &mut dyn Ledger,
        caller: &Caller,
        body: &Body,
        asked: &Asked,
        sheet: &mut Sheet,
    ) -> Result<i64, Refusal>;

    fn change(
        &self,
        ledger: &mut dyn Ledger,
        caller: &Caller,
        id: i64,
        change: &Change,
        asked: &Asked,
        sheet: &mut Sheet,
    ) -> Result<(), Refusal>;

    fn delete(&self, ledger: &mut dyn Ledger, caller: &Caller, id: i64) -> Result<(), Refusal>;

    /// What clients may do by the verbs that all kinds share.
    fn deeds(&self) -> &'static [Deed];

    /// The names of what else may be done to a record.
    fn actions(&self) -> Vec<&'static str>;
}

/// The desk of the kind `R`, whose paths begin with `path`.
pub(crate) struct Of<R> {
    path: &'static str,
    kind: PhantomData<fn() -> R>,
}

/// The desk of a kind.
pub(crate) const fn desk<R>(path: &'static str) -> Of<R> {
    Of { path, kind: PhantomData }
}

impl<R: Listed> Shelf for Of<R> {
    fn kind(&self) -> Kind {
        R::KIND
    }

    fn facts(&self) -> Facts {
        let relation = |it: &R::Relation| RelationFacts { name: it.name(), key: it.key(), leads_to: it.leads_to() };
        Facts {
            kind: R::KIND,
            path: self.path,
            soft_deletes: R::SOFT_DELETES,
            fields: R::FIELDS,
            filters: R::Filter::ALL.iter().map(|it| (it.name(), it.matching())).collect(),
            sorts: R::Sort::ALL.iter().map(|it| it.name()).collect(),
            relations: R::Relation::ALL.iter().map(relation).collect(),
        }
    }

    fn reach(&self, team: TeamId, id: i64, asked: &Asked) -> Reach {
        match readable::<R>(asked) {
            Ok(includes) if includes.is_empty() => Reach::Record(team, R::KIND, id),
            Ok(includes) if short(&includes) => Reach::Page,
            Ok(_) => Reach::Search,
            // Nothing but the record is read before this is told.
            Err(_) => Reach::Record(team, R::KIND, id),
        }
    }

    fn ask(&self, asked: &Asked, max_size: i64) -> Result<Box<dyn Asking>, Refusal> {
        Ok(Box::new(asked.listing::<R>(max_size)?))
    }

    fn view(
        &self,
        library: &mut dyn Library,
        caller: &Caller,
        id: i64,
        asked: &Asked,
        sheet: &mut Sheet,
    ) -> Result<(), Refusal> {
        let kept = verbs::view::<R>(library, caller, Id::new(id))?;
        write(library, caller, &kept, asked, sheet)
    }
}

impl<R: Resource> Desk for Of<R> {
    fn admit_creation(&self, caller: &Caller) -> Result<(), Refusal> {
        caller.permit(R::RIGHTS, Deed::Create, None)
    }

    fn create(
        &self,
        ledger: &mut dyn Ledger,
        caller: &Caller,
        body: &Body,
        asked: &Asked,
        sheet: &mut Sheet,
    ) -> Result<i64, Refusal> {
        let kept = R::create(ledger, caller, &after_includes::<R>(asked, body))?;
        write_plain(ledger, caller, &kept, sheet)?;
        Ok(kept.id.get())
    }

    fn change(
        &self,
        ledger: &mut dyn Ledger,
        caller: &Caller,
        id: i64,
        change: &Change,
        asked: &Asked,
        sheet: &mut Sheet,
    ) -> Result<(), Refusal> {
        let id = Id::<R>::new(id);
        let checked = |body| after_includes::<R>(asked, body);
        let kept = match change {
            Change::Update(body) => R::update(ledger, caller, id, &checked(body)),
            Change::Action(name, body) => match R::ACTIONS.iter().find(|action| action.name == *name) {
                Some(action) => verbs::act(ledger, caller, id, action, &checked(body)),
                None => Err(Refusal::Fault(format!("{} has no action {name}", R::KIND.singular()))),
            },
            Change::Restore(body) => verbs::restore(ledger, caller, id, &checked(body)),
            Change::Attach(kind, link, body) => verbs::attach(ledger, caller, id, (*kind, *link), &checked(body)),
            Change::SetLinks(kind, link, body) => verbs::set_links(ledger, caller, id, (*kind, *link), &checked(body)),
            Change::Detach(kind, link, related, body) => {
                verbs::detach(ledger, caller, id, (*kind, *link), *related, &checked(body))
            }
        }?;
        write_plain(ledger, caller, &kept, sheet)
    }

    fn delete(&self, ledger: &mut dyn Ledger, caller: &Caller, id: i64) -> Result<(), Refusal> {
        verbs::delete::<R>(ledger, caller, Id::new(id)).map(|_| ())
    }

    fn deeds(&self) -> &'static [Deed] {
        R::DEEDS
    }

    fn actions(&self) -> Vec<&'static str> {
        R::ACTIONS.iter().map(|action| action.name).collect()
    }
}

/// The body, or what is wrong with the includes of the query where the body itself could be read: of the two, the
/// includes are told first.
pub(crate) fn after_includes<R: Listed>(asked: &Asked, body: &Body) -> Body {
    match body {
        Err(Refusal::TooLarge | Refusal::MediaType(_)) => body.clone(),
        Ok(_) | Err(_) => readable::<R>(asked).and_then(|_| body.clone()),
    }
}

/// Whether reading what is included can be given up once it turns out to be much: records can, and are counted on the
/// way where their number is asked for as well. Counting alone cannot.
fn short<L: Copy + PartialEq>(includes: &[(L, Ask)]) -> bool {
    includes.iter().all(|(relation, _)| includes.contains(&(*relation, Ask::Records)))
}

/// What the query includes.
fn readable<R: Listed>(asked: &Asked) -> Result<Includes<R>, Refusal> {
    let includes = asked.includes::<R>()?;
    let complaints = asked.complaints();
    if complaints.is_empty() { Ok(includes) } else { Err(complaints.into()) }
}

/// Writes a record with its parts and nothing included.
pub(crate) fn write_plain<R: Listed>(
    library: &mut dyn Library,
    caller: &Caller,
    kept: &Kept<R>,
    sheet: &mut Sheet,
) -> Result<(), Refusal> {
    write_with(library, caller, kept, &parts::<R>(), sheet)
}

fn write<R: Listed>(
    library: &mut dyn Library,
    caller: &Caller,
    kept: &Kept<R>,
    asked: &Asked,
    sheet: &mut Sheet,
) -> Result<(), Refusal> {
    write_with(library, caller, kept, &readable::<R>(asked)?, sheet)
}

fn write_with<R: Listed>(
    library: &mut dyn Library,
    caller: &Caller,
    kept: &Kept<R>,
    includes: &Includes<R>,
    sheet: &mut Sheet,
) -> Result<(), Refusal> {
    let mut included = Included::read(library, caller.team, std::slice::from_ref(kept), includes, sheet)?;
    sheet.bytes.extend_from_slice(b"{\"data\":");
    included.write(sheet, kept)?;
    sheet.bytes.push(b'}');
    Ok(())
}
