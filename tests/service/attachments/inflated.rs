//! Inflated documents: an archive whose parts are endless when unpacked costs neither time nor memory.

use std::time::{Duration, Instant};

use super::{LARGEST, files_are, to_project, total};
use crate::records::project;
use crate::world::{Store, World};

/// A deflated mebibyte of blanks that can be repeated: it ends at a byte and refers to nothing before it.
fn blanks() -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(0, 1); // more blocks follow
    bits.put(1, 2); // fixed codes
    bits.put_code(0x30 + u32::from(b' '), 8); // one blank
    for _ in 0..4064 {
        bits.put_code(0xC5, 8); // as far back as the longest match goes: 258 bytes
        bits.put_code(0, 5); // one byte back
    }
    bits.put_code(0, 7); // the end of the block
    bits.put(0, 1);
    bits.put(0, 2); // an empty stored block, which ends at a byte
    bits.fill();
    bits.bytes.extend_from_slice(&[0, 0, 0xFF, 0xFF]);
    bits.bytes
}

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: u32,
}

impl Bits {
    /// The lowest bit first.
    fn put(&mut self, value: u32, number: u32) {
        for at in 0..number {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if value >> at & 1 == 1 {
                *self.bytes.last_mut().expect("a byte") |= 1 << (self.used % 8);
            }
            self.used += 1;
        }
    }

    /// A code word: the highest bit first.
    fn put_code(&mut self, code: u32, number: u32) {
        for at in (0..number).rev() {
            self.put(code >> at & 1, 1);
        }
    }

    fn fill(&mut self) {
        self.used = self.used.next_multiple_of(8);
    }
}

/// An archive with one part of this name, which unpacks to more than a hundred times its size.
fn archive(name: &str, length: usize) -> Vec<u8> {
    let block = blanks();
    let number = (length - 1000) / block.len();
    let data = [block.repeat(number), vec![3, 0]].concat();
    let unpacked = u32::try_from(number).expect("a small number") * (1 + 4064 * 258);
    let packed = u32::try_from(data.len()).expect("a small number");
    let width = u16::try_from(name.len()).expect("a short name");
    let mut entry = Vec::new();
    // The version, no flags, deflated, a date, a checksum that nobody gets to compare, and the sizes.
    for half in [20_u16, 0, 8, 0, 33] {
        entry.extend_from_slice(&half.to_le_bytes());
    }
    for word in [0, packed, unpacked] {
        entry.extend_from_slice(&word.to_le_bytes());
    }
    entry.extend_from_slice(&width.to_le_bytes());
    entry.extend_from_slice(&[0, 0]);
    let mut bytes = [b"PK\x03\x04", &entry[..], name.as_bytes(), &data].concat();
    let start = u32::try_from(bytes.len()).expect("a small number").to_le_bytes();
    let central = [b"PK\x01\x02\x14\0", &entry[..], &[0; 10], &[0; 4], name.as_bytes()].concat();
    bytes.extend_from_slice(&central);
    bytes.extend_from_slice(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
    bytes.extend_from_slice(&u32::try_from(central.len()).expect("a small number").to_le_bytes());
    bytes.extend_from_slice(&start);
    bytes.extend_from_slice(&[0, 0]);
    bytes
}

#[test]
fn an_archive_that_unpacks_to_gigabytes_costs_little() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let project = project(team.owner());
    let before = world.memory();
    for (name, length) in
        [("[Content_Types].xml", 1 << 20), ("[Content_Types].xml", LARGEST), ("word/document.xml", LARGEST)]
    {
        let form = to_project(project).file("letter.docx", &archive(name, length));
        let start = Instant::now();
        let peak = std::thread::scope(|scope| {
            let client = team.owner().clone();
            let answer = scope.spawn(move || client.submit("/attachments", &form));
            let mut peak = 0;
            while !answer.is_finished() {
                peak = peak.max(world.memory());
                std::thread::sleep(Duration::from_millis(2));
            }
            answer.join().expect("an answer").invalid_under("file");
            peak
        });
        assert!(start.elapsed() < Duration::from_secs(15), "{name} took {:?}", start.elapsed());
        assert!(peak < before + (60 << 20), "{name} took {} MiB of memory", (peak - before) >> 20);
    }
    files_are(&world, 0);
    assert_eq!(total(team.owner()), 0);
}
