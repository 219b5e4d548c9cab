//! Carrying a command out: what it is carried out on is found first, then the right to it, then it runs.

use super::body::{Body, fields};
use super::call::{Attempt, Call, Done, Outcome, Precondition, Step, Terms};
use super::command::{Command, Commanded, Input, LinkChange, Method, Run, Target, named};
use super::find::{find, find_deleted_or_live, find_part, look_up, permit};
use super::link::{attach, detach, find_linked, set_links};
use crate::Refusal;
use crate::access::Caller;
use crate::file::Sent;
use crate::ports::{Reach, ReadTx, WriteTx};
use crate::record::{FieldError, Id, Stored};
use crate::resource::Resource;

/// How far a command reaches that changes nothing, whichever it is.
pub const READ_REACH: Reach = Reach::Search;

impl<R: Resource> Command<R> {
    /// A request for the command.
    pub const fn call<'a>(&self, caller: &'a Caller, body: &'a Body, sent: &'a Sent) -> Call<'a> {
        Call { caller, body, sent, name: self.name, event: self.event }
    }

    /// Carries out a command that writes: first the record is looked for, then the right, then it runs.
    ///
    /// # Errors
    /// When there is no such record, when the role does not allow it, or as the command refuses.
    pub(crate) fn write(&self, tx: &mut dyn WriteTx, target: Target, call: &Call<'_>) -> Result<Done<R>, Refusal> {
        let stored = self.find(tx, target, call)?;
        self.run(tx, target, call, stored)
    }

    /// Carries out a command that may write, on terms that are checked after the right and before the body.
    ///
    /// # Errors
    /// As [`Self::write`], as the precondition refuses, or when the idempotency key belongs to another request.
    pub(crate) fn write_on(
        &self,
        tx: &mut dyn WriteTx,
        target: Target,
        call: &Call<'_>,
        terms: &Terms<'_, R>,
    ) -> Result<Attempt<R>, Refusal> {
        let stored = self.find(tx, target, call)?;
        if let Some(idempotent) = terms.idempotent
            && let Some(answer) = idempotent.answered(tx, call.caller.team)?
        {
            return Ok(Attempt::Repeated(answer));
        }
        if let Some(stored) = &stored {
            (terms.precondition)(tx, stored)?;
        }
        self.run(tx, target, call, stored).map(Attempt::Done)
    }

    /// Finds what the command is carried out on, and asks for the right to it.
    fn find(&self, tx: &mut dyn WriteTx, target: Target, call: &Call<'_>) -> Result<Option<Stored<R>>, Refusal> {
        let caller = call.caller;
        match (self.run, target) {
            (Run::OnKind(_), Target::Kind) => caller.permit(R::RIGHTS, self.right, &[]).map(|()| None),
            (
                Run::OnRecord(_) | Run::OnFields(_) | Run::OnLinks(LinkChange::Attach | LinkChange::Set, _),
                Target::Record(id),
            ) => find(tx, caller, Id::new(id), self.right).map(Some),
            (Run::OnRecord(_), Target::Part { whole, id }) => {
                find_part(tx, caller, whole, Id::new(id), self.right).map(Some)
            }
            (Run::OnDeleted(_), Target::Record(id)) => {
                find_deleted_or_live(tx, caller, Id::new(id), self.right).map(Some)
            }
            (Run::OnLinks(LinkChange::Detach, relation), Target::Linked(id, related)) => {
                find_linked(tx, caller, Id::new(id), (related, relation)).map(Some)
            }
            (
                Run::OnKind(_)
                | Run::OnRecord(_)
                | Run::OnFields(_)
                | Run::OnDeleted(_)
                | Run::OnLinks(..)
                | Run::ReadKind(_)
                | Run::ReadRecord(_),
                _,
            ) => Err(self.mistaken(target)),
        }
    }

    fn run(
        &self,
        tx: &mut dyn WriteTx,
        target: Target,
        call: &Call<'_>,
        stored: Option<Stored<R>>,
    ) -> Result<Done<R>, Refusal> {
        self.check_unasked(call)?;
        match (self.run, target, stored) {
            (Run::OnKind(run), _, None) => run(tx, call),
            (Run::OnRecord(run) | Run::OnDeleted(run), _, Some(stored)) => run(tx, call, stored),
            (Run::OnFields(change), _, Some(stored)) => call.change(tx, stored, change),
            (Run::OnLinks(LinkChange::Attach, relation), _, Some(stored)) => attach(tx, call, stored, relation),
            (Run::OnLinks(LinkChange::Set, relation), _, Some(stored)) => set_links(tx, call, stored, relation),
            (Run::OnLinks(LinkChange::Detach, relation), Target::Linked(_, related), Some(stored)) => {
                detach(tx, call, stored, &[related], relation)
            }
            (
                Run::OnKind(_)
                | Run::OnRecord(_)
                | Run::OnFields(_)
                | Run::OnDeleted(_)
                | Run::OnLinks(..)
                | Run::ReadKind(_)
                | Run::ReadRecord(_),
                ..,
            ) => Err(self.mistaken(target)),
        }
    }

    /// Carries out a command that changes nothing.
    ///
    /// # Errors
    /// As for [`Self::write_on`].
    pub(crate) fn read(
        &self,
        tx: &mut dyn ReadTx,
        target: Target,
        call: &Call<'_>,
        precondition: &Precondition<'_, R>,
    ) -> Result<Done<R>, Refusal> {
        match (self.run, target) {
            (Run::ReadKind(run), Target::Kind) => {
                call.caller.permit(R::RIGHTS, self.right, &[])?;
                self.check_unasked(call)?;
                run(tx, call)
            }
            (Run::ReadRecord(run), Target::Record(id)) => {
                let stored = look_up(tx, call.caller, Id::new(id))?;
                permit(tx, call.caller, self.right, &stored)?;
                precondition(tx, &stored)?;
                self.check_unasked(call)?;
                run(tx, call, stored)
            }
            (
                Run::OnKind(_)
                | Run::OnRecord(_)
                | Run::OnFields(_)
                | Run::OnDeleted(_)
                | Run::OnLinks(..)
                | Run::ReadKind(_)
                | Run::ReadRecord(_),
                _,
            ) => Err(self.mistaken(target)),
        }
    }

    /// Carries out the next job of a command on a record.
    ///
    /// # Errors
    /// As for [`Self::write`].
    pub(crate) fn run_step(
        &self,
        tx: &mut dyn WriteTx,
        target: Target,
        call: &Call<'_>,
        step: &Step<R>,
    ) -> Result<Done<R>, Refusal> {
        let Target::Record(id) = target else { return Err(self.mistaken(target)) };
        let stored = find(tx, call.caller, Id::new(id), self.right)?;
        step(tx, call, stored).map_err(Self::in_words)
    }

    /// A refusal as it is told where any number of records may have been changed: what took too long then would as well
    /// if it were asked for again, and is not to be tried shortly.
    pub fn in_words(refusal: Refusal) -> Refusal {
        match refusal {
            Refusal::TimedOut => {
                let longer = "field takes longer to change than one request may.".to_owned();
                Refusal::field(R::KIND.singular(), &FieldError::Otherwise(longer))
            }
            refusal => refusal,
        }
    }

    /// Refuses what was sent and cannot be read, where the command itself does not look at it.
    fn check_unasked(&self, call: &Call<'_>) -> Result<(), Refusal> {
        match self.input {
            Input::Nothing => fields(call.body).map(drop),
            Input::Create
            | Input::Update
            | Input::Upload
            | Input::Ids { .. }
            | Input::Fields(_)
            | Input::OneOf(_)
            | Input::FieldsOf(..)
            | Input::Operations => Ok(()),
        }
    }

    fn mistaken(&self, target: Target) -> Refusal {
        let (kind, name) = (R::KIND.singular(), self.name);
        Refusal::Fault(format!("the command {name:?} of {kind} cannot be carried out on {target:?}"))
    }
}

/// Creates a record as the kind's own command does.
///
/// # Errors
/// As the command refuses.
pub(crate) fn create_by_command<R: Commanded>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    body: &Body,
) -> Result<Stored<R>, Refusal> {
    let not_created = || Refusal::Fault(format!("{} has no command that creates one", R::KIND.singular()));
    let command = named::<R>("", Method::Post).ok_or_else(not_created)?;
    match command.write(tx, Target::Kind, &command.call(caller, body, &Sent::Nothing))?.outcome {
        Outcome::Record(stored) | Outcome::Secret(stored, _) => Ok(stored),
        Outcome::Made(_)
        | Outcome::MadeOneOf(..)
        | Outcome::Document(_)
        | Outcome::Json(_)
        | Outcome::Weighed(_)
        | Outcome::Each { .. }
        | Outcome::Nothing
        | Outcome::After(_) => Err(not_created()),
    }
}
