//! The rows of every kind, by the list of kinds.

use diesel::connection::DefaultLoadingMode;
use diesel::prelude::*;
use uplift_domain::access::{Caller, TeamId};
use uplift_domain::listing::{Ask, Direction, ListPage, Listed, Listing, Window};
use uplift_domain::ports::{Allowance, Meter, Reads, Related, Unmetered, Writes};
use uplift_domain::record::{Id, Kinded, Stored, Unreadable};
use uplift_domain::{Refusal, record_kinds};
use uplift_tables::{Dated, Mapped, Moment, Written};

use super::super::super::backend::{self, Conn, Db};
use super::super::super::dialect::{among, for_update, in_team, in_time, insert_row};
use super::super::lists::filters::{Condition, TeamAt, indexed};
use super::super::lists::number_query::NumberQuery;
use super::super::lists::order::{OrderBy, order_by};
use super::super::lists::search::{IdQueries, ListParameter, conditions};
use super::super::session::budget::ReadBudget;
use super::super::session::session::{Session, refuse};
use super::by_ids::{self, ByIds};
use super::constraints::refuse_removal;
use super::field_queries::{is_taken, nearest, texts_beginning};
use super::relations;

macro_rules! rows {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        $(reads! { $Kind in $table } writes! { $Kind in $table })*
    };
}

record_kinds!(rows);
