//! What is kept beside records that an archive brought in: counters, names, and what searches look in.

use super::check::damaged;
use crate::access::TeamId;
use crate::commands::update_counters;
use crate::ports::{ReadTx, Unmetered, WriteTx};
use crate::record::Id;
use crate::resource::Resource;
use crate::{Kind, Refusal, record_kinds};

/// How many records are read at once.
const AT_ONCE: usize = 100;

macro_rules! every_kind {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        /// Notes all records of a team that were written as rows.
        pub(super) fn register_all<'i>(
            tx: &mut dyn WriteTx,
            team: TeamId,
            ids: &dyn Fn(Kind) -> &'i [i64],
        ) -> Result<(), Refusal> {
            $(register::<crate::$Kind>(tx, team, ids(Kind::$Kind))?;)*
            Ok(())
        }
    };
}

record_kinds!(every_kind);

/// Notes records of a kind. Each is read as the service reads it, also one that is deleted: what no record can be ends
/// here, and not whenever somebody looks at it.
fn register<R: Resource>(tx: &mut dyn WriteTx, team: TeamId, ids: &[i64]) -> Result<(), Refusal> {
    for ids in ids.chunks(AT_ONCE) {
        let unread = |refusal: Refusal| match refusal {
            Refusal::Fault(what) => {
                damaged(&format!("has a record of the kind {} that cannot be: {what}", R::KIND.singular()))
            }
            other => other,
        };
        let reads: &mut dyn ReadTx = tx;
        let mut records = R::reads(reads).find_many(team, ids, &mut Unmetered).map_err(unread)?;
        records.sort_by_key(|it| it.id.get());
        for id in ids {
            match records.binary_search_by_key(id, |it| it.id.get()) {
                Ok(at) => update_counters(tx, team, None, records.get(at)),
                Err(_) => drop(R::writes(tx).find_to_change(team, Id::new(*id)).map_err(unread)?),
            }
        }
        tx.flush_part()?;
    }
    Ok(())
}
