//! A ZIP file that is made from its front to its end.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

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

/// How an entry lies in a ZIP file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// As it is, of any length.
    Stored,
    /// Compressed, of any length.
    Deflated,
    /// Compressed and below 4 GiB: programs for spreadsheets open no entry that says it has room for more.
    Short,
}

/// A ZIP file in the making. Nothing of it is kept here: what is written is taken at once.
pub struct ZipStream {
    zip: ZipWriter<StreamWriter<Written>>,
    written: Written,
}

impl Default for ZipStream {
    fn default() -> Self {
        let written = Written::default();
        Self { zip: ZipWriter::new_stream(written.clone()), written }
    }
}

impl ZipStream {
    /// Begins an entry, with the same date always.
    ///
    /// # Errors
    /// When there is an entry of this name.
    pub fn begin(&mut self, path: &str, packing: Packing) -> io::Result<()> {
        let method = match packing {
            Packing::Stored => CompressionMethod::Stored,
            Packing::Deflated | Packing::Short => CompressionMethod::Deflated,
        };
        let options = SimpleFileOptions::default().compression_method(method).unix_permissions(0o600);
        Ok(self.zip.start_file(path, options.large_file(packing != Packing::Short))?)
    }

    /// Writes bytes of the entry that was begun last.
    ///
    /// # Errors
    /// When none was begun, or it would be longer than it may be.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.zip.write_all(bytes)
    }

    /// What was written since this was last asked.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut *self.written.bytes())
    }

    /// Ends the file and gives the last of it.
    ///
    /// # Errors
    /// When the entry that was begun last cannot be ended.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        self.zip.finish()?;
        Ok(std::mem::take(&mut *self.written.bytes()))
    }
}
