//! The figures of a summary that is kept: when they are computed, and by whom.
//!
//! What is created or changed has its figures in the same transaction, as long as the responses are few enough for
//! everybody else who writes to wait for. Of more it is stale, until it is regenerated: there the responses are read
//! first, by a job that only reads, and what it found is written by another.

use super::{FormResponseSummary, SummaryKind};
use crate::access::Caller;
use crate::activity::{ActivityFilter, ActivityListing, ActivitySort, Event};
use crate::commands::{self, Call, Done, Outcome, fields, find_whole};
use crate::forms::summary::Terms;
use crate::kinds::hold_named;
use crate::listing::{Direction, PageRequest};
use crate::period::Span;
use crate::ports::{ReadPort as _, ReadTx, WritePort as _, WriteTx};
use crate::record::{Count, FieldError, Id, Kinded as _, Object, Stored, Time};
use crate::responses::{Most, SAMPLES, days, forget_texts, summarise, summary_filters};
use crate::{Form, FormQuestion, FormResponse, Json, Kind, Refusal, forms};

/// How many summaries of a form are kept: each response that comes makes all of them stale.
const MOST: usize = 100;

/// How many bytes the figures of one take at most, as JSON. Of larger ones the texts are left out.
const MOST_BYTES: usize = 1024 * 1024;

/// How far the clocks of servers may be apart, in seconds.
const CLOCKS_APART: i64 = 60;

