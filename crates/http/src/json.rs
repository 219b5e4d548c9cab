//! JSON, written straight into the bytes of an answer.

use std::rc::Rc;

use uplift_domain::Refusal;
use uplift_domain::listing::{Ask, Includes, LeadsTo, Relations};
use uplift_domain::ports::{Library, Related};
use uplift_domain::record::{Kept, Shown, Shows};
use uplift_domain::resource::Listed;

use uplift_domain::access::TeamId;

use crate::addresses::Addresses;

/// An answer's body in the making, and what its addresses are made of.
pub(crate) struct Sheet {
    pub bytes: Vec<u8>,
    addresses: Addresses,
}

impl Sheet {
    pub(crate) fn new(addresses: Addresses, room: usize) -> Self {
        Self { bytes: Vec::with_capacity(room), addresses }
    }
}

/// Writes a value that is the same whatever the record.
pub(crate) fn value(out: &mut Vec<u8>, shown: Shown<'_>) {
    match shown {
        Shown::Null => out.extend_from_slice(b"null"),
        Shown::Integer(it) => number(out, it),
        Shown::Decimal(it) => serialized(out, &it),
        Shown::Boolean(it) => out.extend_from_slice(if it { b"true" } else { b"false" }),
        Shown::Text(it) => text(out, it),
        Shown::Time(it) => {
            out.push(b'"');
            it.write(out);
            out.push(b'"');
        }
        Shown::Date(it) => text(out, &it.to_string()),
        Shown::Json(it) => serialized(out, it),
        // Only a record has an address, and `open` writes it.
        Shown::FileAddress => out.extend_from_slice(b"null"),
    }
}

/// Writes a string with its quotes. Nearly every text stands in JSON as it is, and finding that out many bytes at a
/// time is much cheaper than escaping byte by byte.
pub(crate) fn text(out: &mut Vec<u8>, text: &str) {
    let special = |byte: &u8| *byte < b' ' || *byte == b'"' || *byte == b'\\';
    if text.as_bytes().chunks(64).any(|chunk| chunk.iter().fold(false, |found, byte| found | special(byte))) {
        serialized(out, text);
    } else {
        out.reserve(text.len() + 2);
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
    }
}

pub(crate) fn number(out: &mut Vec<u8>, number: i64) {
    serialized(out, &number);
}

/// Writing these to memory does not fail.
fn serialized<T: ?Sized + serde::Serialize>(out: &mut Vec<u8>, value: &T) {
    let _ = serde_json::to_writer(out, value);
}

/// Writes a member's name, after a comma where it is not the first.
pub(crate) fn key(out: &mut Vec<u8>, name: &str) {
    if out.last() != Some(&b'{') {
        out.push(b',');
    }
    text(out, name);
    out.push(b':');
}

/// Writes what a thing shows, as the members of an object that is left open. Its parts, written already, stand before
/// its dates.
fn open(sheet: &mut Sheet, shows: &dyn Shows, parts: &[u8]) {
    let Sheet { bytes: out, addresses } = sheet;
    let mut id = 0;
    out.push(b'{');
    shows.show(&mut |name, shown| {
        if name == "created_at" {
            out.extend_from_slice(parts);
        }
        // A field's name is plain: letters and underscores.
        if out.last() != Some(&b'{') {
            out.push(b',');
        }
        out.push(b'"');
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b"\":");
        match shown {
            Shown::FileAddress => text(out, &addresses.of(id)),
            Shown::Integer(it) if name == "id" => {
                id = it;
                number(out, it);
            }
            shown => value(out, shown),
        }
    });
}

/// Writes what a thing shows as an object.
fn object(sheet: &mut Sheet, shows: &dyn Shows) {
    open(sheet, shows, &[]);
    sheet.bytes.push(b'}');
}

/// Writes a list, item by item.
pub(crate) fn list<T>(out: &mut Vec<u8>, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Vec<u8>, T)) {
    out.push(b'[');
    for item in items {
        separate(out);
        write(out, item);
    }
    out.push(b']');
}

/// Writes the comma before every item of a list but the first.
fn separate(out: &mut Vec<u8>) {
    if out.last() != Some(&b'[') {
        out.push(b',');
    }
}

/// What is included with some records, read in as many statements as there are relations.
pub(crate) struct Included<R: Listed>(Vec<Member<R>>);

/// A member that an include adds to each record.
struct Member<R: Listed> {
    name: String,
    relation: R::Relation,
    ask: Ask,
    related: Rc<Related>,
}

impl<R: Listed> Included<R> {
    pub(crate) fn read(
        library: &mut dyn Library,
        team: TeamId,
        records: &[Kept<R>],
        includes: &Includes<R>,
    ) -> Result<Self, Refusal> {
        let mut included: Vec<Member<R>> = Vec::with_capacity(includes.len());
        for (relation, ask) in includes {
            // Records that are there need not be counted.
            let enough = if includes.contains(&(*relation, Ask::Records)) { Ask::Records } else { *ask };
            let related = match included.iter().find(|known| known.relation == *relation) {
                Some(known) if enough == Ask::Records => Rc::clone(&known.related),
                Some(_) | None => Rc::new(R::shelf(library).related(team, records, *relation, enough)?),
            };
            let name = format!("{}{}", relation.key(), ask.key_suffix());
            included.push(Member { name, relation: *relation, ask: *ask, related });
        }
        Ok(Self(included))
    }

    /// Writes records, each with what is included with it.
    pub(crate) fn list(&self, sheet: &mut Sheet, records: &[Kept<R>]) {
        sheet.bytes.push(b'[');
        for kept in records {
            separate(&mut sheet.bytes);
            self.write(sheet, kept);
        }
        sheet.bytes.push(b']');
    }

    /// Writes a record with its parts and what is included with it.
    pub(crate) fn write(&self, sheet: &mut Sheet, kept: &Kept<R>) {
        let is_part = |member: &&Member<R>| matches!(member.relation.leads_to(), LeadsTo::Parts(_));
        let whole = std::mem::take(&mut sheet.bytes);
        for member in self.0.iter().filter(is_part) {
            member.write(sheet, kept.id.get());
        }
        let parts = std::mem::replace(&mut sheet.bytes, whole);
        open(sheet, kept, &parts);
        for member in self.0.iter().filter(|it| !is_part(it)) {
            member.write(sheet, kept.id.get());
        }
        sheet.bytes.push(b'}');
    }
}

impl<R: Listed> Member<R> {
    /// Writes what the relation leads to from the record with this id.
    fn write(&self, sheet: &mut Sheet, id: i64) {
        key(&mut sheet.bytes, &self.name);
        match (self.ask, self.related.as_ref()) {
            (Ask::Exists, related) => value(&mut sheet.bytes, Shown::Boolean(related.count(id) > 0)),
            (Ask::Count, related) => value(&mut sheet.bytes, Shown::Integer(related.count(id))),
            (Ask::Records, Related::Counts(_)) => value(&mut sheet.bytes, Shown::Null),
            (Ask::Records, Related::Records(records)) => {
                let records = records.get(&id).map(Vec::as_slice).unwrap_or_default();
                if self.relation.leads_to().is_list() {
                    sheet.bytes.push(b'[');
                    for record in records {
                        separate(&mut sheet.bytes);
                        object(sheet, record.as_ref());
                    }
                    sheet.bytes.push(b']');
                } else {
                    match records.first() {
                        Some(record) => object(sheet, record.as_ref()),
                        None => value(&mut sheet.bytes, Shown::Null),
                    }
                }
            }
        }
    }
}
