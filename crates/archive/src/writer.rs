//! An archive in the making. Nothing of it is kept here: what is written is taken at once.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};
use uplift_domain::Json;
use uplift_domain::archive::{ArchivedFile, FILES, MANIFEST};
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use crate::hexadecimal;

/// What is written and not taken yet.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The entry that was begun last.
struct ZipEntry {
    path: String,
    hash: Sha256,
    bytes: u64,
}

/// Writes an archive from its front to its end.
pub struct ArchiveWriter {
    zip: ZipWriter<StreamWriter<Written>>,
    written: Written,
    entry: Option<ZipEntry>,
    files: Vec<ArchivedFile>,
}

impl Default for ArchiveWriter {
    fn default() -> Self {
        let written = Written::default();
        Self { zip: ZipWriter::new_stream(written.clone()), written, entry: None, files: Vec::new() }
    }
}

impl ArchiveWriter {
    /// Begins an entry. Files of attachments are kept as they are, everything else is compressed.
    ///
    /// # Errors
    /// When the entry before is not what its name says.
    pub fn begin(&mut self, path: &str) -> io::Result<()> {
        self.end()?;
        self.zip.start_file(path, options(path))?;
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
        self.zip.write_all(bytes)
    }

    /// What was written since this was last asked.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut *self.written.bytes())
    }

    /// Ends the archive with what it says of itself, which is told what it holds, and gives the last of it.
    ///
    /// # Errors
    /// When the entry before is not what its name says.
    pub fn finish(mut self, manifest: impl FnOnce(&[ArchivedFile]) -> Json) -> io::Result<Vec<u8>> {
        self.end()?;
        let manifest = format!("{:#}\n", manifest(&self.files));
        self.zip.start_file(MANIFEST, options(MANIFEST))?;
        self.zip.write_all(manifest.as_bytes())?;
        self.zip.finish()?;
        Ok(std::mem::take(&mut *self.written.bytes()))
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

/// How an entry is written: with the same date always, and room for any length.
fn options(path: &str) -> SimpleFileOptions {
    let method = if path.starts_with(FILES) { CompressionMethod::Stored } else { CompressionMethod::Deflated };
    SimpleFileOptions::default().compression_method(method).large_file(true).unix_permissions(0o600)
}
