//! What is checked of the values that lookups fill.

use super::{KnownLookup, LookupType};
use crate::Refusal;
use crate::access::Caller;
use crate::ports::WriteTx;
use crate::record::{BodyReader, FieldError, FieldValue};
use crate::resource::Resource;

/// Rejects what the body puts into a field that lookups fill where they do not allow it. What stands there already is
/// not checked.
///
/// # Errors
/// When the database fails.
pub(crate) fn check<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    (before, after): (Option<&R>, Option<&R>),
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let Some(after) = after else { return Ok(()) };
    let Some(project) = after.project().filter(|_| !reader.is_made_up("project_id")) else { return Ok(()) };
    let mut asked = Vec::new();
    for field in R::FIELDS {
        let Some(lookup) = field.lookup.filter(|_| reader.raw(field.name).is_some()) else { continue };
        let text = text_in(after, field.name);
        if text != before.and_then(|before| text_in(before, field.name)) {
            asked.extend(text.map(|text| (field.name, lookup, text)));
        }
    }
    if asked.is_empty() {
        return Ok(());
    }
    let types: Vec<LookupType> = asked.iter().map(|(_, lookup, _)| *lookup).collect();
    let known = tx.lookups_in(caller.team, &types, project)?;
    for (field, lookup, text) in asked {
        let of_type: Vec<&KnownLookup> = known.iter().filter(|it| it.r#type == lookup).collect();
        if !allows(&of_type, lookup, &text) {
            reader.reject(field, FieldError::NotAllowed);
        }
    }
    Ok(())
}

/// Whether the lookups of a type that hold in a project allow a value. Those of the project stand before the team's.
fn allows(known: &[&KnownLookup], lookup: LookupType, text: &str) -> bool {
    let mut named: Vec<_> = known.iter().filter(|it| it.key == text).collect();
    named.sort_by_key(|it| it.project.is_none());
    match named.first() {
        Some(named) => named.is_active,
        // A built-in word needs no lookup.
        None => known.is_empty() || lookup.words().is_some(),
    }
}

fn text_in<R: Resource>(record: &R, field: &str) -> Option<String> {
    let mut text = None;
    record.show(&mut |name, value| {
        if let (true, FieldValue::Text(it)) = (name == field, value) {
            text = Some(it.to_owned());
        }
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Id;

    #[test]
    fn what_the_lookups_of_a_project_say_holds_before_what_those_of_the_team_say() {
        let lookup = |project: Option<i64>, key: &str, is_active| KnownLookup {
            r#type: LookupType::IdeaCategory,
            project: project.map(Id::new),
            key: key.to_owned(),
            is_active,
        };
        let known = [lookup(None, "forms", true), lookup(Some(1), "forms", false), lookup(None, "price", true)];
        let all: Vec<&KnownLookup> = known.iter().collect();
        let categories = |text| allows(&all, LookupType::IdeaCategory, text);
        assert!(!categories("forms"));
        assert!(categories("price"));
        assert!(!categories("another"));
        assert!(allows(&[], LookupType::IdeaCategory, "another"));
        assert!(allows(&[&lookup(None, "mobile", true)], LookupType::Device, "tablet"));
        assert!(!allows(&[&lookup(None, "mobile", false)], LookupType::Device, "mobile"));
    }
}
