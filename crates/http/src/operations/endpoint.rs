//! A endpoint: where the requests for one kind of record are carried out, whatever the kind.
//!
//! Everything above works with `dyn ReadEndpoint` and `dyn Endpoint`, so that each handler is compiled once and not once a kind.

use std::marker::PhantomData;

use uplift_domain::access::{Caller, TeamId};
use uplift_domain::commands;
use uplift_domain::listing::{
    Ask, Filters, Includes, ListParameters, Listed, Listing, PageRequest, Relations, Sorts, parts,
};
use uplift_domain::ports::{Reach, ReadPort, ReadTx};
use uplift_domain::record::{Id, Stored};
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

impl<R: ReadPort> PreparedList for Listing<R> {
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
        let page = R::reads(tx).list(caller.team, self, out)?;
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

    /// What is wrong with the includes of a query.
    fn check_includes(&self, asked: &ListParameters) -> Result<(), Refusal>;

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

/// The endpoint of a kind.
pub(crate) struct KindEndpoint<R>(PhantomData<fn() -> R>);

impl<R> KindEndpoint<R> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<R: ReadPort> ReadEndpoint for KindEndpoint<R> {
    fn kind(&self) -> Kind {
        R::KIND
    }

    fn facts(&self) -> Facts {
        let relation = |it: &R::Relation| RelationFacts {
            name: it.name(),
            key: it.key(),
            ids_key: it.ids_key(),
            leads_to: it.leads_to(),
            is_included: it.is_included(),
        };
        Facts {
            kind: R::KIND,
            path: R::KIND.plural().unwrap_or_default().replace('_', "-"),
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

    fn check_includes(&self, asked: &ListParameters) -> Result<(), Refusal> {
        readable::<R>(asked).map(drop)
    }

    fn view(
        &self,
        tx: &mut dyn ReadTx,
        caller: &Caller,
        id: i64,
        asked: &ListParameters,
        out: &mut JsonWriter,
    ) -> Result<(), Refusal> {
        let stored = commands::view::<R>(tx, caller, Id::new(id))?;
        write(tx, caller, &stored, asked, out)
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
    let errors = asked.errors();
    if errors.is_empty() { Ok(includes) } else { Err(errors.into()) }
}

/// Writes a record with its parts and nothing included.
pub(crate) fn write_plain<R: ReadPort>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    stored: &Stored<R>,
    out: &mut JsonWriter,
) -> Result<(), Refusal> {
    write_with(tx, caller, stored, &parts::<R>(), out)
}

fn write<R: ReadPort>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    stored: &Stored<R>,
    asked: &ListParameters,
    out: &mut JsonWriter,
) -> Result<(), Refusal> {
    write_with(tx, caller, stored, &readable::<R>(asked)?, out)
}

fn write_with<R: ReadPort>(
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
