//! A endpoint: where the requests for one kind of record are carried out, whatever the kind.
//!
//! Everything above works with `dyn ReadEndpoint` and `dyn Endpoint`, so that each handler is compiled once and not once a kind.

use std::marker::PhantomData;

use uplift_domain::access::{Caller, TeamId, Verb};
use uplift_domain::listing::{
    Ask, Filters, Includes, ListParameters, Listing, ManyToMany, PageRequest, Relations, Sorts, parts,
};
use uplift_domain::ports::{Reach, ReadTx, WriteTx};
use uplift_domain::record::{Id, Stored};
use uplift_domain::resource::{Listed, Resource};
use uplift_domain::verbs::{self, Body};
use uplift_domain::{Kind, Refusal};

use crate::answer::included::Included;
use crate::answer::json_writer::JsonWriter;
use crate::operations::facts::{Facts, RelationFacts};

/// A list that was asked for in words its kind knows.
pub(crate) trait PreparedList: Send {
    /// How far it reaches into the database.
    fn reach(&self) -> Reach;
    fn page(&self) -> PageRequest;
    /// Writes the records of the page as a JSON list, and tells how many they are and how many there are in all.
    fn write(&self, tx: &mut dyn ReadTx, caller: &Caller, out: &mut JsonWriter) -> Result<(usize, i64), Refusal>;
}

impl<R: Listed> PreparedList for Listing<R> {
    fn reach(&self) -> Reach {
        match self.bounded() && short(&self.includes) {
            true if self.includes.is_empty() && self.counter().is_some() => Reach::Statement,
            true => Reach::Page,
            false => Reach::Search,
        }
    }

    fn page(&self) -> PageRequest {
        self.page
    }

    fn write(&self, tx: &mut dyn ReadTx, caller: &Caller, out: &mut JsonWriter) -> Result<(usize, i64), Refusal> {
        let page = verbs::list(tx, caller, self, out)?;
        let included = Included::read(tx, caller.team, &page.records, &self.includes, out)?;
        let count = page.records.len();
        included.list(out, page.records)?;
        Ok((count, page.total))
    }
}

/// Where a kind is read.
pub(crate) trait ReadEndpoint: Sync {
    fn kind(&self) -> Kind;

    fn facts(&self) -> Facts;

    /// How far reading one record reaches into the database, with what the query includes.
    fn reach(&self, team: TeamId, id: i64, asked: &ListParameters) -> Reach;

    /// Reads what a list is asked.
    fn ask(&self, asked: &ListParameters, max_size: i64) -> Result<Box<dyn PreparedList>, Refusal>;

    /// Writes one record, with what the query includes.
    fn view(
        &self,
        tx: &mut dyn ReadTx,
        caller: &Caller,
        id: i64,
        asked: &ListParameters,
        out: &mut JsonWriter,
    ) -> Result<(), Refusal>;
}

/// What is done to a record that is there.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Update(Body),
    Action(&'static str, Body),
    Restore(Body),
    Attach(Kind, ManyToMany, Body),
    SetLinks(Kind, ManyToMany, Body),
    Detach(Kind, ManyToMany, i64, Body),
}

/// Where a kind is read and written. A record is written out as it is after the change; what the query includes with it
/// is only checked, and read after the commit, so that nobody's includes hold up everybody's writes.
pub(crate) trait Endpoint: ReadEndpoint {
    /// Whether the caller's role allows a new record.
    fn admit_creation(&self, caller: &Caller) -> Result<(), Refusal>;

    fn create(
        &self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        body: &Body,
        asked: &ListParameters,
        out: &mut JsonWriter,
    ) -> Result<i64, Refusal>;

    fn change(
        &self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        id: i64,
        change: &Change,
        asked: &ListParameters,
        out: &mut JsonWriter,
    ) -> Result<(), Refusal>;

    fn delete(&self, tx: &mut dyn WriteTx, caller: &Caller, id: i64) -> Result<(), Refusal>;

    /// What clients may do by the verbs that all kinds share.
    fn verbs(&self) -> &'static [Verb];

    /// The names of what else may be done to a record.
    fn actions(&self) -> Vec<&'static str>;
}

/// The endpoint of the kind `R`, whose paths begin with `path`.
pub(crate) struct KindEndpoint<R> {
    path: &'static str,
    kind: PhantomData<fn() -> R>,
}

/// The endpoint of a kind.
pub(crate) const fn endpoint<R>(path: &'static str) -> KindEndpoint<R> {
    KindEndpoint { path, kind: PhantomData }
}

impl<R: Listed> ReadEndpoint for KindEndpoint<R> {
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

