//! What the server said of its last error, read beside the driver from what it sends.
//!
//! A server names each error by a code (SQLSTATE) that means the same in every language and version, but Diesel hands
//! out only the message. Each connection is driven by the thread that uses it, so the last error that was read on a
//! thread is the one that a statement of this thread failed with, if it has the same message.

use std::cell::RefCell;

/// The code of an error: five letters or digits, of which the first two are its class.
pub(super) type SqlState = [u8; 5];

thread_local! {
    static LAST: RefCell<Option<ServerError>> = const { RefCell::new(None) };
}

struct ServerError {
    code: SqlState,
    message: String,
}

/// The code of the last error of this thread, where it has this message.
pub(super) fn code_of(message: &str) -> Option<SqlState> {
    LAST.with_borrow(|last| last.as_ref().filter(|it| it.message == message).map(|it| it.code))
}

/// What a message of the server begins with: one byte that tells what it is, and its length, which counts itself.
const HEAD: usize = 5;
const LENGTH: u32 = 4;

/// How a message that is an error begins.
const ERROR: u8 = b'E';

/// How many bytes of an error are looked at.
const MOST: usize = 64 * 1024;

/// Finds the errors among the messages of a server, which come in pieces of any size.
pub(super) struct ErrorScanner {
    head: Vec<u8>,
    /// How many bytes of the message are still to come.
    left: usize,
    /// What came of it so far, where it is an error.
    error: Option<Vec<u8>>,
}

impl ErrorScanner {
    pub(super) fn new() -> Self {
        Self { head: Vec::with_capacity(HEAD), left: 0, error: None }
    }

    /// Takes the next bytes, and remembers the errors in them for this thread.
    pub(super) fn take(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            bytes = if self.left > 0 { self.take_body(bytes) } else { self.take_head(bytes) };
        }
    }

    fn take_head<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let (head, rest) = bytes.split_at(bytes.len().min(HEAD - self.head.len()));
        self.head.extend_from_slice(head);
        if let [kind, length @ ..] = self.head.as_slice()
            && let Ok(length) = <[u8; 4]>::try_from(length)
        {
            self.left = usize::try_from(u32::from_be_bytes(length).saturating_sub(LENGTH)).unwrap_or(usize::MAX);
            self.error = (*kind == ERROR).then(Vec::new);
            self.head.clear();
        }
        rest
    }

    fn take_body<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let (body, rest) = bytes.split_at(bytes.len().min(self.left));
        self.left -= body.len();
        if let Some(error) = &mut self.error {
            error.extend(body.iter().take(MOST - error.len()));
            if self.left == 0
                && let Some(error) = read(error)
            {
                LAST.set(Some(error));
            }
        }
        rest
    }
}

/// Reads an error: fields that begin with a byte that tells what they are, and end with a zero.
fn read(error: &[u8]) -> Option<ServerError> {
    let field = |named: u8| error.split(|byte| *byte == 0).find_map(|field| field.strip_prefix(&[named]));
    let message = String::from_utf8_lossy(field(b'M')?).into_owned();
    Some(ServerError { code: field(b'C')?.try_into().ok()?, message })
}

#[cfg(test)]
mod tests;
