//! The place that a copy is brought back into: one attempt at a time, and what one that was killed left there.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, bail};
use rustix::fs::{Access, access};
use uplift_domain::file::FileKey;
use uplift_storage::{LOCK, create_folder};

use super::UNFINISHED;
use super::attachments::place;
use super::files::{flush, holds_only};
use crate::paths::{locked, parent, with_suffix};
use crate::settings::Settings;

/// What helps where a folder cannot be put in its place as a whole.
pub(super) const BENEATH: &str =
    "a folder takes its place as a whole, so restore into one beneath it, which UPLIFT_ATTACHMENTS names from then on";

/// Refuses a folder that nothing can take the place of.
///
/// # Errors
/// When it is a link or a mount, or nothing can be put beside it.
pub(super) fn check_replaceable(place: &Path) -> Result<()> {
    // A slash at its end would lead to where a link does.
    let place = place.components().collect::<PathBuf>();
    let above = parent(&place);
    let Ok(around) = fs::metadata(&above) else { return Ok(()) };
    let found = fs::symlink_metadata(&place).ok();
    let shown = place.display();
    if found.as_ref().is_some_and(fs::Metadata::is_symlink) {
        bail!("{shown} is a link: {BENEATH}");
    }
    if found.is_some_and(|found| found.dev() != around.dev()) {
        bail!("{shown} is a mount: {BENEATH}");
    }
    let writable = access(&above, Access::WRITE_OK | Access::EXEC_OK);
    writable.with_context(|| format!("nothing can be put beside {shown}: {BENEATH}"))
}

/// A place into which nobody else brings anything back until this is dropped, or the process ends.
pub(super) struct Held {
    path: PathBuf,
    _lock: File,
}

/// Holds the database file and the folder of attachments.
///
/// # Errors
/// When somebody else holds one of them, or a lock cannot be made beside it.
pub(super) fn hold(settings: &Settings) -> Result<Vec<Held>> {
    [settings.source.file(), settings.attachments.folder()].into_iter().flatten().map(Held::of).collect()
}

