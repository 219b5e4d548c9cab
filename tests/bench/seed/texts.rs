//! Texts of any length, the same in every run.

use super::words;
use super::words::{mix, pick};

/// How long the longest text is, in bytes.
pub(super) const LONGEST: usize = 60 * 1024;

/// How many bytes of prose the texts are taken from.
const PROSE: usize = 512 * 1024;

/// How much more there is, so that a piece may begin anywhere.
const BEYOND: usize = 64 * 1024;

const OPENINGS: [&str; 8] = [
    "In the interviews",
    "On the recordings",
    "As the survey shows,",
    "In both tests",
    "Since the last release",
    "According to support",
    "When asked for it,",
    "On the second visit",
];

const CLOSINGS: [&str; 8] = [
    "and most of them leave",
    "which nobody had expected",
    "whatever the price is",
    "more often than a year ago",
    "and say so without being asked",
    "although it is one step away",
    "which costs about one order in fifty",
    "and come back a day later",
];

/// Prose of which any piece may serve as the description of a record.
pub(super) struct Texts(String);

impl Texts {
    pub(super) fn new() -> Self {
        let mut prose = String::with_capacity(PROSE + BEYOND);
        let mut at = 0;
        while prose.len() < PROSE + BEYOND {
            at += 1;
            let (opening, closing) = (pick(&OPENINGS, mix(at + 20)), pick(&CLOSINGS, mix(at + 21)));
            let share = 3 + mix(at + 22) % 90;
            prose.push_str(&format!("{opening} {} {closing} ({share} %). ", words::observation(at)));
        }
        Self(prose)
    }

    /// A piece of so many bytes.
    pub(super) fn piece(&self, at: i64, length: usize) -> &str {
        let start = usize::try_from(mix(at + 23)).unwrap_or_default() % PROSE;
        self.0.get(start..start + length).unwrap_or_default().trim()
    }

    /// What describes a record: nothing in one of twelve, sixty kilobytes in one of a hundred, else a few sentences.
    pub(super) fn description(&self, at: i64) -> Option<&str> {
        match mix(at + 24) % 1_200 {
            0..12 => Some(self.piece(at, LONGEST)),
            12..112 => None,
            _ => Some(self.piece(at, 200 + usize::try_from(mix(at + 25) % 400).unwrap_or_default())),
        }
    }
}
