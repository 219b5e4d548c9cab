//! Office files, made up here.

use std::io::{Cursor, Write};

use uplift_domain::file::FileType;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::content;

pub(super) const TYPES: &str = "[Content_Types].xml";
pub(super) const RELATIONSHIPS: &str = "_rels/.rels";
pub(super) const START: &str = r#"<Relationships><Relationship Id="a" Target="word/document.xml"
    Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/></Relationships>"#;
const DOCUMENT: &str = r#"<?xml version="1.0"?><!-- a letter --><w:document xmlns:w="w"><w:body/></w:document>"#;
const WORD: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const EXCEL: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";

pub(super) fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn part(name: &str, media_type: &str) -> String {
    format!(r#"<Override PartName="{name}" ContentType="{media_type}"/>"#)
}

fn extension(name: &str, media_type: &str) -> String {
    format!(r#"<Default Extension="{name}" ContentType="{media_type}"/>"#)
}

pub(super) fn types(typed: &[String]) -> String {
    format!("<Types>{}</Types>", typed.concat())
}

pub(super) fn letter_types() -> String {
    types(&[extension("xml", "application/xml"), part("/word/document.xml", WORD)])
}

/// What a letter is when some of its parts are others.
fn letter(others: &[(&str, &str)]) -> Option<FileType> {
    let types = letter_types();
    let mut parts = vec![(TYPES, types.as_str()), (RELATIONSHIPS, START), ("word/document.xml", DOCUMENT)];
    for (name, text) in others {
        parts.retain(|(part, _)| part != name);
        parts.push((name, text));
    }
    content(&archive(&parts))
}

#[test]
fn documents_are_known_by_their_main_part() {
    assert_eq!(letter(&[]), Some(FileType::Docx));
    assert_eq!(letter(&[("word/document.xml", &format!("\u{feff}\r\n{DOCUMENT}"))]), Some(FileType::Docx));
    let sheet = types(&[part("/book.xml", EXCEL)]);
    let book = START.replace("word/document.xml", "book.xml");
    for name in ["book.xml", "Book.XML"] {
        let entries = [(TYPES, sheet.as_str()), (RELATIONSHIPS, &book), (name, "<workbook/>")];
        assert_eq!(letter(&entries), Some(FileType::Xlsx), "{name}");
    }
    // The relationships say what the package is, whatever else lies in it.
    assert_eq!(letter(&[(TYPES, &sheet), ("book.xml", "<workbook/>")]), None);
}

#[test]
fn the_main_part_may_have_its_type_by_its_extension() {
    let typed = types(&[extension("XML", WORD), part("/docProps/app.xml", "application/xml")]);
    assert_eq!(letter(&[(TYPES, &typed)]), Some(FileType::Docx));
    assert_eq!(letter(&[(TYPES, &typed), (RELATIONSHIPS, "<Relationships/>")]), None);
    let template = WORD.replace("document.main", "template.main");
    let typed = types(&[extension("xml", WORD), part("/word/document.xml", &template)]);
    assert_eq!(letter(&[(TYPES, &typed)]), None);
}

#[test]
fn what_merely_calls_itself_a_document_is_nothing() {
    let typed = letter_types();
    assert_eq!(content(&archive(&[])), None);
    assert_eq!(content(&archive(&[("notes.txt", "an archive")])), None);
    assert_eq!(content(&archive(&[(TYPES, &typed)])), None);
    assert_eq!(content(&archive(&[(TYPES, &typed), ("word/document.xml", DOCUMENT)])), None);
    assert_eq!(content(&archive(&[(TYPES, &typed), (RELATIONSHIPS, START)])), None);
    for text in ["", " ", "text", "<w:workbook/>", "<document", "<!DOCTYPE document><document/>", "PK\x03\x04"] {
        assert_eq!(letter(&[("word/document.xml", text)]), None, "{text}");
    }
    assert_eq!(letter(&[("word/document2.xml", DOCUMENT), ("word/document.xml", "")]), None);
}

#[test]
fn other_types_of_document_are_nothing() {
    for media_type in [
        "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml",
        "application/vnd.ms-word.document.macroEnabled.main+xml",
        "application/vnd.ms-excel.sheet.binary.macroEnabled.main",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/xml",
    ] {
        assert_eq!(letter(&[(TYPES, &types(&[part("/word/document.xml", media_type)]))]), None, "{media_type}");
    }
    let both = types(&[part("/word/document.xml", WORD), part("/book.xml", EXCEL)]);
    assert_eq!(letter(&[(TYPES, &both), ("book.xml", "<workbook/>")]), None);
}

#[test]
fn a_document_with_macros_is_nothing() {
    assert_eq!(letter(&[("word/vbaProject.bin", "Sub AutoOpen()")]), None);
    assert_eq!(letter(&[("VBAPROJECT.BIN", "Sub AutoOpen()")]), None);
    for other in [
        extension("bin", "application/vnd.ms-office.vbaProject"),
        part("/a.bin", "application/vnd.ms-office.vbaProject"),
        part("/a.xml", "application/vnd.ms-excel.macrosheet+xml"),
        part("/a.xml", "application/vnd.ms-word.template.MACROENABLEDTemplate.main+xml"),
    ] {
        assert_eq!(letter(&[(TYPES, &types(&[part("/word/document.xml", WORD), other.clone()]))]), None, "{other}");
    }
}

#[test]
fn an_archive_that_readers_would_read_differently_is_nothing() {
    assert_eq!(letter(&[("Word/Document.xml", "<other/>")]), None);
    assert_eq!(letter(&[("[CONTENT_TYPES].XML", "<Types/>")]), None);
    assert_eq!(letter(&[(TYPES, &format!("<!DOCTYPE Types>{}", letter_types()))]), None);
    let mut shifted = b"PK\x03\x04".to_vec();
    shifted.extend(archive(&[(TYPES, &letter_types()), (RELATIONSHIPS, START), ("word/document.xml", DOCUMENT)]));
    assert_eq!(content(&shifted), None);
}

#[test]
fn a_large_document_is_read_no_further_than_needed() {
    let large = format!("<w:document>{}", "<w:p/>".repeat(10_000_000));
    assert_eq!(letter(&[("word/document.xml", &large)]), Some(FileType::Docx));
}
