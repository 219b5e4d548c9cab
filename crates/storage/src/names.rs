//! The names of files: a boot is `up-` and sixteen digits, of which the first eight are those of its installation; a
//! file is sixteen digits more below it. All are hexadecimal.

use object_store::path::Path;
use uplift_domain::file::FileKey;
use uplift_domain::ports::StoreError;

const BOOT: &str = "up-";
const DIGITS: usize = 16;

/// A name for a boot of an installation.
pub(crate) fn process_dir(installation: u32) -> String {
    format!("{BOOT}{installation:08x}{:08x}", rand::random::<u32>())
}

/// Whether the boot is one of the installation.
pub(crate) fn is_boot_of(installation: u32, name: &str) -> bool {
    is_boot(name) && name.starts_with(&format!("{BOOT}{installation:08x}"))
}

fn is_boot(name: &str) -> bool {
    name.strip_prefix(BOOT).is_some_and(is_number)
}

/// The key of a boot's file with a number.
pub(crate) fn numbered(process_dir: &str, number: u64) -> FileKey {
    FileKey(format!("{process_dir}/{number:016x}"))
}

/// Where a file is; trouble where the key is none of this store's.
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

/// Whether this is the name, in its boot, of a file whose upload has not ended: the object store adds `#` and a number.
pub(crate) fn is_unfinished(name: &str) -> bool {
    name.split_once('#').is_some_and(|(file, copy)| is_number(file) && copy.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_key(text: &str) -> bool {
    text.split_once('/').is_some_and(|(process_dir, file)| is_boot(process_dir) && is_number(file))
}

fn is_number(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
