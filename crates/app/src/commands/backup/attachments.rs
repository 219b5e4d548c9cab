//! The files of attachments: a copy holds exactly those that a database names, each as the database knows it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use uplift_domain::file::FileKey;

use super::files::{self, flush, hash};

/// The SHA-256 of each file, in lower-case hexadecimal.
pub(super) type Named = BTreeMap<FileKey, String>;

/// What was copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Copied {
    pub(super) files: u64,
    pub(super) bytes: u64,
}

/// Copies the files that a database names, and tells the keys of those that are not there.
///
/// # Errors
/// When a file cannot be copied, or is not what the database knows; what is known of whose it is follows its name.
pub(super) fn copy_all(
    from: &Path,
    into: &Path,
    named: &Named,
    whose: impl Fn(&FileKey) -> String,
) -> Result<(Copied, Vec<FileKey>)> {
    let (mut copied, mut lost, mut folders) = (Copied::default(), Vec::new(), BTreeSet::new());
    for (key, known) in named {
        let (from, copy) = (place(from, key)?, place(into, key)?);
        if let Some(folder) = copy.parent() {
            fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
            folders.extend([folder.to_owned(), into.to_owned()]);
        }
        match files::copy(&from, &copy) {
            Ok(bytes) => copied = Copied { files: copied.files + 1, bytes: copied.bytes + bytes },
            Err(error) if error.kind() == ErrorKind::NotFound => {
                lost.push(key.clone());
                continue;
            }
            Err(error) => return Err(error).with_context(|| format!("{} cannot be copied", from.display())),
        }
        flush(&copy)?;
        if hash(&copy)? != *known {
            bail!("{}{} is damaged: it is not the file that the database names", from.display(), whose(key));
        }
    }
    folders.iter().try_for_each(|folder| flush(folder))?;
    Ok((copied, lost))
}

/// Where a file is below a folder. A key that leads elsewhere was not made by the store.
pub(super) fn place(folder: &Path, key: &FileKey) -> Result<PathBuf> {
    let below = Path::new(&key.0);
    if key.0.is_empty() || !below.components().all(|part| matches!(part, Component::Normal(_))) {
        bail!("{:?} is the name of no file", key.0);
    }
    Ok(folder.join(below))
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
