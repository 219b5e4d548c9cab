//! The files of attachments: a copy holds exactly those that a database names, each as the database knows it.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use uplift_domain::file::FileKey;

use super::files::{flush, hash};

/// The SHA-256 of each file, in lower-case hexadecimal.
pub(super) type Named = BTreeMap<FileKey, String>;

/// What was copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Copied {
    pub(super) files: u64,
    pub(super) bytes: u64,
}

/// A copy in the making.
pub(super) struct Copying<'a> {
    from: &'a Path,
    into: &'a Path,
    /// How large each file is that was copied.
    done: BTreeMap<FileKey, u64>,
}

impl<'a> Copying<'a> {
    pub(super) fn new(from: &'a Path, into: &'a Path) -> Self {
        Self { from, into, done: BTreeMap::new() }
    }

    /// Brings the copy to where it holds these files and no others, and tells which of them are gone.
    ///
    /// # Errors
    /// When a file cannot be copied, or is not what the database knows.
    pub(super) fn bring_to(&mut self, named: &Named) -> Result<Vec<FileKey>> {
        let mut touched = BTreeSet::new();
        let unnamed: Vec<_> = self.done.keys().filter(|key| !named.contains_key(*key)).cloned().collect();
        for key in unnamed {
            let path = place(self.into, &key)?;
            fs::remove_file(&path).with_context(|| format!("{} cannot be removed", path.display()))?;
            self.done.remove(&key);
        }
        let mut gone = Vec::new();
        for (key, hash) in named {
            if self.done.contains_key(key) {
                continue;
            }
            if let Some(bytes) = self.copy(key, hash, &mut touched)? {
                self.done.insert(key.clone(), bytes);
            } else {
                gone.push(key.clone());
            }
        }
        touched.iter().try_for_each(|folder| flush(folder))?;
        Ok(gone)
    }

    pub(super) fn copied(&self) -> Copied {
        Copied { files: self.done.len().try_into().unwrap_or(u64::MAX), bytes: self.done.values().sum() }
    }

    /// Copies one file and tells how large it is; `None` where it is gone.
    fn copy(&self, key: &FileKey, known: &str, touched: &mut BTreeSet<PathBuf>) -> Result<Option<u64>> {
        let (from, into) = (place(self.from, key)?, place(self.into, key)?);
        if let Some(folder) = into.parent() {
            fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
            touched.extend([folder.to_owned(), self.into.to_owned()]);
        }
        let bytes = match fs::copy(&from, &into) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            copied => copied.with_context(|| format!("{} cannot be copied", from.display()))?,
        };
        flush(&into)?;
        if hash(&into)? != known {
            bail!("{} is damaged: it is not the file that the database names", from.display());
        }
        Ok(Some(bytes))
    }
}

/// Where a file is below a folder. A key that leads elsewhere was not made by the store.
fn place(folder: &Path, key: &FileKey) -> Result<PathBuf> {
    let below = Path::new(&key.0);
    if key.0.is_empty() || !below.components().all(|part| matches!(part, Component::Normal(_))) {
        bail!("{:?} is the name of no file", key.0);
    }
    Ok(folder.join(below))
}

/// The files that are gone and named all the same.
pub(super) fn lost(gone: &[FileKey], named: &Named) -> Vec<String> {
    let gone: HashSet<_> = gone.iter().collect();
    named.keys().filter(|key| gone.contains(key)).map(|key| key.0.clone()).collect()
}

/// Writes down what a copy of files holds, as `sha256sum` reads it.
pub(super) fn write_list(path: &Path, folder: &str, named: &Named) -> Result<()> {
    let lines: String = named.iter().map(|(key, hash)| format!("{hash}  {folder}/{}\n", key.0)).collect();
    fs::write(path, lines).with_context(|| format!("{} cannot be written", path.display()))?;
    flush(path)
}

/// Reads what a copy of files holds.
pub(super) fn read_list(path: &Path, folder: &str) -> Result<Named> {
    let text = fs::read_to_string(path)
        .with_context(|| format!("{} cannot be read: name a folder that `uplift backup` made", path.display()))?;
    let named = |line: &str| {
        let (hash, path) = line.split_once("  ")?;
        Some((FileKey(path.strip_prefix(folder)?.strip_prefix('/')?.to_owned()), hash.to_owned()))
    };
    let listed: Option<Named> = text.lines().map(named).collect();
    listed.with_context(|| format!("{} is damaged", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_leads_elsewhere_is_no_files() {
        for key in ["", "/etc/passwd", "../up", "up-1/../../x", "./x"] {
            assert!(place(Path::new("folder"), &FileKey(key.to_owned())).is_err(), "{key}");
        }
        let key = FileKey("up-00/01".to_owned());
        assert_eq!(place(Path::new("folder"), &key).unwrap(), Path::new("folder/up-00/01"));
    }

    #[test]
    fn a_list_is_read_as_it_was_written() {
        let path = std::env::temp_dir().join(format!("uplift-list-{}", std::process::id()));
        let named: Named = [("up-00/00", "aa"), ("up-00/01", "bb")]
            .map(|(key, hash)| (FileKey(key.to_owned()), hash.to_owned()))
            .into();
        write_list(&path, "attachments", &named).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "aa  attachments/up-00/00\nbb  attachments/up-00/01\n");
        assert_eq!(read_list(&path, "attachments").unwrap(), named);
        std::fs::write(&path, "nothing of the kind\n").unwrap();
        assert!(read_list(&path, "attachments").is_err());
        std::fs::remove_file(path).unwrap();
    }
}
