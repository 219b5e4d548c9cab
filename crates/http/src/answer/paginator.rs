//! The paginator: the `links` and `meta` members around one page of a list.

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use crate::answer::json::{count, text};
use crate::request::query::PageParameter;

/// Lists up to this many pages link each of them.
const SHORT: u64 = 13;

/// How close to an end of a longer list a page is when its links run through to that end.
const NEAR: u64 = 7;

/// How many pages the links of such a list run on from that end.
const RUN: u64 = 10;

/// How many pages on either side of the current one are linked elsewhere.
const EACH_SIDE: u64 = 3;

/// What the envelope of a list tells about one of its pages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paginator<'a> {
    /// The full address of the list, without query.
    pub path: &'a str,
    /// The encoded query that every link keeps; may be empty.
    pub carried: &'a str,
    /// The parameter that the links end in.
    pub parameter: PageParameter,
    /// The requested page, from 1; may lie past the last one.
    pub page: u64,
    /// Records per page, at least 1.
    pub size: u64,
    /// Records in all pages.
    pub total: u64,
    /// Records on this page.
    pub count: usize,
}

impl Paginator<'_> {
    /// Appends `"links":{…},"meta":{…}`, two members of a compact JSON object.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let last = self.total.div_ceil(self.size.max(1)).max(1);
        let and = if self.carried.is_empty() { "" } else { "&" };
        let address = [self.path, "?", self.carried, and, self.parameter.encoded(), "="].concat();
        let mut prefix = Vec::with_capacity(address.len() + 2);
        text(&mut prefix, &address);
        // The number of a page follows before the text ends.
        prefix.pop();

        let writer = Writer { page: self.page, last, prefix: &prefix };
        out.reserve(writer.estimate());
        writer.ends(out);
        self.meta(out, &writer);
    }

    fn meta(&self, out: &mut Vec<u8>, writer: &Writer<'_>) {
        let shown = u64::try_from(self.count).unwrap_or(u64::MAX);
        let before = self.page.saturating_sub(1).saturating_mul(self.size);
        out.extend_from_slice(b",\"meta\":{\"current_page\":");
        count(out, self.page);
        out.extend_from_slice(b",\"from\":");
        count_or_null(out, (shown > 0).then_some(before.saturating_add(1)));
        out.extend_from_slice(b",\"last_page\":");
        count(out, writer.last);
        out.extend_from_slice(b",\"links\":[");
        writer.window(out);
        out.extend_from_slice(b"],\"path\":");
        text(out, self.path);
        out.extend_from_slice(b",\"per_page\":");
        count(out, self.size);
        out.extend_from_slice(b",\"to\":");
        count_or_null(out, (shown > 0).then_some(before.saturating_add(shown)));
        out.extend_from_slice(b",\"total\":");
        count(out, self.total);
        out.push(b'}');
    }
}

/// Writes links to pages of one list.
struct Writer<'a> {
    page: u64,
    last: u64,
    /// The address of every page up to its number, as JSON begins it.
    prefix: &'a [u8],
}

impl Writer<'_> {
    /// An upper bound of the bytes of an envelope, but for huge page numbers.
    fn estimate(&self) -> usize {
        let links = usize::try_from(self.last.min(SHORT)).unwrap_or_default() + 6;
        links * (self.prefix.len() + 60) + 256
    }

    fn previous(&self) -> Option<u64> {
        (self.page > 1).then(|| self.page - 1)
    }

    fn next(&self) -> Option<u64> {
        (self.page < self.last).then(|| self.page + 1)
    }

    fn ends(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\"links\":{\"first\":");
        self.url(out, Some(1));
        out.extend_from_slice(b",\"last\":");
        self.url(out, Some(self.last));
        out.extend_from_slice(b",\"prev\":");
        self.url(out, self.previous());
        out.extend_from_slice(b",\"next\":");
        self.url(out, self.next());
        out.push(b'}');
    }

    fn window(&self, out: &mut Vec<u8>) {
        let (page, last) = (self.page, self.last);
        self.step(out, self.previous(), "&laquo; Previous");
        out.push(b',');
        if last <= SHORT {
            self.pages(out, 1..=last);
        } else if page <= NEAR {
            self.pages(out, 1..=RUN);
            self.gap(out);
            self.pages(out, last - 1..=last);
        } else if page > last - NEAR {
            self.pages(out, 1..=2);
            self.gap(out);
            self.pages(out, last - (RUN - 1)..=last);
        } else {
            self.pages(out, 1..=2);
            self.gap(out);
            self.pages(out, page - EACH_SIDE..=page + EACH_SIDE);
            self.gap(out);
            self.pages(out, last - 1..=last);
        }
        self.step(out, self.next(), "Next &raquo;");
    }

    fn pages(&self, out: &mut Vec<u8>, pages: RangeInclusive<u64>) {
        for page in pages {
            out.extend_from_slice(b"{\"url\":");
            self.url(out, Some(page));
            out.extend_from_slice(b",\"label\":\"");
            count(out, page);
            out.extend_from_slice(b"\",\"active\":");
            let active = page == self.page;
            out.extend_from_slice(if active { b"true}," } else { b"false}," });
        }
    }

    fn gap(&self, out: &mut Vec<u8>) {
        self.step(out, None, "...");
        out.push(b',');
    }

    fn step(&self, out: &mut Vec<u8>, target: Option<u64>, label: &str) {
        out.extend_from_slice(b"{\"url\":");
        self.url(out, target);
        out.extend_from_slice(b",\"label\":\"");
        out.extend_from_slice(label.as_bytes());
        out.extend_from_slice(b"\",\"active\":false}");
    }

    fn url(&self, out: &mut Vec<u8>, target: Option<u64>) {
        let Some(page) = target else {
            out.extend_from_slice(b"null");
            return;
        };
        out.extend_from_slice(self.prefix);
        count(out, page);
        out.push(b'"');
    }
}

fn count_or_null(out: &mut Vec<u8>, value: Option<u64>) {
    match value {
        Some(value) => count(out, value),
        None => out.extend_from_slice(b"null"),
    }
}
