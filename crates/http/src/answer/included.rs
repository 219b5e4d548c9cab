//! What is included with records, read and written.

mod parent_member;

use std::collections::HashMap;
use std::rc::Rc;

use uplift_domain::Refusal;
use uplift_domain::access::Caller;
use uplift_domain::listing::{Ask, Includes, LeadsTo, Listed, Relations};
use uplift_domain::ports::{Allowance, ReadPort, ReadTx, Related};
use uplift_domain::record::{FieldValue, Shows, Stored};

use self::parent_member::{ParentMember, list, shared, with_what_is_around};
use crate::answer::json::{key, open, value};
use crate::answer::json_writer::{IncludeOverflow, JsonWriter};
use crate::request::bounds::too_many_included;

/// What is included with some records, read in as many statements as there are relations.
pub(crate) struct Included<R: Listed>(Vec<Member<R>>);

/// A member that an include adds to each record.
struct Member<R: Listed> {
    name: String,
    relation: R::Relation,
    content: Content,
    within: Vec<ParentMember>,
}

/// What a member shows, by the id of the record that it is added to.
enum Content {
    Records(HashMap<i64, Vec<Rc<dyn Shows>>>),
    Count(HashMap<i64, i64>),
    Exists(HashMap<i64, i64>),
}

impl<R: ReadPort> Included<R> {
    /// Reads what is included with records, as far as the answer has room for it.
    ///
    /// # Errors
    /// When there is more of it than one answer may have, or the database fails.
    pub(crate) fn read(
        tx: &mut dyn ReadTx,
        caller: &Caller,
        records: &[Stored<R>],
        includes: &Includes<R>,
        out: &mut JsonWriter,
    ) -> Result<Self, Refusal> {
        if includes.iter().any(|(relation, _)| !is_part(*relation)) {
            out.field = "include";
        }
        let includes = &with_what_is_around::<R>(includes);
        // Records that are there need not be counted.
        let whole = |relation| includes.contains(&(relation, Ask::Records));
        let enough = |(relation, ask): (R::Relation, Ask)| (relation, if whole(relation) { Ask::Records } else { ask });
        let mut read = Vec::<(_, Option<Related>)>::with_capacity(includes.len());
        for include in includes.iter().copied().map(enough) {
            if !read.iter().any(|(known, _)| *known == include) {
                read.push((include, related(tx, (caller, records), include, out)?));
            }
        }
        let mut members: Vec<Member<R>> = Vec::with_capacity(includes.len());
        for (relation, ask) in includes {
            let found = read.iter_mut().find(|(known, _)| *known == enough((*relation, *ask)));
            let Some((_, Some(related))) = found else { continue };
            let content = match ask {
                Ask::Records => {
                    let counts = Related::Counts(related.counts());
                    match std::mem::replace(related, counts) {
                        Related::Records(records) => Content::Records(records),
                        Related::Counts(_) if includes.contains(&(*relation, Ask::Count)) => continue,
                        Related::Counts(counts) => Content::Count(counts),
                    }
                }
                Ask::Count => Content::Count(related.counts()),
                Ask::Exists => Content::Exists(related.counts()),
            };
            match (relation.leads_to(), content) {
                (LeadsTo::Within { outer, by, .. }, Content::Records(records)) => {
                    let around = members.iter_mut().find(|it| it.shows(outer));
                    if let Some(around) = around {
                        around.within.push(ParentMember::of(relation.key(), records, by));
                    }
                }
                (_, content) => {
                    let name = format!("{}{}", relation.key(), content.ask().key_suffix());
                    members.push(Member { name, relation: *relation, content, within: Vec::new() });
                }
            }
        }
        Ok(Self(members))
    }

    /// Writes records, each with what is included with it, and drops each once it is written.
    ///
    /// # Errors
    /// When they are more than the answer takes.
    pub(crate) fn list(mut self, out: &mut JsonWriter, records: Vec<Stored<R>>) -> Result<(), Refusal> {
        list(out, records, |out, stored| {
            self.write(out, &stored)?;
            out.drops(&stored);
            Ok(())
        })
    }

