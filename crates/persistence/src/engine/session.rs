//! A session: one open transaction, which is all that a job gets to see of the database.

use std::collections::{BTreeMap, BTreeSet};

use diesel::prelude::*;
use diesel::result::Error;
use uplift_domain::access::TeamId;
use uplift_domain::listing::{Listing, Page};
use uplift_domain::record::Time;
use uplift_domain::resource::Listed;
use uplift_domain::{Kind, Refusal};
use uplift_tables::{counters, numbering_schemes};

use super::super::backend::{self, Conn};
use super::compare;

/// One open transaction.
pub(super) struct Session<'c> {
    pub(super) conn: &'c mut Conn,
    pub(super) now: Time,
    /// Whether anything was written since this was last cleared.
    pub(super) wrote: bool,
    /// How far counters move when the transaction commits, by team, kind and project.
    pub(super) tallies: BTreeMap<(i64, &'static str, i64), i64>,
    /// How many identifiers were claimed, by team and scheme.
    pub(super) claims: BTreeMap<(i64, i64), i64>,
    /// The teams whose numbers the transaction holds.
    pub(super) numbers_held: BTreeSet<i64>,
}

/// The counter of a whole team stands under this project.
const WHOLE_TEAM: i64 = 0;

impl<'c> Session<'c> {
    pub(super) fn new(conn: &'c mut Conn, now: Time) -> Self {
        Self {
            conn,
            now,
            wrote: false,
            tallies: BTreeMap::new(),
            claims: BTreeMap::new(),
            numbers_held: BTreeSet::new(),
        }
    }

    /// The connection, for a statement that writes.
    pub(super) fn writing(&mut self) -> &mut Conn {
        self.wrote = true;
        self.conn
    }

    pub(super) fn move_counter(&mut self, team: TeamId, kind: Kind, project: Option<i64>, by: i64) {
        for project in project.into_iter().chain([WHOLE_TEAM]) {
            *self.tallies.entry((team.get(), kind.singular(), project)).or_default() += by;
        }
    }

    /// Writes the counters and the claims: one statement for each that moved, always in the same order, so that two servers that
    /// commit at the same time do not wait for each other in a circle.
    pub(super) fn flush(&mut self) -> QueryResult<()> {
        for ((team, kind, project), by) in std::mem::take(&mut self.tallies) {
            if by != 0 {
                diesel::insert_into(counters::table)
                    .values((
                        counters::team_id.eq(team),
                        counters::kind.eq(kind),
                        counters::project_id.eq(project),
                        counters::n.eq(by),
                    ))
                    .on_conflict((counters::team_id, counters::kind, counters::project_id))
                    .do_update()
                    .set(counters::n.eq(counters::n + by))
                    .execute(self.conn)?;
            }
        }
        for ((team, scheme), claims) in std::mem::take(&mut self.claims) {
            let row = numbering_schemes::table
                .filter(numbering_schemes::team_id.eq(team))
                .filter(numbering_schemes::id.eq(scheme));
            diesel::update(row)
                .set(numbering_schemes::claims_count.eq(numbering_schemes::claims_count + claims))
                .execute(self.conn)?;
        }
        Ok(())
    }

    /// The total that counters keep: of the whole team, or of some of its projects.
    pub(super) fn counted(&mut self, team: TeamId, kind: Kind, projects: Option<&[i64]>) -> Result<i64, Refusal> {
        let wanted: Vec<i64> = match projects {
            None => vec![WHOLE_TEAM],
            Some(projects) => projects.iter().copied().filter(|project| *project != WHOLE_TEAM).collect(),
        };
        let counters = counters::table
            .filter(counters::team_id.eq(team.get()))
            .filter(counters::kind.eq(kind.singular()))
            .select(counters::n);
        let stored: QueryResult<Vec<i64>> = match wanted.as_slice() {
            [one] => counters.filter(counters::project_id.eq(*one)).load(self.conn),
            many => counters.filter(compare::in_numbers(counters::project_id, many)).load(self.conn),
        };
        let stored = stored.map_err(refuse)?;
        let moved = |project: &i64| self.tallies.get(&(team.get(), kind.singular(), *project)).copied();
        Ok(stored.iter().sum::<i64>() + wanted.iter().filter_map(moved).sum::<i64>())
    }

    /// A page of which the total is known where a counter keeps it.
    pub(super) fn page<R: Listed>(
        &mut self,
        team: TeamId,
        listing: &Listing<R>,
        count: impl FnOnce(&mut Conn) -> QueryResult<i64>,
        load: impl FnOnce(&mut Conn) -> QueryResult<Vec<Result<uplift_domain::record::Kept<R>, Refusal>>>,
    ) -> Result<Page<R>, Refusal> {
        let total = match listing.counted() {
            Some(projects) => self.counted(team, R::KIND, projects.as_deref())?,
            None => count(self.conn).map_err(refuse)?,
        };
        if listing.page.offset() >= total {
            return Ok(Page { records: Vec::new(), total });
        }
        let records = load(self.conn).map_err(refuse)?.into_iter().collect::<Result<_, _>>()?;
        Ok(Page { records, total })
    }
}

/// What a failed statement means to whoever asked.
pub(super) fn refuse(error: Error) -> Refusal {
    backend::refuse(error)
}
