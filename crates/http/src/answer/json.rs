//! JSON, written straight into the bytes of an answer.

use uplift_domain::record::{FieldValue, Shows};
use uplift_domain::{Json, Refusal};

use crate::answer::json_writer::JsonWriter;

/// Writes a value that is the same whatever the record.
pub(crate) fn value(out: &mut Vec<u8>, shown: FieldValue<'_>) {
    match shown {
        FieldValue::Null => out.extend_from_slice(b"null"),
        FieldValue::Integer(it) => number(out, it),
        FieldValue::Decimal(it) => serialized(out, &it),
        FieldValue::Boolean(it) => out.extend_from_slice(if it { b"true" } else { b"false" }),
        FieldValue::Text(it) => text(out, it),
        FieldValue::Time(it) => {
            out.push(b'"');
            it.write(out);
            out.push(b'"');
        }
        FieldValue::Date(it) => text(out, &it.to_string()),
        FieldValue::Json(it) => serialized(out, it),
        // Only a record has an address, and `open` writes it.
        FieldValue::FileAddress => out.extend_from_slice(b"null"),
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

/// Writes a number that is never negative.
pub(crate) fn count(out: &mut Vec<u8>, count: u64) {
    serialized(out, &count);
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

/// Fields that reading or using a record sets; its ETag leaves them out.
const FLEETING: [&str; 2] = ["last_active_at", "last_used_at"];

/// Writes what a thing shows, as the members of an object that is left open. Its parts, written already, stand before
/// its dates.
pub(crate) fn open(out: &mut JsonWriter, shows: &dyn Shows, parts: &[u8], is_included: impl Fn(&str) -> bool) {
    let JsonWriter { bytes: out, context, fleeting, .. } = out;
    let mut id = 0;
    out.push(b'{');
    shows.show(&mut |name, shown| {
        if name == "created_at" {
            out.extend_from_slice(parts);
        }
        if is_included(name) {
            return;
        }
        // A field's name is plain: letters and underscores.
        if out.last() != Some(&b'{') {
            out.push(b',');
        }
        out.push(b'"');
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b"\":");
        match shown {
            FieldValue::FileAddress => {
                let from = out.len();
                text(out, &context.addresses.of(id));
                fleeting.push(from..out.len());
            }
            shown if FLEETING.contains(&name) => {
                let from = out.len();
                value(out, shown);
                fleeting.push(from..out.len());
            }
            FieldValue::Integer(it) if name == "id" => {
                id = it;
                number(out, it);
            }
            shown => value(out, shown),
        }
    });
}

/// Writes what a thing shows as an object.
pub(crate) fn object(out: &mut JsonWriter, shows: &dyn Shows) -> Result<(), Refusal> {
    open(out, shows, &[], |_| false);
    out.bytes.push(b'}');
    out.check()
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
pub(crate) fn separate(out: &mut Vec<u8>) {
    if out.last() != Some(&b'[') {
        out.push(b',');
    }
}

/// A value of JSON as a text, which has no quotes.
pub(crate) fn plain(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
