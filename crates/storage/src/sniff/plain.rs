//! Plain files: those that are known by how they begin. What follows is not looked at: people pad and append.

use uplift_domain::file::FileType;

/// Signature, and an IHDR chunk of thirteen bytes with its checksum.
const PNG: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR";
const PNG_LENGTH: usize = 33;

/// Signature and logical screen descriptor.
const GIF_LENGTH: usize = 13;

pub(super) fn content(head: &[u8]) -> Option<FileType> {
    if head.starts_with(b"\xFF\xD8\xFF") {
        Some(FileType::Jpeg)
    } else if head.starts_with(PNG) && head.len() >= PNG_LENGTH {
        Some(FileType::Png)
    } else if (head.starts_with(b"GIF87a") || head.starts_with(b"GIF89a")) && head.len() >= GIF_LENGTH {
        Some(FileType::Gif)
    } else if head.strip_prefix(b"%PDF-").and_then(<[u8]>::first).is_some_and(u8::is_ascii_digit) {
        Some(FileType::Pdf)
    } else {
        None
    }
}
