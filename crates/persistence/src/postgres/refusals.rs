//! What failed statements mean to whoever asked.

use diesel::result::{DatabaseErrorKind, Error};
use uplift_domain::Refusal;

use super::engine::records::constraints::{gone, refuse_taken};
use super::error_meaning::{self, Meaning};

/// What a failed statement means to whoever asked.
pub(crate) fn refuse(error: Error) -> Refusal {
    match &error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, about) => {
            let index = about.constraint_name().unwrap_or_default();
            refuse_taken(index).unwrap_or_else(|| Refusal::Fault(error.to_string()))
        }
        Error::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => gone(&error),
        // What may succeed if it is repeated: two servers in each other's way, a connection that was lost, or that leads
        // to a server which takes no writes any more.
        Error::DatabaseError(
            DatabaseErrorKind::SerializationFailure
            | DatabaseErrorKind::ReadOnlyTransaction
            | DatabaseErrorKind::UnableToSendCommand
            | DatabaseErrorKind::ClosedConnection,
            _,
        )
        | Error::BrokenTransactionManager => Refusal::Unavailable(error.to_string()),
        Error::DatabaseError(DatabaseErrorKind::Unknown, about) => match error_meaning::meaning(about.as_ref()) {
            Some(Meaning::Again) => Refusal::Unavailable(error.to_string()),
            Some(Meaning::Held) => Refusal::Busy,
            Some(Meaning::Full) => Refusal::Unwritable(error.to_string()),
            None => Refusal::Fault(error.to_string()),
        },
        _ => Refusal::Fault(error.to_string()),
    }
}
