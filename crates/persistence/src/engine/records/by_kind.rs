//! What is read of records whose kind is known only when it is asked for, by the list of kinds. What cannot be derived
//! from a kind's declaration stands in the file of its name.

mod numbering_scheme;

use std::rc::Rc;

use uplift_domain::access::{Caller, TeamId};
use uplift_domain::ports::{AccountReads as _, Meter, Related};
use uplift_domain::record::Shows;
use uplift_domain::{Kind, Refusal, record_kinds};

use super::super::session::session::Session;
use super::shared::shared;

macro_rules! by_kind {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        /// Those of the team's live records of a kind that have these ids, as they are shown to a caller.
        pub(crate) fn records(
            session: &mut Session<'_>,
            kind: Kind,
            caller: &Caller,
            ids: &[i64],
            meter: &mut dyn Meter,
        ) -> Result<Vec<(i64, Rc<dyn Shows>)>, Refusal> {
            let now = session.now();
            match kind {
                $(Kind::$Kind => {
                    let found = session.by_ids::<uplift_domain::$Kind>(caller.team, ids, meter)?;
                    Ok(found.into_iter().map(|stored| shared(stored, caller, now)).collect())
                })*
                Kind::File | Kind::Activity => Ok(Vec::new()),
            }
        }
    };
}

record_kinds!(by_kind);

/// What is part of the records of a kind, under this key.
pub(crate) fn parts(
    session: &mut Session<'_>,
    (kind, key): (Kind, &str),
    team: TeamId,
    owners: &[i64],
    meter: &mut dyn Meter,
) -> Result<Option<Related>, Refusal> {
    if kind == Kind::NumberingScheme {
        return numbering_scheme::parts(session, key, team, owners, meter);
    }
    Err(Refusal::Fault(format!("the {key} of {} are read by nobody", kind.singular())))
}