impl Held {
    fn of(place: &Path) -> Result<Self> {
        let (folder, path) = (parent(place), with_suffix(place, ".restoring.lock"));
        create_folder(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        match locked(&path).with_context(|| format!("{} cannot be locked", path.display()))? {
            Some(lock) => Ok(Self { path, _lock: lock }),
            None => bail!("another `uplift restore` is at work on {}: wait until it has ended", place.display()),
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Stands beside files that are in their place while their records may not be: it names the database that the records
/// are for, and the files.
pub(super) struct Claim<'a> {
    attachments: &'a Path,
    path: PathBuf,
    database: &'a str,
}

impl<'a> Claim<'a> {
    pub(super) fn of(attachments: &'a Path, settings: &'a Settings) -> Self {
        Self { attachments, path: with_suffix(attachments, UNFINISHED), database: &settings.database }
    }

    /// The files that an attempt brought which was killed before the records were in this database.
    fn left(&self) -> Result<Vec<FileKey>> {
        let Some(text) = self.text()? else { return Ok(Vec::new()) };
        let mut lines = text.lines();
        let ours = lines.next() == Some(self.database);
        Ok(lines.filter(|_| ours).map(|key| FileKey(key.to_owned())).collect())
    }

    fn text(&self) -> Result<Option<String>> {
        match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            text => text.map(Some).with_context(|| format!("{} cannot be read", self.path.display())),
        }
    }

    /// Checks that the folder holds nothing but what such an attempt brought, and a lock of servers.
    ///
    /// # Errors
    /// When anything else is there, or it cannot be looked at.
    pub(super) fn check_empty(&self) -> Result<()> {
        if holds_only(self.attachments, Some(LOCK))? {
            return Ok(());
        }
        let place = self.attachments.display();
        let text = self.text()?;
        match text.as_deref().map(|text| text.lines().next().unwrap_or_default()) {
            Some(database) if database == self.database => Ok(()),
            None => bail!("{place} is not empty: a copy is brought back only into an empty place"),
            Some(database) => bail!(
                "{place} is not empty, and {} says that a copy was being brought back into another \
                 database{}{database}: bring it back into that one, or move both aside",
                self.path.display(),
                if database.is_empty() { "" } else { ", " }
            ),
        }
    }

    /// The message that the files stay, because the records that name them may be in the database.
    pub(super) fn stays(&self, why: &Error) -> String {
        format!(
            "the files stay in {}, and their names in {}, for the records may be back ({why:#}): empty the database and \
             bring them back again",
            self.attachments.display(),
            self.path.display()
        )
    }

    /// Removes what such an attempt brought. The records of this database are known not to be there.
    ///
    /// # Errors
    /// When there is something else in the folder.
    pub(super) fn clear(&self) -> Result<()> {
        let left = self.left()?;
        let brought = left.iter().filter_map(|key| place(self.attachments, key).ok()).collect();
        if holds_others(self.attachments, &brought)? {
            bail!(
                "{} holds files that no `uplift restore` brought: move it and {} aside",
                self.attachments.display(),
                self.path.display()
            );
        }
        let _ = fs::remove_file(self.attachments.join(LOCK));
        remove_files(self.attachments, &left);
        Ok(())
    }

    /// Says which files are about to be in their place.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn make<'k>(&self, files: impl Iterator<Item = &'k FileKey>) -> Result<()> {
        let keys: String = files.map(|key| format!("{}\n", key.0)).collect();
        let made = fs::write(&self.path, format!("{}\n{keys}", self.database));
        made.with_context(|| format!("{} cannot be made", self.path.display()))?;
        flush(&self.path)
    }

    pub(super) fn remove(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether a folder holds any file but these and locks of servers.
fn holds_others(folder: &Path, known: &BTreeSet<PathBuf>) -> Result<bool> {
    let unseen = || format!("{} cannot be looked at", folder.display());
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        entries => entries.with_context(unseen)?,
    };
    for entry in entries {
        let entry = entry.with_context(unseen)?;
        let is_folder = entry.file_type().with_context(unseen)?.is_dir();
        let is_known = || entry.file_name() == LOCK || known.contains(&entry.path());
        if if is_folder { holds_others(&entry.path(), known)? } else { !is_known() } {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Removes these files as far as they are there, with the locks beside them, and the folders that are empty then.
pub(super) fn remove_files<'k>(from: &Path, files: impl IntoIterator<Item = &'k FileKey>) {
    let mut folders = BTreeSet::new();
    for file in files.into_iter().filter_map(|key| place(from, key).ok()) {
        let _ = fs::remove_file(&file);
        folders.extend(file.ancestors().skip(1).take_while(|it| it.starts_with(from)).map(Path::to_owned));
    }
    for folder in folders.iter().rev() {
        let _ = fs::remove_file(folder.join(LOCK));
        // Nothing is removed that somebody else put something into.
        let _ = fs::remove_dir(folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_held_by_one_alone() {
        let place = std::env::temp_dir().join(format!("uplift-held-{}/files", std::process::id()));
        let held = Held::of(&place).unwrap();
        let told = Held::of(&place).err().unwrap().to_string();
        assert!(told.contains("another `uplift restore` is at work"), "{told}");
        drop(held);
        drop(Held::of(&place).unwrap());
        assert!(holds_only(&parent(&place), None).unwrap(), "no lock is left behind");
        fs::remove_dir_all(parent(&place)).unwrap();
    }

    #[test]
    fn only_what_is_named_is_removed() {
        let folder = std::env::temp_dir().join(format!("uplift-removed-{}", std::process::id()));
        let keys = ["up-00/00", "up-00/01", "up-01/00", "../up"].map(|key| FileKey(key.to_owned()));
        for file in ["up-00/00", "up-00/lock", "up-01/00", "up-01/01"] {
            fs::create_dir_all(parent(&folder.join(file))).unwrap();
            fs::write(folder.join(file), "a file").unwrap();
        }
        remove_files(&folder, &keys);
        let left = |name: &str| folder.join(name).exists();
        assert_eq!([left("up-00"), left("up-01/00"), left("up-01/01")], [false, false, true]);
        fs::remove_dir_all(folder).unwrap();
    }
}
