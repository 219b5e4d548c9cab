//! Files and memory: what the server of a world keeps beside its database, and how much it holds while it works.

use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use super::{Server, World};

impl World {
    /// The folder in which the server keeps the files of attachments.
    pub(crate) fn store(&self) -> PathBuf {
        self.folder.path().join("attachments")
    }

    /// Every file in the store. An attachment is never empty, so that an empty file is none.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        gather(&self.store(), &mut files);
        files.sort();
        files
    }

    /// The resident memory of the server, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        server.as_ref().expect("a running server").memory()
    }
}

impl Server {
    /// Its resident memory, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process_id())).expect("its status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its resident memory");
        let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().expect("a number");
        kibibytes * 1024
    }
}

// Files come and go while they are counted.
fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        match entry.metadata() {
            Ok(it) if it.is_dir() => gather(&entry.path(), files),
            Ok(it) if it.len() > 0 => files.push(entry.path()),
            _ => {}
        }
    }
}
