//! Hostile files: they are nothing, whatever they are made of, and soon found to be.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use uplift_domain::file::{FileType, LARGEST_FILE};

use super::content;
use super::office::{RELATIONSHIPS, START, TYPES, archive, letter_types};

const SOON: Duration = Duration::from_secs(2);

fn soon(bytes: &[u8]) -> Option<FileType> {
    let began = Instant::now();
    let content = content(bytes);
    assert!(began.elapsed() < SOON, "it took {:?}", began.elapsed());
    content
}

fn largest() -> usize {
    usize::try_from(LARGEST_FILE).unwrap()
}

fn real_files() -> Vec<Vec<u8>> {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/files");
    ["letter.doc", "table.xls", "letter.docx", "table.xlsx"].map(|name| fs::read(files.join(name)).unwrap()).into()
}

#[test]
fn a_container_that_is_cut_short_is_nothing() {
    for whole in real_files() {
        for length in (0..whole.len() * 3 / 4).step_by(13) {
            assert_eq!(soon(&whole[..length]), None);
        }
    }
}

#[test]
fn a_container_with_wrong_bytes_does_no_harm() {
    let mut dice = StdRng::seed_from_u64(1);
    for whole in real_files() {
        for _ in 0..1500 {
            let mut bytes = whole.clone();
            for _ in 0..dice.random_range(1..8) {
                let at = dice.random_range(0..bytes.len());
                bytes[at] = [0, 0xFF, bytes[at] ^ 0x10, dice.random()][dice.random_range(0..4)];
            }
            soon(&bytes);
        }
    }
}

#[test]
fn a_part_that_unpacks_to_much_more_is_not_unpacked() {
    let types = letter_types().replace("</Types>", &" ".repeat(50_000_000));
    let bomb = [(TYPES, types.as_str()), (RELATIONSHIPS, START), ("word/document.xml", "<document/>")];
    assert_eq!(soon(&archive(&bomb)), None);
    let (types, start) = (letter_types(), " ".repeat(50_000_000));
    let bomb = [(TYPES, types.as_str()), (RELATIONSHIPS, START), ("word/document.xml", &start)];
    assert_eq!(soon(&archive(&bomb)), None);
}

#[test]
fn an_archive_of_countless_parts_is_nothing() {
    let names: Vec<_> = (0..100_000).map(|number| number.to_string()).collect();
    let types = letter_types();
    let mut parts = vec![(TYPES, types.as_str()), (RELATIONSHIPS, START), ("word/document.xml", "<document/>")];
    parts.extend(names.iter().map(|name| (name.as_str(), "")));
    assert_eq!(soon(&archive(&parts)), None);
    assert_eq!(soon(&archive(&parts[..10_001])), None);
    assert_eq!(soon(&archive(&parts[..10_000])), Some(FileType::Docx));
}

#[test]
fn an_archive_with_countless_ends_is_nothing() {
    let mut bytes = archive(&[("a", "")]);
    let end = bytes[bytes.len() - 22..].to_vec();
    bytes.truncate(40);
    while bytes.len() < largest() {
        bytes.extend(&end);
    }
    assert_eq!(soon(&bytes), None);
}

#[test]
fn what_only_begins_like_a_container_is_nothing() {
    for beginning in [&b"PK\x03\x04"[..], b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"] {
        for byte in [0, 1, b'P', 0xFE, 0xFF] {
            let mut bytes = beginning.to_vec();
            bytes.resize(largest(), byte);
            assert_eq!(soon(&bytes), None);
        }
    }
}
