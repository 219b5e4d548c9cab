//! The end of a zip archive, which says how large its directory is: whoever reads a directory holds all of it in
//! memory, so it is looked at first.

use std::io::{Read, Seek, SeekFrom};

/// How many parts an archive may have, and how large its directory may be, in bytes.
const MOST_PARTS: u16 = 10_000;
const LARGEST_DIRECTORY: u32 = 1024 * 1024;

/// What an end begins with.
const SIGNATURE: &[u8] = b"PK\x05\x06";

/// How far before its own end the last record of an archive may begin, in bytes: itself, a comment of 64 KiB, and some
/// bytes more, which readers differ about.
const TAIL: u64 = 64 * 1024 + 256;

/// The numbers of an end. Where one has no room for its number it has all bits set, and another record has the number.
struct End {
    parts: u16,
    size: u32,
    offset: u32,
}

/// Whether the directory of an archive may be read. Which of several ends counts is the reader's to say, so none may
/// announce too much.
pub(super) fn is_small(file: &mut (impl Read + Seek)) -> bool {
    let Some(tail) = tail(file) else { return false };
    let mut ends = tail.windows(End::LENGTH).filter(|window| window.starts_with(SIGNATURE)).peekable();
    ends.peek().is_some() && ends.all(|bytes| End::read(bytes).is_some_and(|end| end.is_small()))
}

fn tail(file: &mut (impl Read + Seek)) -> Option<Vec<u8>> {
    let length = file.seek(SeekFrom::End(0)).ok()?;
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL))).ok()?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail).ok()?;
    Some(tail)
}

impl End {
    const LENGTH: usize = 22;

    /// Reads the number of parts in all, and size and place of the directory.
    fn read(bytes: &[u8]) -> Option<Self> {
        let half = |at| Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let word = |at| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        Some(Self { parts: half(8)?.max(half(10)?), size: word(12)?, offset: word(16)? })
    }

    fn is_small(&self) -> bool {
        self.parts <= MOST_PARTS && self.size <= LARGEST_DIRECTORY && self.offset != u32::MAX
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn end(parts: u16, size: u32, offset: u32) -> Vec<u8> {
        let parts = parts.to_le_bytes();
        [SIGNATURE, &[0; 4], &parts, &parts, &size.to_le_bytes(), &offset.to_le_bytes(), &[0; 2]].concat()
    }

    fn small(bytes: &[u8]) -> bool {
        is_small(&mut Cursor::new(bytes))
    }

    #[test]
    fn an_end_tells_the_size_of_the_directory() {
        assert!(small(&end(10_000, 1 << 20, 7)));
        assert!(small(&[&[1; 100_000], &end(1, 1, 7)[..], &[0; 0xFFFF]].concat()));
        for large in [end(10_001, 1, 7), end(u16::MAX, 1, 7), end(1, (1 << 20) + 1, 7), end(1, 1, u32::MAX)] {
            assert!(!small(&large));
            assert!(!small(&[&large[..], &end(1, 1, 7)].concat()));
            assert!(!small(&[&end(1, 1, 7)[..], &large].concat()));
        }
        assert!(!small(b"PK"));
        assert!(!small(&[0; 1000]));
    }
}
