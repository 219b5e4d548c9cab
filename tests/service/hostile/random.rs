//! Random: requests that nobody thought of, the same ones at every run.

use super::target::Target;
use crate::world::{Store, on_both};

on_both![a_few_hundred_random_requests];

/// A small generator (xorshift64*), so that a failure can be repeated.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).expect("a small number");
        usize::try_from((self.next() >> 16) % end).expect("a small number")
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }
}

const METHODS: [&str; 8] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"];
const SEGMENTS: [&str; 24] = [
    "learnings",
    "insights",
    "projects",
    "research-collections",
    "ideas",
    "attachments",
    "numbering-schemes",
    "archive",
    "file",
    "open",
    "users",
    "user",
    "activities",
    "restore",
    "1",
    "2",
    "0",
    "-1",
    "99999999999999999999",
    "%00",
    "%2e%2e",
    "%ff",
    "",
    "..",
];
const NAMES: [&str; 18] = [
    "filter[id]",
    "filter[name]",
    "filter[project_id]",
    "filter[archived]",
    "filter[priority_score_min]",
    "filter[created_to]",
    "signature",
    "filter[]",
    "filter",
    "sort",
    "include",
    "page[number]",
    "page[size]",
    "page",
    "per_page",
    "period",
    "subject_type",
    "subject_id",
];
const VALUES: [&str; 25] = [
    "1",
    "0",
    "-1",
    "1,2,,3",
    "id",
    "-id",
    "name,-id",
    "insights",
    "insightsCount",
    "attachable",
    "all",
    "NaN",
    "learning",
    "%",
    "%00",
    "%ff",
    "%zz",
    "%F0%9F%98%80",
    "9223372036854775808",
    "1e9",
    "''--",
    "2026-Q9",
    "P999999999999Y",
    "..",
    "%E2%80%AE",
];
const PIECES: [&str; 28] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"name\"",
    "\"project_id\"",
    "\"ids\"",
    "\"insight_ids\"",
    "\"learned_at\"",
    "\"scores\"",
    "\"assignments\"",
    "\"template\"",
    "\"attachable_id\"",
    "1",
    "-0",
    "1e308",
    "1e999",
    "null",
    "true",
    "\"\"",
    "\"\\ud800\"",
    "\"\\u0000\"",
    "\"2026-02-30\"",
    "99999999999999999999",
    "\"\u{202e}x\"",
    " ",
];
const TYPES: [&str; 6] =
    ["application/json", "text/plain", "multipart/form-data", "a/b+json", ";;;", "application/json; =\u{e9}"];

fn a_few_hundred_random_requests(store: Store) {
    let target = Target::new(store);
    for seed in 0..400 {
        let mut random = Random::new(seed + 1);
        let bytes = request(&target, &mut random);
        target.takes(&bytes);
    }
    target.is_unharmed();
}

fn request(target: &Target, random: &mut Random) -> Vec<u8> {
    let mut path = "/api".to_owned();
    for _ in 0..=random.below(4) {
        path = format!("{path}/{}", random.one(&SEGMENTS));
    }
    for at in 0..random.below(5) {
        let (name, value) = (random.one(&NAMES), random.one(&VALUES));
        path = format!("{path}{}{name}={value}", if at == 0 { '?' } else { '&' });
    }
    let mut body = match random.below(3) {
        0 => Vec::new(),
        1 => format!(r#"{{"project_id":{},"name":"Random","learned_at":null}}"#, target.project).into_bytes(),
        _ => (0..random.below(12)).flat_map(|_| random.one(&PIECES).bytes()).collect(),
    };
    for _ in 0..random.below(3) {
        let at = random.below(body.len().max(1));
        if let Some(byte) = body.get_mut(at) {
            *byte = u8::try_from(random.below(256)).expect("a byte");
        }
    }
    let headers = format!("Content-Type: {}\r\nContent-Length: {}\r\n", random.one(&TYPES), body.len());
    target.request(random.one(&METHODS), &path, &headers, &body)
}
