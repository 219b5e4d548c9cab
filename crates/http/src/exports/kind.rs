//! The export of a kind whose records stand in one list.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use uplift_domain::Refusal;
use uplift_domain::access::{Caller, TeamId};
use uplift_domain::commands::Dispatched;
use uplift_domain::listing::{Ask, Listing, parts};
use uplift_domain::ports::{Allowance, ReadTx, Related};
use uplift_domain::record::{FieldValue, Shows, Stored};
use uplift_domain::resource::Resource;

use super::columns::{Column, Columns, Values};
use super::export::{Export, ExportEndpoint, ExportRequest, ListOf, MOST_NAMED, Weight, and_one, at};
use super::naming::Names;
use crate::answer::called::called;
use crate::answer::cell::Cell;
use crate::answer::included::Included;
use crate::answer::json_writer::AnswerContext;
use crate::operations::facts::segment;

/// How a kind is exported: in these columns.
pub(super) struct KindExport<R: Resource>(pub(super) Columns<R>);

impl<R: Dispatched> ExportEndpoint for KindExport<R> {
    fn name(&self) -> String {
        segment(R::KIND)
    }

    fn list(&self) -> ListOf {
        ListOf::Kind(R::KIND)
    }

    fn ask(&self, request: &ExportRequest<'_>) -> Result<Box<dyn Export>, Refusal> {
        let list = List::<R>::ask(request)?;
        Ok(Box::new(RunningExport { list, columns: self.0.all() }))
    }
}

/// The records of a list that are exported.
pub(super) struct List<R: Resource> {
    pub(super) listing: Listing<R>,
    pub(super) ids: Vec<i64>,
}

impl<R: Dispatched> List<R> {
    /// Reads what of the list is asked for.
    ///
    /// # Errors
    /// When a filter or a sort is wrong.
    pub(super) fn ask(request: &ExportRequest<'_>) -> Result<Self, Refusal> {
        let listing = (R::dispatch().listing)(&request.parameters, request.caller, 1)?;
        Ok(Self { listing, ids: Vec::new() })
    }

    /// Finds the records, so many at most and one more, and tells how many.
    pub(super) fn begin(&mut self, tx: &mut dyn ReadTx, team: TeamId, most: usize) -> Result<usize, Refusal> {
        self.ids = R::reads(tx).ids(team, &self.listing, and_one(most))?;
        Ok(self.ids.len())
    }

    /// The records at these places, as they are shown to the caller.
    pub(super) fn read(
        &self,
        tx: &mut dyn ReadTx,
        caller: &Caller,
        places: Range<usize>,
    ) -> Result<Vec<Stored<R>>, Refusal> {
        let mut records = R::reads(tx).find_many(caller.team, at(&self.ids, places), &mut Weight::default())?;
        let now = tx.now();
        records.iter_mut().for_each(|stored| stored.show_to(caller, now));
        Ok(records)
    }
}

/// What a relation of some records leads to.
pub(super) type Linked = HashMap<i64, Vec<Rc<dyn Shows>>>;

/// Reads what a relation of some records leads to.
///
/// # Errors
/// [`Refusal::AnswerTooLarge`] when it is more than may be read at once.
pub(super) fn linked<R: Resource>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    records: &[Stored<R>],
    relation: R::Relation,
) -> Result<Linked, Refusal> {
    let mut weight = Weight::default();
    let mut allowance = Allowance { records: MOST_NAMED, meter: &mut weight };
    match R::reads(tx).related(caller, records, relation, Ask::Records, &mut allowance)? {
        Some(Related::Records(records)) => Ok(records),
        Some(Related::Counts(_)) | None => Err(crate::request::bounds::too_large("format")),
    }
}

/// What some records are called, in one cell.
pub(super) fn names_of(records: Option<&Vec<Rc<dyn Shows>>>) -> Cell {
    Cell::several(records.into_iter().flatten().map(|record| called(record.as_ref())))
}

/// What stands in a field of some records, in the order of their positions, in one cell.
fn keys_of(records: Option<&Vec<Rc<dyn Shows>>>, field: &str) -> Cell {
    let mut keys: Vec<(i64, String)> = Vec::new();
    for record in records.into_iter().flatten() {
        let (mut position, mut key) = (0, String::new());
        record.show(&mut |name, shown| match shown {
            FieldValue::Integer(it) if name == "position" => position = it,
            FieldValue::Text(text) if name == field => text.clone_into(&mut key),
            _ => {}
        });
        keys.push((position, key));
    }
    keys.sort_by_key(|(position, _)| *position);
    Cell::several(keys.into_iter().map(|(_, key)| key))
}

/// An export of a kind.
struct RunningExport<R: Resource> {
    list: List<R>,
    columns: Vec<Column<R>>,
}

impl<R: Dispatched> Export for RunningExport<R> {
    fn begin(&mut self, tx: &mut dyn ReadTx, caller: &Caller, most: usize) -> Result<usize, Refusal> {
        self.list.begin(tx, caller.team, most)
    }

    fn columns(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name().to_owned()).collect()
    }

    fn rows(&mut self, tx: &mut dyn ReadTx, caller: &Caller, places: Range<usize>) -> Result<Vec<Vec<Cell>>, Refusal> {
        let records = self.list.read(tx, caller, places)?;
        let mut names = Names::default();
        let values: Vec<Values> = records.iter().map(|stored| Values::of(stored, &mut names)).collect();
        names.look_up(tx, caller)?;
        let mut related: Vec<Linked> = Vec::with_capacity(self.columns.len());
        for column in &self.columns {
            related.push(match column {
                Column::Linked(_, relation) | Column::Keys(_, relation, _) => linked(tx, caller, &records, *relation)?,
                Column::Field(..) | Column::Computed(..) => Linked::new(),
            });
        }
        let now = tx.now();
        let row = |(stored, values): (&Stored<R>, &Values)| {
            let cell = |(column, linked): (&Column<R>, &Linked)| match column {
                Column::Field(_, field) => values.cell(field, &names),
                Column::Linked(..) => names_of(linked.get(&stored.id.get())),
                Column::Keys(_, _, field) => keys_of(linked.get(&stored.id.get()), field),
                Column::Computed(_, tell) => tell(stored, caller, now),
            };
            self.columns.iter().zip(&related).map(cell).collect()
        };
        Ok(records.iter().zip(&values).map(row).collect())
    }

    fn objects(
        &mut self,
        tx: &mut dyn ReadTx,
        caller: &Caller,
        context: &AnswerContext,
        places: Range<usize>,
    ) -> Result<Vec<Vec<u8>>, Refusal> {
        let records = self.list.read(tx, caller, places)?;
        objects(tx, caller, context, &records)
    }
}

/// Records as lists show them, each by itself.
///
/// # Errors
/// [`Refusal::AnswerTooLarge`] when they are more than may be written at once.
pub(super) fn objects<R: Resource>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    context: &AnswerContext,
    records: &[Stored<R>],
) -> Result<Vec<Vec<u8>>, Refusal> {
    let mut out = context.writer_anyway(1024);
    let mut included = Included::read(tx, caller, records, &parts::<R>(), &mut out)?;
    let mut objects = Vec::with_capacity(records.len());
    for stored in records {
        included.write(&mut out, stored)?;
        objects.push(std::mem::take(&mut out.bytes));
    }
    Ok(objects)
}
