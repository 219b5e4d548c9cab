//! The errors of a server that are no fault of the statement, and what they mean to whoever asked.
//!
//! They are told apart by their codes (SQLSTATE). Where the code is not known, as over a socket in the file system, the
//! English message has to do, for which a session asks where it may.

use diesel::result::DatabaseErrorInformation;

use super::server_errors::{SqlState, code_of};

/// What an error means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The statement may succeed if the transaction is repeated, perhaps over another connection.
    Again,
    /// Another server holds for too long what the statement needs.
    Held,
    /// The server's disk takes nothing more.
    Full,
}

/// What stands in a message, after the codes that it belongs to. A full disk stands first, for it may be the reason of
/// another error.
const MESSAGES: [(&str, Meaning); 16] = [
    // 53100, whatever file it is that was written.
    ("No space left on device", Meaning::Full),
    ("Disk quota exceeded", Meaning::Full),
    ("could not extend file", Meaning::Full),
    // 40001, 40P01: two transactions are in each other's way.
    ("could not serialize access", Meaning::Again),
    ("deadlock detected", Meaning::Again),
    // 57014, where nobody asked for it: what was to end another statement of the session came late.
    ("canceling statement due to user request", Meaning::Again),
    // 55P03.
    ("lock timeout", Meaning::Held),
    // 25P03, 57P01, 57P02, 57P05: the session ends.
    ("terminating connection", Meaning::Again),
    // 08006.
    ("connection to client lost", Meaning::Again),
    // 57P03: the server comes or goes.
    ("the database system is", Meaning::Again),
    // 53200: memory, that of the server or that for its locks.
    ("out of memory", Meaning::Again),
    ("out of shared memory", Meaning::Again),
    // 53300: connections.
    ("too many clients", Meaning::Again),
    ("too many connections", Meaning::Again),
    ("remaining connection slots", Meaning::Again),
    // 53400: a bound that the operator set.
    ("temporary file size exceeds", Meaning::Again),
];

/// What a code means, where it is one of these.
fn by_code(code: SqlState) -> Option<Meaning> {
    match &code {
        b"53100" => Some(Meaning::Full),
        b"55P03" => Some(Meaning::Held),
        // The connection is lost (class 08), or the session or the server ends.
        [b'0', b'8', ..] | b"25P03" | b"57P01" | b"57P02" | b"57P03" | b"57P04" | b"57P05" => Some(Meaning::Again),
        // Two transactions in each other's way; what was to end another statement; memory, connections, bounds.
        b"40001" | b"40P01" | b"57014" | b"53000" | b"53200" | b"53300" | b"53400" => Some(Meaning::Again),
        _ => None,
    }
}

/// What a message means, where it is one of these.
fn by_words(message: &str) -> Option<Meaning> {
    MESSAGES.iter().find(|(words, _)| message.contains(words)).map(|(_, meaning)| *meaning)
}

/// What an error means, where it is one of these.
pub(super) fn meaning(about: &dyn DatabaseErrorInformation) -> Option<Meaning> {
    let message = about.message();
    match (code_of(message), by_words(message)) {
        // Not every disk that is full has the code for it.
        (_, Some(Meaning::Full)) => Some(Meaning::Full),
        (Some(code), _) => by_code(code),
        (None, by_words) => by_words,
    }
}

#[cfg(test)]
mod tests;
