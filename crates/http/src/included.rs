//! What is included with records, read and written.

use std::rc::Rc;

use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::listing::{Ask, Includes, LeadsTo, Relations};
use uplift_domain::ports::{Allowance, Library, Related};
use uplift_domain::record::{Kept, Shown};
use uplift_domain::resource::Listed;

use crate::bounds::too_many_included;
use crate::json::{key, object, open, separate, value};
use crate::sheet::{Excess, Sheet};

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
    /// Reads what is included with records, as far as the sheet has room for it.
    ///
    /// # Errors
    /// When there is more of it than one answer may have, or the database fails.
    pub(crate) fn read(
        library: &mut dyn Library,
        team: TeamId,
        records: &[Kept<R>],
        includes: &Includes<R>,
        sheet: &mut Sheet,
    ) -> Result<Self, Refusal> {
        if includes.iter().any(|(relation, _)| !is_part(*relation)) {
            sheet.field = "include";
        }
        let mut read: Vec<(R::Relation, Ask, Option<Rc<Related>>)> = Vec::with_capacity(includes.len());
        let mut members: Vec<Member<R>> = Vec::with_capacity(includes.len());
        for (relation, ask) in includes {
            // Records that are there need not be counted.
            let enough = if includes.contains(&(*relation, Ask::Records)) { Ask::Records } else { *ask };
            let known = read.iter().find(|(known, asked, _)| known == relation && *asked == enough);
            let related = match known {
                Some((.., related)) => related.clone(),
                None => {
                    let related = related(library, (team, records), (*relation, enough), sheet)?.map(Rc::new);
                    read.push((*relation, enough, related.clone()));
                    related
                }
            };
            let Some(related) = related else { continue };
            let shown = match (ask, related.as_ref()) {
                (Ask::Records, Related::Counts(_)) if includes.contains(&(*relation, Ask::Count)) => continue,
                (Ask::Records, Related::Counts(_)) => Ask::Count,
                (ask, Related::Counts(_) | Related::Records(_)) => *ask,
            };
            let name = format!("{}{}", relation.key(), shown.key_suffix());
            members.push(Member { name, relation: *relation, ask: shown, related });
        }
        Ok(Self(members))
    }

    /// Writes records, each with what is included with it.
    ///
    /// # Errors
    /// When they are more than the sheet takes.
    pub(crate) fn list(&self, sheet: &mut Sheet, records: &[Kept<R>]) -> Result<(), Refusal> {
        sheet.bytes.push(b'[');
        for kept in records {
            separate(&mut sheet.bytes);
            self.write(sheet, kept)?;
        }
        sheet.bytes.push(b']');
        Ok(())
    }

    /// Writes a record with its parts and what is included with it.
    ///
    /// # Errors
    /// When it is more than the sheet takes.
    pub(crate) fn write(&self, sheet: &mut Sheet, kept: &Kept<R>) -> Result<(), Refusal> {
        let whole = std::mem::take(&mut sheet.bytes);
        for member in self.0.iter().filter(|it| is_part(it.relation)) {
            member.write(sheet, kept.id.get())?;
        }
        let parts = std::mem::replace(&mut sheet.bytes, whole);
        open(sheet, kept, &parts);
        for member in self.0.iter().filter(|it| !is_part(it.relation)) {
            member.write(sheet, kept.id.get())?;
        }
        sheet.bytes.push(b'}');
        sheet.check()
    }
}

fn is_part(relation: impl Relations) -> bool {
    matches!(relation.leads_to(), LeadsTo::Parts(_))
}

/// What a relation of records leads to; `None` where it cannot be shown at all, neither whole nor counted.
fn related<R: Listed>(
    library: &mut dyn Library,
    (team, records): (TeamId, &[Kept<R>]),
    (relation, ask): (R::Relation, Ask),
    sheet: &mut Sheet,
) -> Result<Option<Related>, Refusal> {
    let most = match (sheet.excess, relation.leads_to()) {
        (Excess::Counted { most_linked }, LeadsTo::Linked(..)) => most_linked.min(sheet.included),
        _ => sheet.included,
    };
    let shelf = R::shelf(library);
    let mut allowance = Allowance { records: most, meter: sheet };
    let related = shelf.related(team, records, relation, ask, &mut allowance)?;
    let taken = most - allowance.records;
    if related.is_some() {
        sheet.included -= taken;
        return Ok(related);
    }
    match sheet.excess {
        Excess::Refused => Err(too_many_included(sheet.blank.most_included, relation)),
        Excess::Counted { .. } if relation.leads_to().is_list() => {
            let mut nothing = Allowance { records: 0, meter: sheet };
            shelf.related(team, records, relation, Ask::Count, &mut nothing)
        }
        Excess::Counted { .. } => Ok(None),
    }
}

impl<R: Listed> Member<R> {
    /// Writes what the relation leads to from the record with this id.
    fn write(&self, sheet: &mut Sheet, id: i64) -> Result<(), Refusal> {
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
                        object(sheet, record.as_ref())?;
                    }
                    sheet.bytes.push(b']');
                } else {
                    match records.first() {
                        Some(record) => object(sheet, record.as_ref())?,
                        None => value(&mut sheet.bytes, Shown::Null),
                    }
                }
            }
        }
        Ok(())
    }
}
