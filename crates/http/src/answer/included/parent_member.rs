//! What is shown within records that are included themselves.

use std::collections::HashMap;
use std::rc::Rc;

use uplift_domain::Refusal;
use uplift_domain::listing::{Ask, Includes, LeadsTo, Listed, NamedBy, Relations};
use uplift_domain::record::{FieldValue, Shows};

use crate::answer::json::{key, open, separate, value};
use crate::answer::json_writer::JsonWriter;

/// A member that is added to each of the records around it.
pub(super) struct ParentMember {
    key: &'static str,
    named: NamedBy,
    /// By the id of the record around them, where they name it; else by their own, once for each that names them.
    records: HashMap<i64, Vec<Rc<dyn Shows>>>,
}

impl ParentMember {
    /// Puts records, found by what they were included with, to those around them.
    pub(super) fn of(key: &'static str, found: HashMap<i64, Vec<Rc<dyn Shows>>>, named: NamedBy) -> Self {
        let field = match named {
            NamedBy::Inner(field) => field,
            NamedBy::Outer(_) => "id",
        };
        let mut records: HashMap<i64, Vec<Rc<dyn Shows>>> = HashMap::new();
        for record in found.into_values().flatten() {
            if let Some(id) = record.integer(field) {
                records.entry(id).or_default().push(record);
            }
        }
        Self { key, named, records }
    }

    /// Writes what belongs to the record around it.
    pub(super) fn write(&mut self, out: &mut JsonWriter, around: &dyn Shows) -> Result<(), Refusal> {
        key(&mut out.bytes, self.key);
        match self.named {
            NamedBy::Inner(_) => {
                let records = around.integer("id").and_then(|id| self.records.remove(&id));
                list(out, records.unwrap_or_default(), |out, record| shared(out, record, &mut []))
            }
            NamedBy::Outer(field) => {
                let records = around.integer(field).and_then(|id| self.records.get_mut(&id));
                match records.and_then(Vec::pop) {
                    Some(record) => shared(out, record, &mut []),
                    None => {
                        value(&mut out.bytes, FieldValue::Null);
                        Ok(())
                    }
                }
            }
        }
    }
}

/// The relation around what is shown within it.
fn around<L: Relations>(relation: L) -> Option<L> {
    let LeadsTo::Within { outer, .. } = relation.leads_to() else { return None };
    L::ALL.iter().copied().find(|it| it.key() == outer)
}

/// These includes, with the relation around it before each that is shown within another.
pub(super) fn with_what_is_around<R: Listed>(includes: &Includes<R>) -> Includes<R> {
    let mut whole = Includes::<R>::with_capacity(includes.len());
    for include in includes {
        for needed in around(include.0).map(|it| (it, Ask::Records)).into_iter().chain([*include]) {
            if !whole.contains(&needed) {
                whole.push(needed);
            }
        }
    }
    whole
}

/// Writes a list, record by record.
pub(super) fn list<T>(
    out: &mut JsonWriter,
    records: Vec<T>,
    mut write: impl FnMut(&mut JsonWriter, T) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    out.bytes.push(b'[');
    for record in records {
        separate(&mut out.bytes);
        write(out, record)?;
    }
    out.bytes.push(b']');
    Ok(())
}

/// Writes a record that others may show as well, with what is shown within it. The last of them drops it.
pub(super) fn shared(out: &mut JsonWriter, record: Rc<dyn Shows>, within: &mut [ParentMember]) -> Result<(), Refusal> {
    open(out, record.as_ref(), &[], |_| false);
    for member in within {
        member.write(out, record.as_ref())?;
    }
    out.bytes.push(b'}');
    out.check()?;
    if Rc::strong_count(&record) == 1 {
        out.drops(record.as_ref());
    }
    Ok(())
}
