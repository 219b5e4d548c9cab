//! What the file of every kind uses.

pub(super) use diesel::connection::DefaultLoadingMode;
pub(super) use diesel::prelude::*;
pub(super) use uplift_domain::access::TeamId;
pub(super) use uplift_domain::listing::{Ask, Direction, FilterValues, ListPage, Listing};
pub(super) use uplift_domain::ports::{Allowance, Meter, Reads, Related, Writes};
pub(super) use uplift_domain::record::{Id, Kinded, Stored};
pub(super) use uplift_domain::resource::Listed;
pub(super) use uplift_domain::{Attachment, Idea, Insight, Learning, NumberingScheme, Project, Refusal};
pub(super) use uplift_domain::{ResearchCollection, User};
pub(super) use uplift_tables::{Dated, Moment};

pub(super) use super::super::super::backend::{Conn, Db, among, down, for_update, in_team, in_time, up};
pub(super) use super::super::budget::ReadBudget;
pub(super) use super::super::constraints::{IsTaken, refuse_removal};
pub(super) use super::super::lookup::ByIds;
pub(super) use super::super::session::{Session, refuse};
pub(super) use super::super::{compare, lookup};
pub(super) use super::related;