impl FormResponseSummary {
    pub(super) fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let caller = call.caller;
        let structure = hold_named(tx, call)?;
        let mut prepared = commands::prepare_create::<Self>(tx, caller, call.body)?;
        prepared.check(|summary, reader| {
            let Some(structure) = &structure else { return Ok(()) };
            let kept = tx.parts_of(caller.team, (Kind::FormResponseSummary, "form_id"), structure.form.id.get())?;
            if kept.len() >= MOST {
                let full = format!("field names a form with {MOST} summaries.");
                reader.reject("form_id", FieldError::Otherwise(full));
            }
            if !summary.is_of_its_form(tx, caller)? {
                reader.reject("form_question_id", FieldError::NotAllowed);
            }
            Ok(())
        })?;
        let mut prepared = prepared.valid()?;
        if let (Some(summary), Some(structure)) = (&mut prepared.record, structure) {
            summary.is_stale = false;
            summary.generate_at_once(tx, caller, structure.form)?;
        }
        commands::commit_create(tx, caller, prepared).map(Into::into)
    }

    pub(super) fn update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let caller = call.caller;
        let mut prepared = commands::prepare_update(tx, caller, stored, call.body)?;
        if !prepared.after.record.is_of_its_form(tx, caller)? {
            prepared.reader.reject("form_question_id", FieldError::NotAllowed);
        }
        let mut prepared = prepared.valid()?;
        let after = &mut prepared.after.record;
        if after.asks() != prepared.before.record.asks() {
            let form = find_whole(tx, caller.team, after.form_id)?;
            after.generate_at_once(tx, caller, form)?;
        }
        commands::commit_update(tx, caller, prepared).map(Into::into)
    }

    /// Computes the figures anew, while nobody waits for them but who asks, and writes them.
    pub(super) fn regenerate(
        tx: &mut dyn ReadTx,
        call: &Call<'_>,
        stored: Stored<Self>,
    ) -> Result<Done<Self>, Refusal> {
        fields(call.body)?;
        let form = find_whole(tx, call.caller.team, stored.record.form_id)?;
        let mut generated = stored.record;
        generated.generate(tx, call.caller, form, Most::Deadline)?;
        let step = move |tx: &mut dyn WriteTx, call: &Call<'_>, before: Stored<Self>| {
            let mut after = before.clone();
            let now = &mut after.record;
            // Somebody may have asked it for something else meanwhile, or a response may have come.
            if now.asks() == generated.asks() {
                now.stats = generated.stats.clone();
                if now.changes != generated.changes && was_erased_since(tx, call, generated.generated_at)? {
                    now.stats = now.stats.take().map(|stats| without_texts(&stats).unwrap_or(stats));
                }
                now.responses_count = generated.responses_count;
                now.generated_at = generated.generated_at;
                now.is_stale = now.changes != generated.changes;
            }
            commands::change(tx, call.caller, &before, &mut after, call.event)?;
            Ok(after.into())
        };
        Ok(Outcome::After(Box::new(step)).into())
    }

    /// What its figures depend on beside the responses.
    fn asks(&self) -> impl PartialEq {
        (self.form_question_id, self.kind, self.filters.clone(), self.from, self.to)
    }

    /// Whether the question that it is about, where it is about one, is one of its form.
    fn is_of_its_form(&self, tx: &mut dyn ReadTx, caller: &Caller) -> Result<bool, Refusal> {
        let Some(question) = self.form_question_id else { return Ok(true) };
        let found = FormQuestion::reads(tx).find(caller.team, question)?;
        // One that is deleted, or not there, is refused as such or was named before.
        Ok(found.is_none_or(|question| question.record.form_id == self.form_id))
    }

    /// Computes the figures within a write, or says that they are still to be computed.
    fn generate_at_once(&mut self, tx: &mut dyn WriteTx, caller: &Caller, form: Stored<Form>) -> Result<(), Refusal> {
        if !self.generate(tx, caller, form, Most::InAWrite)? {
            (self.stats, self.responses_count, self.generated_at) = (None, Count::default(), None);
            self.is_stale = true;
        }
        Ok(())
    }

    /// Computes the figures, unless there are more responses than may be read.
    fn generate(
        &mut self,
        tx: &mut dyn ReadTx,
        caller: &Caller,
        form: Stored<Form>,
        most: Most,
    ) -> Result<bool, Refusal> {
        let now = tx.now();
        if self.kind == SummaryKind::Manual {
            (self.stats, self.responses_count, self.is_stale) = (None, Count::default(), false);
            self.generated_at = Some(now);
            return Ok(true);
        }
        let (from, until) = days(caller, now, self.from, self.to);
        let terms = Terms { from, until, partial: false, samples: SAMPLES };
        let filters = self.filters.as_ref().map(summary_filters).transpose()?.unwrap_or_default();
        let Some(mut figures) = summarise(tx, caller.team, form, (terms, filters), most)? else { return Ok(false) };
        if let Some(question) = self.form_question_id {
            figures.questions.retain(|it| it.question_id == question.get());
        }
        let mut stats = forms::summary::shown(&figures);
        if stats.to_string().len() > MOST_BYTES {
            forget_texts(&mut stats);
        }
        self.stats = Some(Object::new(stats));
        self.responses_count = Count::new(figures.population).unwrap_or_default();
        self.generated_at = Some(now);
        self.is_stale = false;
        Ok(true)
    }

    /// Makes all summaries of a form stale, and takes what people wrote out of their figures.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) fn forget(tx: &mut dyn WriteTx, caller: &Caller, form: Id<Form>) -> Result<(), Refusal> {
        // One by one: the figures of a hundred are more than memory is to hold.
        for id in tx.parts_of(caller.team, (Self::KIND, "form_id"), form.get())? {
            let Some(mut summary) = Self::writes(tx).find_to_change(caller.team, Id::new(id))? else { continue };
            let Some(stats) = summary.record.stats.take() else { continue };
            if let Some(stats) = without_texts(&stats) {
                summary.record.stats = Some(stats);
                Self::writes(tx).save(caller.team, &summary)?;
            }
        }
        tx.outdate_summaries(caller.team, form)
    }
}

/// Whether a response was erased since figures were computed: they may tell of it what nobody may keep.
fn was_erased_since(tx: &mut dyn WriteTx, call: &Call<'_>, computed: Option<Time>) -> Result<bool, Refusal> {
    let erased = ActivityFilter {
        subjects: Some(vec![Kind::FormResponse]),
        events: vec![vec![Event::Named(FormResponse::ERASED.to_owned())]],
        ..ActivityFilter::default()
    };
    let since = computed.map(|computed| computed.plus_seconds(-CLOCKS_APART).into());
    let listing = ActivityListing {
        filter: erased,
        span: Span { from: since, until: None },
        sort: (ActivitySort::Id, Direction::Descending),
        page: PageRequest { number: 1, size: 1 },
    };
    Ok(!tx.activity_ids(call.caller.team, &listing, 1)?.is_empty())
}

/// Figures without what people wrote; nothing where they tell none of it.
fn without_texts(stats: &Object) -> Option<Object> {
    let mut told: Json = stats.fields().into();
    forget_texts(&mut told).then(|| Object::new(told))
}
