//! An archive in the making.

use std::io;

use sha2::{Digest, Sha256};
use uplift_domain::Json;
use uplift_domain::archive::{ArchivedFile, FILES, MANIFEST};

use crate::hexadecimal;
use crate::zip_stream::{Packing, ZipStream};

/// The entry that was begun last.
struct ZipEntry {
    path: String,
    hash: Sha256,
    bytes: u64,
}

/// Writes an archive from its front to its end.
#[derive(Default)]
pub struct ArchiveWriter {
    zip: ZipStream,
    entry: Option<ZipEntry>,
    files: Vec<ArchivedFile>,
}

impl ArchiveWriter {
    /// Begins an entry. Files of attachments are kept as they are, everything else is compressed.
    ///
    /// # Errors
    /// When the entry before is not what its name says.
    pub fn begin(&mut self, path: &str) -> io::Result<()> {
        self.end()?;
        self.zip.begin(path, if path.starts_with(FILES) { Packing::Stored } else { Packing::Deflated })?;
        self.entry = Some(ZipEntry { path: path.to_owned(), hash: Sha256::new(), bytes: 0 });
        Ok(())
    }

    /// Writes bytes of the entry that was begun last.
    ///
    /// # Errors
    /// When none was begun.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let entry = self.entry.as_mut().ok_or_else(|| io::Error::other("no entry of the archive is begun"))?;
        entry.hash.update(bytes);
        entry.bytes += u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        self.zip.write(bytes)
    }

    /// What was written since this was last asked.
    pub fn take(&mut self) -> Vec<u8> {
        self.zip.take()
    }

    /// Ends the archive with what it says of itself, which is told what it holds, and gives the last of it.
    ///
    /// # Errors
    /// When the entry before is not what its name says.
    pub fn finish(mut self, manifest: impl FnOnce(&[ArchivedFile]) -> Json) -> io::Result<Vec<u8>> {
        self.end()?;
        let manifest = format!("{:#}\n", manifest(&self.files));
        self.zip.begin(MANIFEST, Packing::Deflated)?;
        self.zip.write(manifest.as_bytes())?;
        self.zip.finish()
    }

    fn end(&mut self) -> io::Result<()> {
        let Some(ZipEntry { path, hash, bytes }) = self.entry.take() else { return Ok(()) };
        let sha256 = hexadecimal(hash);
        if path.strip_prefix(FILES).is_some_and(|named| named != sha256) {
            return Err(io::Error::other(format!("{path} is not what was stored")));
        }
        self.files.push(ArchivedFile { path, sha256, bytes });
        Ok(())
    }
}
