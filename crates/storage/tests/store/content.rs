//! Content: what a file is, whatever it is called.

use std::fs;
use std::path::PathBuf;

use uplift_domain::file::FileType;

use crate::fixture::{keep, open, root, run};

pub(crate) fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/files")
}

#[test]
fn real_files_are_what_they_are() {
    let root = root();
    let store = open(root.path());
    run(async {
        for (name, content) in [
            ("photo.jpg", FileType::Jpeg),
            ("picture.png", FileType::Png),
            ("animation.gif", FileType::Gif),
            ("report.pdf", FileType::Pdf),
            ("letter.doc", FileType::Doc),
            ("table.xls", FileType::Xls),
            ("letter.docx", FileType::Docx),
            ("moved.docx", FileType::Docx),
            ("table.xlsx", FileType::Xlsx),
        ] {
            let bytes = fs::read(fixtures().join(name)).unwrap();
            assert_eq!(keep(&store, &bytes).await.content, Some(content), "{name}");
        }
    });
}

#[test]
fn impostors_are_nothing() {
    let root = root();
    let store = open(root.path());
    run(async {
        for entry in fs::read_dir(fixtures().join("impostors")).unwrap() {
            let path = entry.unwrap().path();
            let bytes = fs::read(&path).unwrap();
            assert_eq!(keep(&store, &bytes).await.content, None, "{}", path.display());
        }
    });
}
