//! An export: all records of a list, read over one snapshot in parts, as tables or as JSON.

use std::ops::Range;

use uplift_domain::access::Caller;
use uplift_domain::listing::ListParameters;
use uplift_domain::ports::{Meter, ReadTx};
use uplift_domain::record::Id;
use uplift_domain::{Form, Refusal};

use crate::answer::cell::Cell;
use crate::answer::json_writer::AnswerContext;
use crate::request::bounds::{ANSWER, too_large};
use crate::request::query::Query;

/// What can be exported.
pub(crate) trait ExportEndpoint: Sync {
    /// What its files are named after.
    fn name(&self) -> String;

    /// Where, below the base address.
    fn path(&self) -> String {
        format!("/{}/export", self.name())
    }

    /// The list whose filters and sorts the export takes.
    fn list(&self) -> ListOf;

    /// Whether its path goes on from that of a form, and it is of what belongs to that.
    fn is_of_form(&self) -> bool {
        false
    }

    /// Reads what is asked for.
    ///
    /// # Errors
    /// When a filter or a sort is wrong, or the caller may not read it.
    fn ask(&self, request: &ExportRequest<'_>) -> Result<Box<dyn Export>, Refusal>;
}

/// A list whose filters and sorts an export takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListOf {
    Kind(uplift_domain::Kind),
    /// The log of one record.
    Activities,
    /// The log of the team.
    TeamActivities,
}

/// What a request for an export says.
pub(crate) struct ExportRequest<'q> {
    pub caller: &'q Caller,
    pub query: &'q Query<'q>,
    pub parameters: ListParameters,
    /// The form in the path, where there is one.
    pub form: Option<Id<Form>>,
}

impl ExportRequest<'_> {
    /// The form of an export that is of one.
    ///
    /// # Errors
    /// When the export does not say that it is.
    pub(crate) fn form(&self) -> Result<Id<Form>, Refusal> {
        self.form.ok_or_else(|| Refusal::Fault("an export of a form names none".to_owned()))
    }
}

/// An export that was asked for in words that it knows. Its records have places, counted from 0.
pub(crate) trait Export: Send {
    /// Looks for what the parameters name.
    ///
    /// # Errors
    /// When it is not there.
    fn check(&self, _tx: &mut dyn ReadTx, _caller: &Caller) -> Result<(), Refusal> {
        Ok(())
    }

    /// Finds the records, so many at most and one more where there are more, and tells how many.
    ///
    /// # Errors
    /// When the database fails.
    fn begin(&mut self, tx: &mut dyn ReadTx, caller: &Caller, most: usize) -> Result<usize, Refusal>;

    /// The names of the columns, once it is begun.
    fn columns(&self) -> Vec<String>;

    /// The rows of these records.
    ///
    /// # Errors
    /// [`Refusal::AnswerTooLarge`] when they are more than may be read at once; otherwise when the database fails.
    fn rows(&mut self, tx: &mut dyn ReadTx, caller: &Caller, places: Range<usize>) -> Result<Vec<Vec<Cell>>, Refusal>;

    /// These records as JSON, each by itself.
    ///
    /// # Errors
    /// [`Refusal::AnswerTooLarge`] when they are more than may be read at once; otherwise when the database fails.
    fn objects(
        &mut self,
        tx: &mut dyn ReadTx,
        caller: &Caller,
        context: &AnswerContext,
        places: Range<usize>,
    ) -> Result<Vec<Vec<u8>>, Refusal>;
}

/// How many records may be named beside those of a part.
pub(super) const MOST_NAMED: usize = 50_000;

/// What weighs the records of a part.
#[derive(Default)]
pub(super) struct Weight(usize);

impl Meter for Weight {
    fn weigh(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.0 += bytes;
        if self.0 > 2 * ANSWER { Err(too_large("format")) } else { Ok(()) }
    }
}

/// The ids at these places of a list.
pub(super) fn at(ids: &[i64], places: Range<usize>) -> &[i64] {
    ids.get(places).unwrap_or_default()
}

/// One more than this number, for a read that is to tell whether there are more records.
pub(super) fn and_one(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1)
}
