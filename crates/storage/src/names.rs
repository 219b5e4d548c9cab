//! The names of files: the folder of a process is `up-` and sixteen digits, of which the first eight are those of its
//! installation; a file is sixteen digits more below it. All are hexadecimal.

use object_store::path::Path;
use uplift_domain::file::FileKey;
use uplift_domain::ports::StoreError;

const PREFIX: &str = "up-";
const DIGITS: usize = 16;

/// A name for the folder of a process of an installation.
pub(crate) fn process_dir(installation: u32) -> String {
    format!("{PREFIX}{installation:08x}{:08x}", rand::random::<u32>())
}

/// Whether the folder is of the installation.
pub(crate) fn is_process_dir_of(installation: u32, name: &str) -> bool {
    is_process_dir(name) && name.starts_with(&format!("{PREFIX}{installation:08x}"))
}

/// Whether a folder of this name is one that a process keeps its files in.
pub fn is_process_dir(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(is_number)
}

/// The key of a file with a number in the folder of a process.
pub(crate) fn numbered(process_dir: &str, number: u64) -> FileKey {
    FileKey(format!("{process_dir}/{number:016x}"))
}

/// Where a file is; an error where the key is none of this store's.
pub(crate) fn path(key: &FileKey) -> Result<Path, StoreError> {
    if is_key(&key.0) {
        Ok(Path::from(key.0.as_str()))
    } else {
        Err(StoreError::Failed(format!("{:?} is no key of a file", key.0)))
    }
}

/// The key of the file there, if it is one of this store's.
pub(crate) fn key(path: &Path) -> Option<FileKey> {
    is_key(path.as_ref()).then(|| FileKey(path.to_string()))
}

/// Whether this is the name, in its folder, of a file whose upload has not ended: the object store adds `#` and a
/// number.
pub(crate) fn is_unfinished(name: &str) -> bool {
    name.split_once('#').is_some_and(|(file, copy)| is_number(file) && copy.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_key(text: &str) -> bool {
    text.split_once('/').is_some_and(|(process_dir, file)| is_process_dir(process_dir) && is_number(file))
}

fn is_number(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
