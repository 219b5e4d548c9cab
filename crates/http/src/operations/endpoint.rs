//! An endpoint: where the requests for one kind of record are carried out, whatever the kind.
//!
//! Everything above works with `dyn ReadEndpoint` and `dyn CommandEndpoint`, so that each handler is compiled once and
//! not once a kind.

use std::collections::HashSet;
use std::marker::PhantomData;

use uplift_domain::access::{Caller, Right, TeamId};
use uplift_domain::commands::Dispatched;
use uplift_domain::listing::{
    FilterValues, Filters, Includes, ListPage, ListParameters, Listing, PageRequest, Relations, Sorts, parts,
    reach_of_record,
};
use uplift_domain::ports::{Reach, ReadPort, ReadTx};
use uplift_domain::record::{Id, Stored};
use uplift_domain::resource::Resource;
use uplift_domain::{Kind, Refusal};

use crate::answer::included::Included;
use crate::answer::json::separate;
use crate::answer::json_writer::JsonWriter;
use crate::operations::facts::{Facts, FilterFacts, RelationFacts, segment};

/// A list that was asked for in words its kind knows.
pub(crate) trait PreparedList: Send {
    /// How far it reaches into the database.
    fn reach(&self) -> Reach;
    fn page(&self) -> PageRequest;
    /// Writes the records of the page as a JSON list, and tells how many they are and how many there are in all.
    fn write(&self, tx: &mut dyn ReadTx, caller: &Caller, out: &mut JsonWriter) -> Result<(usize, i64), Refusal>;
}

impl<R: Resource> PreparedList for Listing<R> {
    fn reach(&self) -> Reach {
        self.reach()
    }

    fn page(&self) -> PageRequest {
        self.page
    }

    fn write(&self, tx: &mut dyn ReadTx, caller: &Caller, out: &mut JsonWriter) -> Result<(usize, i64), Refusal> {
        let ListPage { mut records, total } = R::reads(tx).list(caller.team, self, out)?;
        let now = tx.now();
        records.iter_mut().for_each(|stored| stored.show_to(caller, now));
        let included = Included::read(tx, caller, &records, &self.includes, out)?;
        let count = records.len();
        included.list(out, records)?;
        Ok((count, total))
    }
}

/// Where a kind is read.
pub(crate) trait ReadEndpoint: Send + Sync {
    fn kind(&self) -> Kind;

    /// Whether it rests on its records who a caller is.
    fn makes_callers(&self) -> bool;

    fn facts(&self) -> Facts;

    /// How far reading one record reaches into the database, with what the query includes.
    fn reach(&self, team: TeamId, id: i64, parameters: &ListParameters) -> Reach;

    /// Whether the caller's role allows what is done to no record in particular.
    fn permit(&self, caller: &Caller, right: Right) -> Result<(), Refusal>;

    /// Reads what a list is asked: of a kind whose paths go on from that of a record, those that are parts of `whole`.
    fn prepare_list(
        &self,
        caller: &Caller,
        parameters: &ListParameters,
        max_size: i64,
        whole: Option<i64>,
    ) -> Result<Box<dyn PreparedList>, Refusal>;

    /// What is wrong with the includes of a query.
    fn check_includes(&self, parameters: &ListParameters) -> Result<(), Refusal>;

