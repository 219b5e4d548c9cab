//! Plain files, by their first bytes.

use super::super::is_foreign;
use super::content;
use uplift_domain::file::FileType::{self, Gif, Jpeg, Pdf, Png};

fn png() -> Vec<u8> {
    [&b"\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR"[..], &[7; 17]].concat()
}

#[test]
fn files_are_known_by_how_they_begin() {
    let known: [(&[u8], FileType); 7] = [
        (b"\xFF\xD8\xFF", Jpeg),
        (b"\xFF\xD8\xFF\xE0\0\x10JFIF", Jpeg),
        (&png(), Png),
        (b"GIF87a\x01\0\x01\0\0\0\0", Gif),
        (b"GIF89a\x01\0\x01\0\0\0\0", Gif),
        (b"%PDF-1", Pdf),
        (b"%PDF-2.0\n%%EOF", Pdf),
    ];
    for (bytes, file_type) in known {
        assert_eq!(content(bytes), Some(file_type));
        assert_eq!(content(&[bytes, &[0; 1000]].concat()), Some(file_type), "with something behind it");
        assert_eq!(content(&[b" ", bytes].concat()), None, "with something before it");
    }
}

#[test]
fn what_may_become_something_is_not_foreign() {
    for head in [&png()[..], b"%PDF-1.4", b"PK\x03\x04", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"] {
        assert!(!is_foreign(head), "{head:?}");
    }
    for head in [&b""[..], b"only words", b"RIFF\0\0\0\0WEBP"] {
        assert!(is_foreign(head), "{head:?}");
    }
}

#[test]
fn a_beginning_that_is_cut_short_is_nothing() {
    for whole in [b"\xFF\xD8\xFF".to_vec(), png(), b"GIF89a\x01\0\x01\0\0\0\0".to_vec(), b"%PDF-1".to_vec()] {
        for length in 0..whole.len() {
            assert_eq!(content(&whole[..length]), None, "{length} bytes of {whole:?}");
        }
    }
}

#[test]
fn what_only_looks_like_it_is_nothing() {
    let mut other_chunk = png();
    other_chunk[12..16].copy_from_slice(b"IDAT");
    let mut long_header = png();
    long_header[11] = 14;
    for bytes in
        [&other_chunk, &long_header, &b"GIF88a\x01\0\x01\0\0\0\0"[..], b"%PDF-x.4", b"%pdf-1.4", b"RIFF\0\0\0\0WEBP"]
    {
        assert_eq!(content(bytes), None, "{bytes:?}");
    }
}