    fn reach(&self, team: TeamId, id: i64, asked: &ListParameters) -> Reach {
        match readable::<R>(asked) {
            Ok(includes) if includes.is_empty() => Reach::Record(team, R::KIND, id),
            Ok(includes) if short(&includes) => Reach::Page,
            Ok(_) => Reach::Search,
            // Nothing but the record is read before this is told.
            Err(_) => Reach::Record(team, R::KIND, id),
        }
    }

    fn ask(&self, asked: &ListParameters, max_size: i64) -> Result<Box<dyn PreparedList>, Refusal> {
        Ok(Box::new(asked.listing::<R>(max_size)?))
    }

    fn view(
        &self,
        tx: &mut dyn ReadTx,
        caller: &Caller,
        id: i64,
        asked: &ListParameters,
        out: &mut JsonWriter,
    ) -> Result<(), Refusal> {
        let stored = verbs::view::<R>(tx, caller, Id::new(id))?;
        write(tx, caller, &stored, asked, out)
    }
}

impl<R: Resource> Endpoint for KindEndpoint<R> {
    fn admit_creation(&self, caller: &Caller) -> Result<(), Refusal> {
        caller.permit(R::RIGHTS, Verb::Create, None)
    }

    fn create(
        &self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        body: &Body,
        asked: &ListParameters,
        out: &mut JsonWriter,
    ) -> Result<i64, Refusal> {
        let stored = R::create(tx, caller, &after_includes::<R>(asked, body))?;
        write_plain(tx, caller, &stored, out)?;
        Ok(stored.id.get())
    }

    fn change(
        &self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        id: i64,
        change: &Change,
        asked: &ListParameters,
        out: &mut JsonWriter,
    ) -> Result<(), Refusal> {
        let id = Id::<R>::new(id);
        let checked = |body| after_includes::<R>(asked, body);
        let stored = match change {
            Change::Update(body) => R::update(tx, caller, id, &checked(body)),
            Change::Action(name, body) => match R::ACTIONS.iter().find(|action| action.name == *name) {
                Some(action) => verbs::act(tx, caller, id, action, &checked(body)),
                None => Err(Refusal::Fault(format!("{} has no action {name}", R::KIND.singular()))),
            },
            Change::Restore(body) => verbs::restore(tx, caller, id, &checked(body)),
            Change::Attach(kind, link, body) => verbs::attach(tx, caller, id, (*kind, *link), &checked(body)),
            Change::SetLinks(kind, link, body) => verbs::set_links(tx, caller, id, (*kind, *link), &checked(body)),
            Change::Detach(kind, link, related, body) => {
                verbs::detach(tx, caller, id, (*kind, *link), *related, &checked(body))
            }
        }?;
        write_plain(tx, caller, &stored, out)
    }

    fn delete(&self, tx: &mut dyn WriteTx, caller: &Caller, id: i64) -> Result<(), Refusal> {
        verbs::delete::<R>(tx, caller, Id::new(id)).map(|_| ())
    }

    fn verbs(&self) -> &'static [Verb] {
        R::VERBS
    }

    fn actions(&self) -> Vec<&'static str> {
        R::ACTIONS.iter().map(|action| action.name).collect()
    }
}

/// The body, or what is wrong with the includes of the query where the body itself could be read: of the two, the
/// includes are told first.
pub(crate) fn after_includes<R: Listed>(asked: &ListParameters, body: &Body) -> Body {
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
fn readable<R: Listed>(asked: &ListParameters) -> Result<Includes<R>, Refusal> {
    let includes = asked.includes::<R>()?;
    let complaints = asked.complaints();
    if complaints.is_empty() { Ok(includes) } else { Err(complaints.into()) }
}

/// Writes a record with its parts and nothing included.
pub(crate) fn write_plain<R: Listed>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    stored: &Stored<R>,
    out: &mut JsonWriter,
) -> Result<(), Refusal> {
    write_with(tx, caller, stored, &parts::<R>(), out)
}

fn write<R: Listed>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    stored: &Stored<R>,
    asked: &ListParameters,
    out: &mut JsonWriter,
) -> Result<(), Refusal> {
    write_with(tx, caller, stored, &readable::<R>(asked)?, out)
}

fn write_with<R: Listed>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    stored: &Stored<R>,
    includes: &Includes<R>,
    out: &mut JsonWriter,
) -> Result<(), Refusal> {
    let mut included = Included::read(tx, caller.team, std::slice::from_ref(stored), includes, out)?;
    out.bytes.extend_from_slice(b"{\"data\":");
    included.write(out, stored)?;
    out.bytes.push(b'}');
    Ok(())
}
