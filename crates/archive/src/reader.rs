//! An archive that somebody hands in. It may have been made to do harm: nothing is taken from it that is not looked
//! through first, no name of it is ever a path on the disk, and no more of it is in memory than a line or a file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use sha2::{Digest, Sha256};
use uplift_domain::archive::{FILES, FORMAT, MANIFEST, Source, VERSION, damaged};
use uplift_domain::file::LARGEST_FILE;
use uplift_domain::{Json, Refusal};
use zip::{CompressionMethod, ZipArchive};

use crate::hexadecimal;

/// How many entries an archive has at most.
const MOST_ENTRIES: usize = 2_000_000;

/// How long a manifest is at most, in bytes: by what it says of the team, and of each entry; and in all.
const SAID_OF_TEAM: u64 = 4 * 1024 * 1024;
const SAID_OF_ENTRY: u64 = 512;
const LONGEST_MANIFEST: u64 = 512 * 1024 * 1024;

/// How long a line is at most, in bytes.
const LONGEST_LINE: u64 = 64 * 1024 * 1024;

/// From how many bytes on an entry may not be so many times as long as it is compressed: lines of records are not.
const SUSPICIOUS: (u64, u64) = (64 * 1024 * 1024, 400);

/// An archive whose entries are what its manifest says.
pub struct ArchiveReader {
    zip: ZipArchive<BufReader<File>>,
    manifest: Json,
    /// The hash and the length of every entry but the manifest.
    entries: BTreeMap<String, (String, u64)>,
}

impl ArchiveReader {
    /// Opens an archive and reads every byte of it once. `lines` are the names of the files of lines that it is to
    /// have.
    ///
    /// # Errors
    /// When it cannot be read, or is not what `uplift team export` writes.
    pub fn open(path: &Path, lines: &[String]) -> Result<Self, Refusal> {
        let file = File::open(path).map_err(|error| damaged(&format!("cannot be opened: {error}")))?;
        let length = file.metadata().map_err(|error| damaged(&format!("cannot be read: {error}")))?.len();
        let mut zip = ZipArchive::new(BufReader::new(file)).map_err(|error| unzipped(&error))?;
        look_over(&mut zip, length)?;
        let manifest = read_manifest(&mut zip)?;
        let entries = entries(&manifest, lines)?;
        let mut reader = Self { zip, manifest, entries };
        reader.check()?;
        Ok(reader)
    }

    /// What the archive says of itself.
    pub const fn manifest(&self) -> &Json {
        &self.manifest
    }

    /// The bytes of a file of attachments, by its hash.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn file(&mut self, hash: &str) -> Result<Vec<u8>, Refusal> {
        let path = format!("{FILES}{hash}");
        let mut bytes = Vec::new();
        let entry = self.zip.by_name(&path).map_err(|error| unzipped(&error))?;
        entry.take(LARGEST_FILE).read_to_end(&mut bytes).map_err(|error| unreadable(&path, &error))?;
        Ok(bytes)
    }

    /// Holds every entry against the manifest.
    fn check(&mut self) -> Result<(), Refusal> {
        let named = self.zip.file_names_raw().count();
        if named != self.entries.len() + 1 {
            let stray = self.zip.file_names_raw().map(String::from_utf8_lossy);
            let mut stray = stray.filter(|name| name != MANIFEST && !self.entries.contains_key(name.as_ref()));
            return Err(damaged(&match stray.next() {
                Some(name) => format!("has an entry {name:?}, which its manifest does not name"),
                None => "has fewer entries than its manifest names".to_owned(),
            }));
        }
        for (path, (sha256, bytes)) in &self.entries {
            let missing = || damaged(&format!("lacks {path}, which its manifest names"));
            let at = self.zip.index_for_name(path).ok_or_else(missing)?;
            let entry = self.zip.by_index(at).map_err(|error| unzipped(&error))?;
            let (compression, size, packed) = (entry.compression(), entry.size(), entry.compressed_size());
            let stored = compression == CompressionMethod::Stored;
            if entry.encrypted() || !entry.is_file() || !(stored || compression == CompressionMethod::Deflated) {
                return Err(damaged(&format!("has {path} in a form that no export has")));
            }
            if size != *bytes {
                return Err(damaged(&format!("has {size} bytes in {path}, and its manifest says {bytes}")));
            }
            if path.starts_with(FILES) && !stored || size > SUSPICIOUS.0 && size / SUSPICIOUS.1 > packed {
                return Err(damaged(&format!("has {path} compressed further than any export is")));
            }
            if hash(entry, *bytes).map_err(|error| unreadable(path, &error))? != *sha256 {
                return Err(damaged(&format!("has other bytes in {path} than its manifest says")));
            }
        }
        Ok(())
    }
}

impl Source for ArchiveReader {
    fn lines(&mut self, file: &str, act: &mut dyn FnMut(&str) -> Result<(), Refusal>) -> Result<(), Refusal> {
        let entry = self.zip.by_name(file).map_err(|error| unzipped(&error))?;
        let (mut entry, mut line, mut at) = (BufReader::new(entry), Vec::new(), 0_u64);
        loop {
            line.clear();
            at += 1;
            let read = (&mut entry).take(LONGEST_LINE).read_until(b'\n', &mut line);
            if read.map_err(|error| unreadable(file, &error))? == 0 {
                return Ok(());
            }
            let ended = line.pop() == Some(b'\n');
            let text = std::str::from_utf8(&line).ok().filter(|_| ended);
            act(text.ok_or_else(|| damaged(&format!("has no whole line of UTF-8 as line {at} of {file}")))?)?;
        }
    }
}

