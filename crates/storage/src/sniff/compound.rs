//! Compound files: the containers of Word and Excel before 2007, a tree of storages and streams in one file.

use std::io::{Read, Seek};
use std::path::Path;

use cfb::{CompoundFile, OpenOptions};
use uplift_domain::file::FileType;

/// More than any honest file has, with all that is embedded in it.
const MOST_ENTRIES: usize = 10_000;
const DEEPEST: usize = 16;

/// The macros of a document, or of one that is embedded in it.
const MACROS: [&str; 4] = ["Macros", "VBA", "_VBA_PROJECT", "_VBA_PROJECT_CUR"];

/// What a document that is something else has at its root.
const OTHERS: [&str; 2] = ["/EncryptedPackage", "/PowerPoint Document"];

/// How the streams begin: the FIB of Word 97 and later, and the BOF record of Excel 5 and later.
const WORD: [u8; 2] = 0xA5EC_u16.to_le_bytes();
const EXCEL: [u8; 2] = 0x0809_u16.to_le_bytes();

pub(super) fn content(file: impl Read + Seek) -> Option<FileType> {
    let mut compound = OpenOptions::new().max_buffer_size(0).open_with(file).ok()?;
    let harmless = compound.walk().enumerate().all(|(before, entry)| {
        before < MOST_ENTRIES
            && entry.path().iter().count() <= DEEPEST
            && !MACROS.iter().any(|name| entry.name().eq_ignore_ascii_case(name))
    });
    if !harmless || OTHERS.iter().any(|name| compound.exists(name)) {
        return None;
    }
    let word = begins(&mut compound, "/WordDocument", WORD);
    let excel = begins(&mut compound, "/Workbook", EXCEL) || begins(&mut compound, "/Book", EXCEL);
    match (word, excel) {
        (true, false) => Some(FileType::Doc),
        (false, true) => Some(FileType::Xls),
        _ => None,
    }
}

fn begins(compound: &mut CompoundFile<impl Read + Seek>, stream: impl AsRef<Path>, with: [u8; 2]) -> bool {
    let mut beginning = [0; 2];
    let read = compound.open_stream(stream).and_then(|mut stream| stream.read_exact(&mut beginning));
    read.is_ok() && beginning == with
}
