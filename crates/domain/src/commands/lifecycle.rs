//! Lifecycles: which states a record goes through, and by which commands.

use crate::Refusal;
use crate::record::{BodyReader, Choices, Field, FieldError};

/// The field that says where a record stands in its life.
const STATUS: &str = "status";

/// One way from some states to another.
#[derive(Debug)]
pub struct Transition<S: 'static> {
    /// The command that goes it; without one it is gone by changing the status alone.
    pub command: Option<&'static str>,
    pub from: &'static [S],
    pub to: S,
}

/// A kind whose records go through states. A change of the status and the commands go the same ways.
pub trait Lifecycle {
    type Status: Choices + PartialEq;

    const TRANSITIONS: &'static [Transition<Self::Status>];
    /// The states that are not for callers to say, and by whom they are decided.
    const DECIDED: (&'static [Self::Status], &'static str);

    /// Whether a create may put a record there.
    fn begins_in(status: Self::Status) -> bool {
        !Self::DECIDED.0.contains(&status)
    }

    fn status(&self) -> Self::Status;
    fn set_status(&mut self, status: Self::Status);
}

/// The names of the states in which a create may put a record.
pub fn initial_states<L: Lifecycle>() -> Vec<&'static str> {
    L::Status::ALL.iter().filter(|status| L::begins_in(**status)).map(|status| status.name()).collect()
}

/// What is read of the body of a create or a change that gives a record this status.
#[derive(Clone, Copy, Debug)]
pub struct StatusFields {
    pub status: &'static str,
    /// What the log calls it.
    pub event: &'static str,
    pub fields: &'static [Field],
}

/// Where a record in this state may go to, in the order of the states.
pub fn leads_to<L: Lifecycle>(from: L::Status) -> Vec<L::Status> {
    let leads = |to: &L::Status| L::TRANSITIONS.iter().any(|it| it.to == *to && it.from.contains(&from));
    L::Status::ALL.iter().copied().filter(leads).collect()
}

/// Takes a record where a command leads.
///
/// # Errors
/// When it does not lead there from where the record is.
pub fn advance<L: Lifecycle>(record: &mut L, command: &'static str) -> Result<(), Refusal> {
    let from = record.status();
    let transition = L::TRANSITIONS.iter().find(|it| it.command == Some(command) && it.from.contains(&from));
    let Some(transition) = transition else { return Err(refuse_command(command, from)) };
    record.set_status(transition.to);
    Ok(())
}

/// The refusal of a command on a record in a state from which it does not lead.
pub(crate) fn refuse_command<S: Choices>(command: &str, from: S) -> Refusal {
    refuse_in(STATUS, command, from)
}

/// The refusal of a command on a record whose state is in a field of this name.
pub(crate) fn refuse_in<S: Choices>(field: &str, command: &str, from: S) -> Refusal {
    let refused = format!("field does not allow {command} while it is {}.", from.name());
    Refusal::field(field, &FieldError::Otherwise(refused))
}

/// Rejects a status that a body gives a record, new or in the state `before`, and to which no way leads.
pub fn check_status<L: Lifecycle>(record: &L, before: Option<L::Status>, reader: &mut BodyReader<'_>) {
    let (status, (decided, by)) = (record.status(), L::DECIDED);
    let Some(before) = before else {
        if !L::begins_in(status) {
            let refused = format!("field cannot be {}, which {by} decide.", status.name());
            reader.reject(STATUS, FieldError::Otherwise(refused));
        }
        return;
    };
    let next = leads_to::<L>(before);
    if before == status || next.contains(&status) {
        return;
    }
    let (before_name, status) = (before.name(), status.name());
    let next: Vec<_> = next.iter().map(|it| it.name()).collect();
    let refused = match next.as_slice() {
        [] if decided.contains(&before) => format!("field cannot change from {before_name}, which {by} decide."),
        [] => format!("field cannot change from {before_name} to {status}; from {before_name} it may not be changed."),
        [first @ .., last] => {
            let first = first.join(", ");
            let or = if first.is_empty() { "" } else { " or " };
            format!(
                "field cannot change from {before_name} to {status}; from {before_name} it may become {first}{or}{last}."
            )
        }
    };
    reader.reject(STATUS, FieldError::Otherwise(refused));
}
