//! The order of the lookups of a scope: their positions are 1, 2, 3 and so on.

use serde_json::json;
use uplift_derive::Record;

use super::{LookupType, MOST};
use crate::activity::PartsChange;
use crate::commands::{Call, Done, Outcome, both_sides, check_order, entry};
use crate::ports::{LookupScope, WritePort, WriteTx};
use crate::record::{AnyId, FieldError, Id, List, Ordinal, Stored};
use crate::{Project, ProjectLookup, Refusal};

/// The order in which the lookups of a type are to stand.
#[derive(Clone, Debug, PartialEq, Record)]
pub(crate) struct LookupOrder {
    /// The type of the lookups that are put in order.
    pub(crate) r#type: LookupType,
    /// The project whose they are; none for those of the team.
    pub(crate) project_id: Option<Id<Project>>,
    /// The ids of all of them, each once.
    pub(crate) ids: List<AnyId, MOST>,
}

impl ProjectLookup {
    pub(crate) fn scope(&self) -> LookupScope {
        LookupScope { r#type: self.r#type, project: self.project_id }
    }
}

/// Puts the lookups of a type and a project, or of the team, in another order.
///
/// # Errors
/// When the ids are not those of all of them, each once.
pub(crate) fn reorder(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<ProjectLookup>, Refusal> {
    let caller = call.caller;
    tx.team_to_change(caller.team)?;
    let asked = call.read_in(tx, |_, asked: &LookupOrder, reader| {
        if asked.ids.items().is_empty() {
            reader.reject("ids", FieldError::Required);
        }
        Ok(())
    })?;
    let scope = LookupScope { r#type: asked.r#type, project: asked.project_id };
    let there = tx.lookups_of(caller.team, scope)?;
    let named = check_order(&asked.ids, there.iter().map(|it| it.id.get()))?;
    tx.share_batch();
    let mut lookups = Vec::with_capacity(named.len());
    for (id, position) in named.into_iter().zip((1..).filter_map(Ordinal::new)) {
        let Some(mut lookup) = ProjectLookup::writes(tx).find_to_change(caller.team, Id::new(id))? else { continue };
        let was = lookup.record.position;
        if was == position {
            lookups.push(lookup);
            continue;
        }
        lookup.record.position = position;
        ProjectLookup::writes(tx).save(caller.team, &lookup)?;
        let mut told = PartsChange::default();
        told.note("position", json!(was.get()), json!(position.get()));
        tx.log(caller.team, &entry(&lookup, caller, call.event, both_sides(told.new, told.old)))?;
        lookups.push(lookup);
    }
    let shown: Vec<_> = lookups.iter().map(Stored::shown).collect();
    Ok(Outcome::Json(json!({ "data": shown })).into())
}
