//! Compound files, made up here.

use std::io::{Cursor, Write};

use cfb::{CompoundFile, Version};
use uplift_domain::file::FileType;

use super::content;

/// The path of a stream and its bytes.
type Stream<'a> = (&'a str, &'a [u8]);

const WORD: Stream<'_> = ("WordDocument", b"\xEC\xA5\xC1\0 and so on");
const EXCEL: Stream<'_> = ("Workbook", b"\x09\x08\x10\0 and so on");

/// A compound file with these streams, in the storages that their paths name.
pub(super) fn compound(streams: &[Stream<'_>]) -> Vec<u8> {
    let mut file = CompoundFile::create_with_version(Version::V3, Cursor::new(Vec::new())).unwrap();
    for (path, bytes) in streams {
        if let Some((storage, _)) = path.rsplit_once('/') {
            file.create_storage_all(storage).unwrap();
        }
        file.create_stream(path).unwrap().write_all(bytes).unwrap();
    }
    file.flush().unwrap();
    file.into_inner().into_inner()
}

#[test]
fn documents_of_old_are_known_by_their_streams() {
    let large = [&WORD.1[..4], &[0; 100_000]].concat();
    assert_eq!(content(&compound(&[WORD])), Some(FileType::Doc));
    assert_eq!(content(&compound(&[("1Table", b"a table"), ("WordDocument", &large)])), Some(FileType::Doc));
    assert_eq!(content(&compound(&[EXCEL])), Some(FileType::Xls));
    assert_eq!(content(&compound(&[("Book", EXCEL.1)])), Some(FileType::Xls));
    assert_eq!(content(&compound(&[("Book", EXCEL.1), EXCEL])), Some(FileType::Xls));
}

#[test]
fn a_document_may_have_others_inside() {
    let inside = [WORD, ("ObjectPool/_1/Workbook", EXCEL.1), ("ObjectPool/_2/PowerPoint Document", b"slides")];
    assert_eq!(content(&compound(&inside)), Some(FileType::Doc));
}

#[test]
fn other_compound_files_are_nothing() {
    let others: [&[Stream<'_>]; 12] = [
        &[],
        &[("Contents", b"of a box")],
        &[("WordDocument", b"")],
        &[("WordDocument", b"\xEC")],
        &[("WordDocument", b"not one")],
        &[("Workbook", b"not one")],
        &[("Deeper/WordDocument", WORD.1)],
        &[WORD, EXCEL],
        &[("PowerPoint Document", b"slides")],
        &[WORD, ("PowerPoint Document", b"slides")],
        &[("EncryptedPackage", b"secret"), ("EncryptionInfo", b"how")],
        &[EXCEL, ("encryptedpackage", b"secret")],
    ];
    for streams in others {
        assert_eq!(content(&compound(streams)), None, "{streams:?}");
    }
}

#[test]
fn a_document_with_macros_is_nothing() {
    for path in [
        "Macros/VBA/ThisDocument",
        "MACROS/other",
        "_VBA_PROJECT_CUR/VBA/dir",
        "_VBA_PROJECT",
        "ObjectPool/_1/Macros/VBA/dir",
        "vba/dir",
    ] {
        assert_eq!(content(&compound(&[WORD, (path, b"Sub AutoOpen()")])), None, "{path}");
        assert_eq!(content(&compound(&[EXCEL, (path, b"Sub AutoOpen()")])), None, "{path}");
    }
}

#[test]
fn a_document_too_deep_or_too_wide_is_nothing() {
    let deep = format!("{}leaf", "down/".repeat(40));
    assert_eq!(content(&compound(&[WORD, (&deep, b"")])), None);
    let names: Vec<_> = (0..12_000).map(|number| format!("s{number}")).collect();
    let mut wide: Vec<Stream<'_>> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    wide.push(WORD);
    assert_eq!(content(&compound(&wide)), None);
    assert_eq!(content(&compound(&wide[11_000..])), Some(FileType::Doc));
}
