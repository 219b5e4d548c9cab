//! Files, memory and threads: what the server of a world keeps beside its database, and what it works with.

use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use super::{Server, TestInstallation, World};

impl TestInstallation {
    /// The folder in which the server keeps the files of attachments.
    pub(crate) fn store(&self) -> PathBuf {
        self.path("attachments")
    }

    /// Every file in the store. An attachment is never empty, so that an empty file is none.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        gather(&self.store(), &mut files);
        files.sort();
        files
    }

    /// Whether any file of this place holds these bytes.
    pub(crate) fn folder_holds(&self, bytes: &[u8]) -> bool {
        let mut files = Vec::new();
        gather(self.folder(), &mut files);
        files
            .iter()
            .any(|file| std::fs::read(file).is_ok_and(|text| text.windows(bytes.len()).any(|part| part == bytes)))
    }
}

impl World {
    /// The resident memory of the server, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        server.as_ref().expect("a running server").memory()
    }

    /// The threads of the server.
    pub(crate) fn threads(&self) -> Vec<Thread> {
        let server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        server.as_ref().expect("a running server").threads()
    }
}

/// A thread, as Linux tells it.
#[derive(Debug)]
pub(crate) struct Thread {
    pub(crate) name: String,
    pub(crate) nice: i64,
    /// How it is scheduled: 0 as most are, 5 when nothing else would run.
    pub(crate) policy: i64,
}

impl Server {
    /// Its resident memory, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process_id())).expect("its status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its resident memory");
        let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().expect("a number");
        kibibytes * 1024
    }

    fn threads(&self) -> Vec<Thread> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.process_id())).expect("its threads");
        // One that ends meanwhile has no line.
        let lines = tasks.flatten().filter_map(|task| std::fs::read_to_string(task.path().join("stat")).ok());
        lines.map(|line| thread(&line)).collect()
    }
}

/// The thread that a line of `/proc` tells of, whose name stands in brackets.
fn thread(line: &str) -> Thread {
    let (start, rest) = line.rsplit_once(')').expect("a name");
    let name = start.split_once('(').expect("a name").1.to_owned();
    let numbers: Vec<_> = rest.split_whitespace().collect();
    let number = |at: usize| numbers[at].parse().expect("a number");
    Thread { name, nice: number(16), policy: number(38) }
}

// Files come and go while they are counted.
pub(super) fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        match entry.metadata() {
            Ok(it) if it.is_dir() => gather(&entry.path(), files),
            Ok(it) if it.len() > 0 => files.push(entry.path()),
            _ => {}
        }
    }
}
