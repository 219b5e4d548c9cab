//! JSON, written straight into the bytes of an answer.

use uplift_domain::Refusal;
use uplift_domain::listing::{Ask, Includes, Relations};
use uplift_domain::ports::{Library, Related};
use uplift_domain::record::{Kept, Shown, Shows};
use uplift_domain::resource::Listed;

use uplift_domain::access::TeamId;

/// Writes a value.
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
    }
}

/// Writes a string with its quotes.
pub(crate) fn text(out: &mut Vec<u8>, text: &str) {
    serialized(out, text);
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

/// Writes what a thing shows, as the members of an object that is left open.
fn open(out: &mut Vec<u8>, shows: &dyn Shows) {
    out.push(b'{');
    shows.show(&mut |name, shown| {
        // A field's name is plain: letters and underscores.
        if out.last() != Some(&b'{') {
            out.push(b',');
        }
        out.push(b'"');
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b"\":");
        value(out, shown);
    });
}

/// Writes a thing as an object.
pub(crate) fn object(out: &mut Vec<u8>, shows: &dyn Shows) {
    open(out, shows);
    out.push(b'}');
}

/// Writes a list, item by item.
pub(crate) fn list<T>(out: &mut Vec<u8>, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Vec<u8>, T)) {
    out.push(b'[');
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}

/// What is included with some records, read in as many statements as there are includes.
pub(crate) struct Included<R: Listed>(Vec<(R::Relation, Ask, Related)>);

impl<R: Listed> Included<R> {
    pub(crate) fn read(
        library: &mut dyn Library,
        team: TeamId,
        records: &[Kept<R>],
        includes: &Includes<R>,
    ) -> Result<Self, Refusal> {
        let mut included = Vec::with_capacity(includes.len());
        for (relation, ask) in includes {
            included.push((*relation, *ask, R::shelf(library).related(team, records, *relation, *ask)?));
        }
        Ok(Self(included))
    }

    /// Writes a record with what is included with it.
    pub(crate) fn write(&self, out: &mut Vec<u8>, kept: &Kept<R>) {
        open(out, kept);
        let id = kept.id.get();
        for (relation, ask, related) in &self.0 {
            key(out, &format!("{}{}", relation.key(), ask.key_suffix()));
            match related {
                Related::Counts(counts) => {
                    let n = counts.get(&id).copied().unwrap_or_default();
                    value(out, if *ask == Ask::Exists { Shown::Boolean(n > 0) } else { Shown::Integer(n) });
                }
                Related::Records(records) => {
                    let records = records.get(&id).map(Vec::as_slice).unwrap_or_default();
                    if relation.leads_to().is_list() {
                        list(out, records, |out, record| object(out, record.as_ref()));
                    } else {
                        match records.first() {
                            Some(record) => object(out, record.as_ref()),
                            None => value(out, Shown::Null),
                        }
                    }
                }
            }
        }
        out.push(b'}');
    }
}
