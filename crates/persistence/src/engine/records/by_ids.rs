//! Records by their ids, one or many read by one statement.

use std::collections::HashMap;

use diesel::query_dsl::methods::LoadQuery;
use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::ports::{Meter, Unmetered};
use uplift_domain::record::{Id, Kinded, Record, Stored, Unreadable};

use super::super::super::backend::Conn;
use super::super::session::budget::ReadBudget;
use super::super::session::session::{Session, refuse};

/// A kind whose live records are read by their ids.
pub(crate) trait ByIds: Record + Kinded {
    fn by_id(conn: &mut Conn, team: TeamId, id: Id<Self>) -> Result<Option<Stored<Self>>, Refusal>;

    /// # Errors
    /// When the database fails, or when there is more than the budget or the meter allows.
    fn by_ids(
        conn: &mut Conn,
        budget: &mut ReadBudget,
        team: TeamId,
        ids: &[i64],
        meter: &mut dyn Meter,
    ) -> Result<Vec<Stored<Self>>, Refusal>;
}

impl Session<'_> {
    /// Those of a team's live records that have these ids, as far as the budget allows.
    pub(crate) fn by_ids<R: ByIds>(
        &mut self,
        team: TeamId,
        ids: &[i64],
        meter: &mut dyn Meter,
    ) -> Result<Vec<Stored<R>>, Refusal> {
        self.flush_shown_by(R::KIND)?;
        let (conn, budget) = self.within_budget()?;
        R::by_ids(conn, budget, team, ids, meter)
    }
}

/// A live record, read by itself unless it is one of those that the session looks up together.
pub(crate) fn find<R: ByIds>(session: &mut Session<'_>, team: TeamId, id: Id<R>) -> Result<Option<Stored<R>>, Refusal> {
    let Some(mut prefetch) = session.prefetch.take_if(|prefetch| prefetch.names(team, id)) else {
        session.flush_shown_by(R::KIND)?;
        return R::by_id(session.conn()?, team, id);
    };
    if prefetch.found.is_none() {
        let records = session.by_ids::<R>(team, &prefetch.ids, &mut Unmetered)?;
        let by_id: HashMap<i64, Stored<R>> = records.into_iter().map(|stored| (stored.id.get(), stored)).collect();
        prefetch.found = Some(Box::new(by_id));
    }
    let found = prefetch.found.as_ref().and_then(|found| found.downcast_ref::<HashMap<i64, Stored<R>>>());
    let record = found.and_then(|by_id| by_id.get(&id.get()).cloned());
    session.prefetch = Some(prefetch);
    Ok(record)
}

/// What was found by these ids, in their order.
pub(crate) fn in_order_of<T>(ids: &[i64], found: Vec<T>, id: impl Fn(&T) -> i64) -> Vec<T> {
    let mut by_id: HashMap<i64, T> = found.into_iter().map(|it| (id(&it), it)).collect();
    ids.iter().filter_map(|id| by_id.remove(id)).collect()
}

/// What a query finds, record by record, as far as the budget and the meter allow.
///
/// The iterator is named here alone, where its type is the query's own: spelled out for the query of each kind, it
/// would take the compiler a second for each of them. What it is read by is what `load_iter` of Diesel calls.
///
/// # Errors
/// When the database fails, when a row cannot be read, or when there is more than is allowed.
pub(super) fn read_within<'query, Row, R: ByIds>(
    query: impl LoadQuery<'query, Conn, Row>,
    conn: &mut Conn,
    (budget, meter): (&mut ReadBudget, &mut dyn Meter),
    stored: impl Fn(Row) -> Result<Stored<R>, Unreadable>,
) -> Result<Vec<Stored<R>>, Refusal> {
    let rows = query.internal_load(conn).map_err(refuse)?;
    rows.map(|row| {
        let stored = stored(row.map_err(refuse)?)?;
        let weight = stored.weight();
        budget.take(weight)?;
        meter.weigh(weight)?;
        Ok(stored)
    })
    .collect()
}