/// Looks over the directory of an archive, before anything of it is read.
fn look_over(zip: &mut ZipArchive<BufReader<File>>, length: u64) -> Result<(), Refusal> {
    if zip.len() > MOST_ENTRIES {
        return Err(damaged(&format!("has more than {MOST_ENTRIES} entries")));
    }
    // The end of a file within it may pass for its own where that is missing.
    if zip.offset() != 0 {
        return Err(damaged("is no whole ZIP file: what it ends with is not its own end"));
    }
    if zip.has_duplicate_names() {
        return Err(damaged("has an entry twice"));
    }
    if zip.has_overlapping_entries().map_err(|error| unzipped(&error))? {
        return Err(damaged("has entries that share their bytes"));
    }
    let mut packed = 0_u64;
    for at in 0..zip.len() {
        let entry = zip.by_index_data(at).map_err(|error| unzipped(&error))?;
        packed = packed.saturating_add(entry.compressed_size());
    }
    if packed > length { Err(damaged("has entries that are longer than it is")) } else { Ok(()) }
}

fn read_manifest(zip: &mut ZipArchive<BufReader<File>>) -> Result<Json, Refusal> {
    if zip.index_for_name(MANIFEST).is_none() {
        return Err(damaged(&format!("has no {MANIFEST}: name a file that `uplift team export` wrote")));
    }
    let entries = u64::try_from(zip.len()).unwrap_or(u64::MAX);
    let longest = entries.saturating_mul(SAID_OF_ENTRY).saturating_add(SAID_OF_TEAM).min(LONGEST_MANIFEST);
    let entry = zip.by_name(MANIFEST).map_err(|error| unzipped(&error))?;
    if entry.size() > longest {
        return Err(damaged(&format!("has a {MANIFEST} of more than {longest} bytes")));
    }
    let mut text = Vec::new();
    entry.take(longest).read_to_end(&mut text).map_err(|error| unreadable(MANIFEST, &error))?;
    let manifest = serde_json::from_slice(&text).unwrap_or(Json::Null);
    let said = |name: &str| manifest.get(name).cloned().unwrap_or_default();
    if said("format") != FORMAT {
        return Err(damaged(&format!("has a {MANIFEST} of another format than {FORMAT}")));
    }
    if said("version") != VERSION {
        return Err(damaged(&format!("is of version {}; this program reads version {VERSION}", said("version"))));
    }
    Ok(manifest)
}

/// The entries that a manifest names: the files of lines, each, and files of attachments.
fn entries(manifest: &Json, lines: &[String]) -> Result<BTreeMap<String, (String, u64)>, Refusal> {
    let wrong = |what: &str| damaged(&format!("has a {MANIFEST} whose files {what}"));
    let files = manifest.get("files").and_then(Json::as_object).ok_or_else(|| wrong("are no object"))?;
    let mut entries = BTreeMap::new();
    for (path, said) in files {
        let (sha256, bytes) = (said.get("sha256").and_then(Json::as_str), said.get("bytes").and_then(Json::as_u64));
        let (Some(sha256), Some(bytes)) = (sha256.filter(|it| is_hash(it)), bytes) else {
            return Err(wrong(&format!("do not say the hash and the bytes of {path:?}")));
        };
        match path.strip_prefix(FILES) {
            Some(hash) if hash == sha256 && bytes <= LARGEST_FILE => {}
            Some(hash) if hash == sha256 => return Err(wrong(&format!("say that {path} is larger than any may be"))),
            None if lines.contains(path) => {}
            Some(_) | None => return Err(wrong(&format!("name {path:?}, which no export has"))),
        }
        entries.insert(path.clone(), (sha256.to_owned(), bytes));
    }
    match lines.iter().find(|path| !entries.contains_key(*path)) {
        Some(path) => Err(wrong(&format!("do not name {path}"))),
        None => Ok(entries),
    }
}

fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The hash of what a reader gives, which must not be more than so many bytes.
fn hash(entry: impl Read, most: u64) -> io::Result<String> {
    let (mut entry, mut hash, mut piece, mut read) = (entry.take(most + 1), Sha256::new(), vec![0; 64 * 1024], 0_u64);
    loop {
        let some = entry.read(&mut piece)?;
        if some == 0 {
            return Ok(hexadecimal(hash));
        }
        read += u64::try_from(some).unwrap_or(u64::MAX);
        if read > most {
            return Err(io::Error::other("it is longer than it says"));
        }
        hash.update(piece.get(..some).unwrap_or_default());
    }
}

fn unzipped(error: &zip::result::ZipError) -> Refusal {
    damaged(&format!("is no whole ZIP file: {error}"))
}

fn unreadable(path: &str, error: &io::Error) -> Refusal {
    damaged(&format!("cannot be read in {path}: {error}"))
}
