//! A summary of a form that is kept: its figures at a moment, or what somebody makes of the responses.

mod actions;
mod commands;
mod generate;

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use crate::access::{Caller, Rights, TeamId};
use crate::listing::Listed;
use crate::ports::{ReadPort as _, WritePort as _, WriteTx};
use crate::record::{BodyReader, Count, Date, FieldError, Id, Name, Object, Stored, Text, Time};
use crate::resource::{Area, Resource};
use crate::responses::check_summary_filters;
use crate::{Form, FormQuestion, Refusal, User};

/// What the responses to a form add up to: figures that were computed, or words of somebody who read them.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct FormResponseSummary {
    /// The form whose responses are summed up.
    #[record(fixed, parent)]
    pub form_id: Id<Form>,
    /// The question that it is about; all of them, where it names none.
    pub form_question_id: Option<Id<FormQuestion>>,
    /// Whether it was computed or written by somebody.
    #[record(default = SummaryKind::Computed)]
    pub kind: SummaryKind,
    /// What it is called.
    pub title: Option<Name>,
    /// What somebody makes of it, in words.
    pub body: Option<Text>,
    /// Which responses it is of: filters of responses by their names, each a value or several.
    pub filters: Option<Object>,
    /// The first day on which the responses that it is of were completed.
    pub from: Option<Date>,
    /// The last day on which they were completed, not before the first.
    pub to: Option<Date>,
    /// Whether it is pinned: for people to find it; lists come in the order of `sort` all the same.
    #[record(default = false)]
    pub is_pinned: bool,
    /// The figures as they were when it was generated. Where they would have more than 1 MiB, `samples` and `other` are
    /// empty.
    #[record(server, personal)]
    pub stats: Option<Object>,
    /// How many responses the figures are of.
    #[record(server)]
    pub responses_count: Count,
    /// Whether a response that counts was completed, changed or erased since.
    #[record(server)]
    pub is_stale: bool,
    /// When its figures were computed; null where there are none.
    #[record(server)]
    pub generated_at: Option<Time>,
    /// Who made it.
    #[record(author)]
    pub user_id: Option<Id<User>>,
    /// How often it became stale, or would have if it had not been.
    #[record(server, hidden)]
    pub changes: Count,
}

/// Where what a summary says comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum SummaryKind {
    /// From the responses, by counting.
    Computed,
    /// From somebody who read them.
    Manual,
    /// From a machine that read them elsewhere; its figures are counted all the same.
    Ai,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum FormResponseSummaryFilter {
    #[selective]
    Id,
    #[selective]
    FormId,
    #[selective]
    FormQuestionId,
    #[counted]
    Kind,
    #[flag]
    IsStale,
    #[flag]
    #[counted]
    IsPinned,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum FormResponseSummarySort {
    Id,
    GeneratedAt,
    CreatedAt,
    UpdatedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum FormResponseSummaryRelation {
    #[one(Form)]
    Form,
    #[one(FormQuestion, form_question_id)]
    Question,
    #[one(User)]
    User,
}

impl Listed for FormResponseSummary {
    type Filter = FormResponseSummaryFilter;
    type Sort = FormResponseSummarySort;
    type Relation = FormResponseSummaryRelation;
}

impl Resource for FormResponseSummary {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Research;
    const COLUMNS: &'static [&'static str] =
        &["title", "form_id", "kind", "responses_count", "is_stale", "is_pinned", "generated_at"];
    const NAME_FIELD: &'static str = "title";

    /// The form, under which its responses change one after the other and make what is kept of them stale.
    fn hold(tx: &mut dyn WriteTx, team: TeamId, id: Id<Self>) -> Result<(), Refusal> {
        if let Some(summary) = Self::reads(tx).find(team, id)? {
            Form::writes(tx).find_to_change(team, summary.record.form_id)?;
        }
        Ok(())
    }

    fn rule(&mut self, _caller: &Caller, _before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        if let (Some(from), Some(to)) = (self.from, self.to)
            && to < from
        {
            reader.reject("to", FieldError::NotBefore("from"));
        }
        if let Some(filters) = &self.filters {
            check_summary_filters(filters, reader);
        }
    }
}
