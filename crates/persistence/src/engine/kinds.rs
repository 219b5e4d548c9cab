//! The rows of every kind, by the list of kinds. What cannot be derived from a kind's declaration stands in the file
//! of its name.

mod numbering_scheme;

use std::rc::Rc;

use diesel::connection::DefaultLoadingMode;
use diesel::prelude::*;
use uplift_domain::access::TeamId;
use uplift_domain::listing::{Ask, FilterValues, ListPage, Listed, Listing, Window};
use uplift_domain::ports::{Allowance, Meter, Reads, Related, Writes};
use uplift_domain::record::{Id, Kinded, Shows, Stored};
use uplift_domain::{Kind, Refusal, record_kinds};
use uplift_tables::{Dated, Mapped, Moment};

use super::super::backend::{Conn, Db};
use super::super::dialect::{among, for_update, in_team, in_time};
use super::budget::ReadBudget;
use super::constraints::{is_taken, refuse_removal, texts_beginning};
use super::filters::condition;
use super::lookup::{self, ByIds};
use super::order::{OrderBy, order_by};
use super::relations;
use super::session::{Session, refuse};

macro_rules! rows {
    (
        read { $($Read:ident $read:literal $reads:literal $read_table:ident;)* }
        write { $($Write:ident $one:literal $many:literal $table:ident;)* }
    ) => {
        $(reads! { $Read in $read_table })*
        $(reads! { $Write in $table } writes! { $Write in $table })*

        /// The table of a kind that has lists.
        pub(super) fn table_of(kind: Kind) -> Result<&'static str, Refusal> {
            match kind {
                $(Kind::$Read => Ok(stringify!($read_table)),)*
                $(Kind::$Write => Ok(stringify!($table)),)*
                Kind::Team | Kind::File | Kind::Activity | Kind::Key | Kind::Membership => {
                    Err(Refusal::Fault(format!("{} has no table of records", kind.singular())))
                }
            }
        }

        /// Those of a team's live records of a kind that have these ids.
        pub(super) fn records(
            session: &mut Session<'_>,
            kind: Kind,
            team: TeamId,
            ids: &[i64],
            meter: &mut dyn Meter,
        ) -> Result<Vec<(i64, Rc<dyn Shows>)>, Refusal> {
            match kind {
                $(Kind::$Read => {
                    Ok(session.by_ids::<uplift_domain::$Read>(team, ids, meter)?.into_iter().map(relations::shared).collect())
                })*
                $(Kind::$Write => {
                    Ok(session.by_ids::<uplift_domain::$Write>(team, ids, meter)?.into_iter().map(relations::shared).collect())
                })*
                Kind::Team | Kind::File | Kind::Activity | Kind::Key | Kind::Membership => Ok(Vec::new()),
            }
        }
    };
}

record_kinds!(rows);

/// What is part of the records of a kind, under this key.
pub(super) fn parts(
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
