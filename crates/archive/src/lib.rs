//! ZIP files that are written from their front to their end, and the archive of a team, which is read with suspicion.

mod reader;
mod writer;
mod zip_stream;

pub use reader::ArchiveReader;
pub use writer::ArchiveWriter;
pub use zip_stream::{Packing, ZipStream};

use sha2::{Digest, Sha256};

/// A hash as the manifest has it.
fn hexadecimal(hash: Sha256) -> String {
    format!("{:x}", hash.finalize())
}