    /// Writes a record with its parts and what is included with it.
    ///
    /// # Errors
    /// When it is more than the answer takes.
    pub(crate) fn write(&mut self, out: &mut JsonWriter, stored: &Stored<R>) -> Result<(), Refusal> {
        let whole = std::mem::take(&mut out.bytes);
        for member in self.0.iter_mut().filter(|it| is_part(it.relation)) {
            member.write(out, stored.id.get())?;
        }
        let parts = std::mem::replace(&mut out.bytes, whole);
        // What is counted anew takes the place of a field that is called so.
        open(out, stored, &parts, |name| self.0.iter().any(|it| it.name == name && !is_part(it.relation)));
        for member in self.0.iter_mut().filter(|it| !is_part(it.relation)) {
            member.write(out, stored.id.get())?;
        }
        out.bytes.push(b'}');
        out.check()
    }
}

fn is_part(relation: impl Relations) -> bool {
    matches!(relation.leads_to(), LeadsTo::Parts(_))
}

/// What a relation of records leads to; `None` where it cannot be shown at all, neither whole nor counted.
fn related<R: ReadPort>(
    tx: &mut dyn ReadTx,
    (caller, records): (&Caller, &[Stored<R>]),
    (relation, ask): (R::Relation, Ask),
    out: &mut JsonWriter,
) -> Result<Option<Related>, Refusal> {
    let most = match (out.overflow, relation.leads_to()) {
        (IncludeOverflow::Counted { most_linked }, LeadsTo::Linked(..)) => most_linked.min(out.included),
        _ => out.included,
    };
    let endpoint = R::reads(tx);
    let (read_before, overflow) = (out.read, out.overflow);
    let mut allowance = Allowance { records: most, meter: out };
    let related = match (endpoint.related(caller, records, relation, ask, &mut allowance), overflow) {
        // Where they are too large for an answer, they are as good as too many.
        (Err(Refusal::AnswerTooLarge(_)), IncludeOverflow::Counted { .. }) => None,
        (related, _) => related?,
    };
    let taken = most - allowance.records;
    if related.is_some() {
        out.included -= taken;
        return Ok(related);
    }
    out.read = read_before;
    match out.overflow {
        IncludeOverflow::Refused => Err(too_many_included(out.context.most_included, relation)),
        IncludeOverflow::Counted { .. } if relation.leads_to().is_list() => {
            let mut nothing = Allowance { records: 0, meter: out };
            endpoint.related(caller, records, relation, Ask::Count, &mut nothing)
        }
        IncludeOverflow::Counted { .. } => Ok(None),
    }
}

impl<R: Listed> Member<R> {
    /// Whether it shows the records of the relation with this key.
    fn shows(&self, key: &str) -> bool {
        self.relation.key() == key && matches!(self.content, Content::Records(_))
    }

    /// Writes what the relation leads to from the record with this id.
    fn write(&mut self, out: &mut JsonWriter, id: i64) -> Result<(), Refusal> {
        key(&mut out.bytes, &self.name);
        match &mut self.content {
            Content::Count(counts) => value(&mut out.bytes, FieldValue::Integer(counts.get(&id).copied().unwrap_or(0))),
            Content::Exists(counts) => value(&mut out.bytes, FieldValue::Boolean(counts.contains_key(&id))),
            Content::Records(records) => {
                let mut records = records.remove(&id).unwrap_or_default();
                if self.relation.leads_to().is_list() {
                    list(out, records, |out, record| shared(out, record, &mut self.within))?;
                } else {
                    match records.pop() {
                        Some(record) => shared(out, record, &mut self.within)?,
                        None => value(&mut out.bytes, FieldValue::Null),
                    }
                }
            }
        }
        Ok(())
    }
}

impl Content {
    fn ask(&self) -> Ask {
        match self {
            Self::Records(_) => Ask::Records,
            Self::Count(_) => Ask::Count,
            Self::Exists(_) => Ask::Exists,
        }
    }
}
