//! The actions of a lifecycle: what a command that goes one of its ways takes, needs and does beside.

use super::body::fields;
use super::call::Call;
use super::checks::check_admission;
use super::command::{Answers, Command, Extent, Input, Method, Run};
use super::find::permit;
use super::lifecycle::{Lifecycle, StatusFields, advance};
use super::update::PreparedUpdate;
use crate::Refusal;
use crate::access::{Caller, Limit, Right};
use crate::ports::WriteTx;
use crate::record::{BodyReader, Choices as _, Field, Stored};
use crate::resource::Resource;

/// What a command of a lifecycle is beside the way that it goes. A change of the status that goes the same way does the
/// same.
pub struct Action<L: Lifecycle + 'static> {
    pub command: &'static str,
    /// What the activity log calls it.
    pub event: &'static str,
    /// What it does, in a sentence for the document.
    pub summary: &'static str,
    /// What else clients have to know of it.
    pub notes: &'static str,
    pub right: Right,
    /// The states in which it is allowed without leading anywhere.
    pub stays: &'static [L::Status],
    /// What it takes from the body.
    pub fields: &'static [Field],
    /// The limit of the plan that has to have room for so many more.
    pub admits: Option<(Limit, i64)>,
    /// Reads its fields, and does what it does to the record. Errors stay with the reader.
    pub apply: Apply<L>,
    /// What the record, as it then is, has to fulfil; all that it does not is told together.
    pub guards: &'static [Guard<L>],
}

/// What an action does to a record.
pub type Apply<L> = fn(&mut dyn WriteTx, &Caller, &mut Stored<L>, &mut BodyReader<'_>) -> Result<(), Refusal>;

/// What a record has to fulfil for an action. What it does not stays with the reader.
pub type Guard<L> = fn(&mut dyn WriteTx, &Caller, &Stored<L>, &mut BodyReader<'_>) -> Result<(), Refusal>;

/// A kind whose lifecycle has actions.
pub trait HasActions: Lifecycle + Resource {
    const ACTIONS: &'static [&'static Action<Self>];
}

/// What is read of a body that changes the status, and what the log calls that, by the actions that it carries out.
pub fn status_fields<L: HasActions>() -> Vec<StatusFields> {
    let told = |action: &&'static Action<L>| {
        let way = L::TRANSITIONS.iter().find(|way| way.command == Some(action.command))?;
        Some(StatusFields { status: way.to.name(), event: action.event, fields: action.fields })
    };
    L::ACTIONS.iter().filter_map(told).collect()
}

impl<L: HasActions> Command<L> {
    /// The command that carries out an action.
    pub const fn of(action: &Action<L>, run: Run<L>) -> Self {
        Self {
            name: action.command,
            methods: &[Method::Post],
            right: action.right,
            input: Input::Fields(action.fields),
            answers: Answers::Record,
            extent: Extent::Few,
            event: action.event,
            summary: action.summary,
            notes: action.notes,
            run,
        }
    }
}

impl<L: HasActions> Action<L> {
    fn named(command: &str) -> Result<&'static Self, Refusal> {
        let known = L::ACTIONS.iter().copied().find(|action| action.command == command);
        known.ok_or_else(|| Refusal::Fault(format!("{} has no action {command:?}", L::KIND.singular())))
    }

    /// Takes a record where the action leads.
    fn go(&self, record: &mut L) -> Result<(), Refusal> {
        if self.stays.contains(&record.status()) { Ok(()) } else { advance(record, self.command) }
    }

    fn admit(&self, tx: &mut dyn WriteTx, caller: &Caller) -> Result<(), Refusal> {
        self.admits.map_or(Ok(()), |(limit, more)| check_admission(tx, caller, limit, more))
    }

    fn guard(
        &self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        after: &Stored<L>,
        reader: &mut BodyReader<'_>,
    ) -> Result<(), Refusal> {
        self.guards.iter().try_for_each(|guard| guard(tx, caller, after, reader))
    }
}

/// Prepares the action that a request names: nothing is written yet. An action that adds nothing because the record
/// does not stand where it begins needs no room in the plan.
///
/// # Errors
/// When the plan has no room, when the body cannot be read, when the record does not stand where the action begins, or
/// with all that is wrong with the fields and the record.
pub fn prepare_action<'a, L: HasActions>(
    tx: &mut dyn WriteTx,
    call: &Call<'a>,
    before: Stored<L>,
) -> Result<PreparedUpdate<'a, L>, Refusal> {
    let action = Action::<L>::named(call.name)?;
    let mut after = before.clone();
    let went = action.go(&mut after.record);
    if went.is_ok() {
        action.admit(tx, call.caller)?;
    }
    let mut reader = BodyReader::new(fields(call.body)?);
    went?;
    (action.apply)(tx, call.caller, &mut after, &mut reader)?;
    action.guard(tx, call.caller, &after, &mut reader)?;
    let reader = reader.valid(action.fields)?;
    Ok(PreparedUpdate::of(before, after, reader, action.event))
}

/// Prepares the action that leads to the status that an update says, where it says another. What else the update
/// changes is there already.
///
/// # Errors
/// When role or plan do not allow the action and nothing is wrong with the body.
pub fn prepare_status<L: HasActions>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    prepared: &mut PreparedUpdate<'_, L>,
) -> Result<(), Refusal> {
    let (from, to) = (prepared.before.record.status(), prepared.after.record.status());
    let way = L::TRANSITIONS.iter().find(|way| from != to && way.to == to && way.from.contains(&from));
    let Some(command) = way.and_then(|way| way.command) else { return Ok(()) };
    let action = Action::<L>::named(command)?;
    prepared.event = action.event;
    (action.apply)(tx, caller, &mut prepared.after, &mut prepared.reader)?;
    let allowed = permit(tx, caller, action.right, &prepared.before).and_then(|()| action.admit(tx, caller));
    match allowed {
        Ok(()) => action.guard(tx, caller, &prepared.after, &mut prepared.reader),
        // What is wrong with the body is told first.
        Err(_) if prepared.reader.has_errors() => Ok(()),
        Err(denied) => Err(denied),
    }
}
