//! Whose a file is: by its key nobody finds the attachment that it belongs to.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Result;
use uplift_domain::Attachment;
use uplift_domain::file::{FileId, FileKey};
use uplift_domain::ports::{Database, ReadPort as _};

use super::{AT_ONCE, BEFORE_ALL};
use crate::workspace;

/// The files of a database, by their keys.
pub(crate) struct Owners {
    database: Arc<dyn Database>,
    ids: HashMap<FileKey, FileId>,
}

impl Owners {
    /// Reads which files there are.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) fn of(database: &Arc<dyn Database>) -> Result<Self> {
        let mut ids = HashMap::new();
        let mut last = Some(BEFORE_ALL);
        while let Some(after) = last {
            let page = workspace::read(database, move |tx| tx.files(after, AT_ONCE))?;
            last = page.last().map(|(id, _)| *id);
            ids.extend(page.into_iter().map(|(id, file)| (file.key, id)));
        }
        Ok(Self { database: Arc::clone(database), ids })
    }

    /// The team and the attachments of a file, in brackets to follow its name; nothing where the database does not
    /// tell.
    pub(crate) fn whose(&self, key: &FileKey) -> String {
        let known = self.ids.get(key).and_then(|id| whose(&self.database, *id).ok());
        known.unwrap_or_default()
    }
}

/// The team and the attachments of a file, in brackets to follow its name.
///
/// # Errors
/// When the database fails.
pub(super) fn whose(database: &Arc<dyn Database>, FileId { team, file }: FileId) -> Result<String> {
    let found = workspace::read(database, move |tx| Attachment::reads(tx).all_of(team, ("file_id", file.get())))?;
    let team = team.get();
    Ok(match found.as_slice() {
        [] => format!(" (team {team}, no attachment)"),
        [one] => format!(" (team {team}, attachment {})", one.id),
        [..] => {
            let ids: Vec<_> = found.iter().map(|it| it.id.to_string()).collect();
            format!(" (team {team}, attachments {})", ids.join(", "))
        }
    })
}
