//! The manifest of an archive: what it says of itself.

use std::collections::BTreeMap;

use serde_json::{Map, json};

use super::{FILES, FORMAT, VERSION};
use crate::file::StoredFile;
use crate::record::{Choices as _, Stored, Time};
use crate::{Json, Team};

/// A file of an archive as the manifest tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedFile {
    pub path: String,
    /// In lower-case hexadecimal.
    pub sha256: String,
    pub bytes: u64,
}

impl ArchivedFile {
    /// Where the bytes of a file of attachments stand.
    pub fn path_of(file: &StoredFile) -> String {
        format!("{FILES}{}", file.hash)
    }
}

/// What was written.
#[derive(Debug)]
pub struct Exported {
    pub(super) team: Stored<Team>,
    pub(super) counts: BTreeMap<String, i64>,
    pub(super) owner: Option<i64>,
    /// The files of the team whose bytes follow.
    pub files: Vec<StoredFile>,
}

impl Exported {
    /// How many records were written.
    pub fn records(&self) -> i64 {
        self.counts.values().sum()
    }

    /// What the archive says of itself.
    pub fn manifest(&self, exported_at: Time, files: &[ArchivedFile]) -> Json {
        let mut team = self.team.shown();
        if let Some(team) = team.as_object_mut() {
            team.insert("owner_id".to_owned(), self.owner.into());
            team.insert("billing_mode".to_owned(), self.team.record.billing_mode.name().into());
        }
        let file = |it: &ArchivedFile| (it.path.clone(), json!({"sha256": it.sha256, "bytes": it.bytes}));
        json!({
            "format": FORMAT,
            "version": VERSION,
            "exported_at": exported_at.to_string(),
            "team": team,
            "counts": self.counts,
            "files": files.iter().map(file).collect::<Map<_, _>>(),
        })
    }
}
