//! The archive of a team as a ZIP file: written piece by piece, and read with suspicion.

mod reader;
mod writer;

pub use reader::ArchiveReader;
pub use writer::ArchiveWriter;

use sha2::{Digest, Sha256};

/// A hash as the manifest has it.
fn hexadecimal(hash: Sha256) -> String {
    format!("{:x}", hash.finalize())
}