    /// Writes one record, with what the query includes.
    fn view(
        &self,
        tx: &mut dyn ReadTx,
        caller: &Caller,
        id: i64,
        parameters: &ListParameters,
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

impl<R: Dispatched> ReadEndpoint for KindEndpoint<R> {
    fn kind(&self) -> Kind {
        R::KIND
    }

    fn makes_callers(&self) -> bool {
        R::MAKES_CALLERS
    }

    fn facts(&self) -> Facts {
        let relation = |it: &R::Relation| RelationFacts {
            name: it.name(),
            path: it.path(),
            key: it.key(),
            ids_key: it.ids_key(),
            leads_to: it.leads_to(),
            is_included: it.is_included(),
        };
        Facts {
            kind: R::KIND,
            about: R::ABOUT,
            area: R::AREA,
            columns: R::COLUMNS,
            rights: R::RIGHTS,
            logged_on: R::LOGGED.map(|elsewhere| elsewhere.on),
            path: if R::SINGLE { R::KIND.singular().to_owned() } else { segment(R::KIND) },
            single: R::SINGLE,
            within: R::KIND.parent().filter(|_| R::NESTED),
            soft_deletes: R::SOFT_DELETES,
            fields: R::FIELDS,
            extra_fields: R::extra_fields,
            status_fields: R::status_fields,
            initial_words: R::initial_words(),
            filters: R::Filter::ALL.iter().copied().filter(|it| it.is_offered()).map(FilterFacts::of).collect(),
            sorts: R::Sort::ALL.iter().map(|it| it.name()).collect(),
            relations: R::Relation::ALL.iter().map(relation).collect(),
        }
    }

    fn reach(&self, team: TeamId, id: i64, parameters: &ListParameters) -> Reach {
        // Where the includes are wrong, nothing but the record is read before that is told.
        reach_of_record::<R>(team, id, &read_includes::<R>(parameters).unwrap_or_default())
    }

    fn permit(&self, caller: &Caller, right: Right) -> Result<(), Refusal> {
        caller.permit(R::RIGHTS, right, &[])
    }

    fn prepare_list(
        &self,
        caller: &Caller,
        parameters: &ListParameters,
        max_size: i64,
        whole: Option<i64>,
    ) -> Result<Box<dyn PreparedList>, Refusal> {
        let mut listing = (R::dispatch().listing)(parameters, caller, max_size)?;
        if let Some(((_, field), whole)) = R::KIND.parent().zip(whole) {
            let filter = R::Filter::ALL.iter().find(|filter| filter.name() == field);
            let filter = *filter.ok_or_else(|| Refusal::Fault(format!("no list is filtered by {field}")))?;
            listing.filters.push((filter, FilterValues(vec![whole.to_string()])));
        }
        Ok(Box::new(listing))
    }

    fn check_includes(&self, parameters: &ListParameters) -> Result<(), Refusal> {
        read_includes::<R>(parameters).map(drop)
    }

    fn view(
        &self,
        tx: &mut dyn ReadTx,
        caller: &Caller,
        id: i64,
        parameters: &ListParameters,
        out: &mut JsonWriter,
    ) -> Result<(), Refusal> {
        let mut stored = (R::dispatch().view)(tx, caller, Id::new(id))?;
        stored.show_to(caller, tx.now());
        write(tx, caller, &stored, &read_includes::<R>(parameters)?, out)
    }
}

/// What the query includes.
fn read_includes<R: Dispatched>(parameters: &ListParameters) -> Result<Includes<R>, Refusal> {
    let includes = (R::dispatch().includes)(parameters)?;
    let errors = parameters.errors();
    if errors.is_empty() { Ok(includes) } else { Err(errors.into()) }
}

/// Writes a record with its parts and nothing included.
pub(crate) fn write_plain<R: Resource>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    stored: &Stored<R>,
    out: &mut JsonWriter,
) -> Result<(), Refusal> {
    match stored.record.shown(caller, tx.now()) {
        Some(record) => write(tx, caller, &Stored { record, ..*stored }, &parts::<R>(), out),
        None => write(tx, caller, stored, &parts::<R>(), out),
    }
}

/// Writes records one after the other, null in place of each that is gone, with what the query includes. A record that
/// is there several times is written each time as it is there.
pub(crate) fn write_records<R: Dispatched>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    records: Vec<Option<Stored<R>>>,
    parameters: &ListParameters,
    out: &mut JsonWriter,
) -> Result<(), Refusal> {
    let includes = read_includes::<R>(parameters)?;
    let (mut told_apart, mut seen) = (vec![Vec::new()], HashSet::new());
    for record in records {
        if record.as_ref().is_some_and(|stored| !seen.insert(stored.id.get())) {
            seen = record.iter().map(|stored| stored.id.get()).collect();
            told_apart.push(Vec::new());
        }
        told_apart.last_mut().into_iter().for_each(|some| some.push(record.clone()));
    }
    for some in told_apart {
        let there: Vec<bool> = some.iter().map(Option::is_some).collect();
        let live: Vec<Stored<R>> = some.into_iter().flatten().collect();
        let mut included = Included::read(tx, caller, &live, &includes, out)?;
        let mut live = live.iter();
        for is_there in there {
            separate(&mut out.bytes);
            match is_there.then(|| live.next()).flatten() {
                Some(stored) => included.write(out, stored)?,
                None => out.bytes.extend_from_slice(b"null"),
            }
        }
    }
    Ok(())
}

fn write<R: ReadPort>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    stored: &Stored<R>,
    includes: &Includes<R>,
    out: &mut JsonWriter,
) -> Result<(), Refusal> {
    let mut included = Included::read(tx, caller, std::slice::from_ref(stored), includes, out)?;
    out.bytes.extend_from_slice(b"{\"data\":");
    included.write(out, stored)?;
    out.bytes.push(b'}');
    Ok(())
}
