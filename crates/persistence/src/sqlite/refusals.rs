//! What failed statements mean to whoever asked.

use diesel::result::{DatabaseErrorKind, Error};
use uplift_domain::Refusal;

use super::engine::records::constraints::{gone, refuse_taken};

/// What SQLite says where the disk takes nothing more: a file that is written beside the database, such as the index of
/// its log, fails with the second of these when the disk is full.
const UNWRITABLE: [&str; 2] = ["database or disk is full", "disk I/O error"];

/// What a failed statement means to whoever asked.
pub(crate) fn refuse(error: Error) -> Refusal {
    match &error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, about) => {
            // SQLite names the columns: `UNIQUE constraint failed: projects.team_id, projects.code`.
            let columns = about.message().split_once(": ").map_or("", |(_, columns)| columns);
            refuse_taken(columns).unwrap_or_else(|| Refusal::Fault(error.to_string()))
        }
        Error::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => gone(&error),
        // Another program holds the file, and did so for as long as is waited.
        Error::DatabaseError(_, about) if about.message().contains("database is locked") => Refusal::Busy,
        Error::DatabaseError(_, about) if UNWRITABLE.iter().any(|it| about.message().contains(it)) => {
            Refusal::Unwritable(error.to_string())
        }
        _ => Refusal::Fault(error.to_string()),
    }
}
