//! A session: one open transaction, which is all that a job gets to see of the database.

use std::collections::{BTreeMap, BTreeSet};

use diesel::prelude::*;
use diesel::query_dsl::LoadQuery;
use diesel::result::Error;
use uplift_domain::access::TeamId;
use uplift_domain::activity::Batch;
use uplift_domain::listing::{ListPage, Listed, Listing, Window};
use uplift_domain::record::{Stored, Time};
use uplift_domain::{Kind, Refusal};
use uplift_tables::{Moment, NewRow};

use super::super::super::backend::{self, Conn, DeferredInserts, Names};
use super::super::lists::total::Total;
use super::batch_cache::BatchCache;
use super::budget::ReadBudget;
use super::pending::{LinkCounts, LogRow, Sequences, Tallies};
use super::prefetch::Prefetch;
use super::search_index::SearchIndex;
use crate::deadline::{WriteDeadline, Yields};
use crate::turns::ByTurns;

/// How often a short list is read anew because its page was empty and then its total said otherwise. Unless counters
/// are wrong, others would have had to write in between each time.
const ATTEMPTS: usize = 3;

/// One open transaction.
pub(crate) struct Session<'c> {
    conn: &'c mut Conn,
    pending: DeferredInserts,
    /// How many jobs of the batch are not done, of which each is expected to insert a record.
    pub(crate) jobs_left: usize,
    /// How many records the job says that it is still to insert.
    pub(crate) inserts_announced: usize,
    /// Whether rows may be put off, so that a job may fail because of what another wrote.
    pub(crate) defers: bool,
    /// Whether rows that were put off could not be written.
    pub(crate) failed_late: bool,
    pub(crate) now: Time,
    /// Until when the job may last, where it writes and others may have to wait for it.
    pub(crate) deadline: Option<WriteDeadline>,
    /// Whether the job is to yield to others, where it may have to.
    pub(crate) yields: Option<Yields<'c>>,
    /// How many moments were asked for.
    pub(crate) moments: i64,
    /// The batch that the entries of the job share.
    pub(crate) batch: Option<Batch>,
    /// Where the entries that may come to share it begin among those that are to be written.
    pub(crate) batch_begins: usize,
    /// Whether anything was written since this was last cleared.
    pub(crate) wrote: bool,
    pub(crate) known: BatchCache,
    pub(crate) entries: Vec<LogRow>,
    pub(crate) tallies: Tallies,
    pub(crate) names: Names,
    pub(crate) search_index: SearchIndex,
    pub(crate) sequences: Sequences,
    /// How many identifiers were claimed, by team and scheme.
    pub(crate) claims: BTreeMap<(i64, i64), i64>,
    pub(crate) link_counts: LinkCounts,
    /// The teams whose numbers the transaction holds.
    pub(crate) numbers_held: BTreeSet<i64>,
    /// How much the job may bring. Only a short read has a bound.
    pub(crate) budget: ReadBudget,
    /// What is read together with the first record of it that is asked for.
    pub(crate) prefetch: Option<Prefetch>,
    /// The turns by which it reads its parts, where others do at the same time.
    pub(crate) turns: Option<ByTurns>,
}

impl<'c> Session<'c> {
    pub(crate) fn new(conn: &'c mut Conn, now: Time) -> Self {
        Self {
            conn,
            pending: DeferredInserts::default(),
            jobs_left: 1,
            inserts_announced: 0,
            defers: false,
            failed_late: false,
            now,
            deadline: None,
            yields: None,
            moments: 0,
            batch: None,
            batch_begins: 0,
            wrote: false,
            known: BatchCache::default(),
            entries: Vec::new(),
            tallies: Tallies::new(),
            names: Names::default(),
            search_index: SearchIndex::default(),
            sequences: Sequences::new(),
            claims: BTreeMap::new(),
            link_counts: LinkCounts::new(),
            numbers_held: BTreeSet::new(),
            budget: ReadBudget::unlimited(),
            prefetch: None,
            turns: None,
        }
    }

    /// Loads rows of a few numbers each, as far as the budget allows.
    pub(crate) fn take<'q, Q, T>(&mut self, query: Q) -> Result<Vec<T>, Refusal>
    where
        Q: LoadQuery<'q, Conn, T>,
    {
        let mut taken = Vec::new();
        self.conn()?;
        for row in query.internal_load(self.conn).map_err(refuse)? {
            self.budget.take(size_of::<T>())?;
            taken.push(row.map_err(refuse)?);
        }
        Ok(taken)
    }

    /// Refuses a write that has to end. It is asked before each statement, so that nothing which goes through many
    /// records can forget it.
    pub(crate) fn check_deadline(&self) -> Result<(), Refusal> {
        if self.yields.is_some_and(|yields| yields()) {
            return Err(Refusal::Busy);
        }
        self.deadline.as_ref().map_or(Ok(()), WriteDeadline::check)
    }

    /// The connection, over which every row is written that was put off.
    pub(crate) fn conn(&mut self) -> Result<&mut Conn, Refusal> {
        self.check_deadline()?;
        if let Err(error) = self.pending.write(self.conn) {
            // Whoever finds it, it may be the fault of another.
            (self.wrote, self.failed_late) = (true, true);
            return Err(refuse(error));
        }
        Ok(self.conn)
    }

    /// The connection, and what a statement over it may bring.
    pub(crate) fn within_budget(&mut self) -> Result<(&mut Conn, &mut ReadBudget), Refusal> {
        self.conn()?;
        Ok((self.conn, &mut self.budget))
    }

    /// The connection, for a statement that reads these tables and no other: rows of another may wait on.
    pub(crate) fn reading(&mut self, tables: &[&str]) -> Result<&mut Conn, Refusal> {
        self.reading_within_budget(tables).map(|(conn, _)| conn)
    }

    /// The connection for a statement that reads only these tables, with the budget of what it may bring.
    pub(crate) fn reading_within_budget(&mut self, tables: &[&str]) -> Result<(&mut Conn, &mut ReadBudget), Refusal> {
        self.check_deadline()?;
        if self.pending.waits(tables) {
            self.conn()?;
        }
        Ok((self.conn, &mut self.budget))
    }

    /// The connection, for a statement that adds rows.
    pub(crate) fn writing(&mut self) -> Result<&mut Conn, Refusal> {
        self.wrote = true;
        self.conn()
    }

    /// The connection, for a statement that may change what was looked up of a kind.
    pub(crate) fn changing(&mut self, kind: Kind) -> Result<&mut Conn, Refusal> {
        self.known.forget(kind);
        self.writing()
    }

    /// How many records are expected to be inserted from now on.
    pub(crate) fn inserts_expected(&self) -> usize {
        self.jobs_left.max(self.inserts_announced)
    }

    /// Puts a new row off, so that those of a batch are written together, and gives it its id; or gives the row back,
    /// to be written at once.
    pub(crate) fn defer_insert<C: NewRow>(&mut self, team: TeamId, cells: C) -> Result<Result<i64, C>, Refusal> {
        self.check_deadline()?;
        self.wrote = true;
        let expected = if self.defers { self.inserts_expected() } else { 1 };
        self.inserts_announced = self.inserts_announced.saturating_sub(1);
        self.pending.defer_insert(self.conn, expected, (team.get(), Moment(self.now)), cells).map_err(refuse)
    }

    /// Writes what was put off to be written together: records first, then counters, because others wait for them, and
    /// entries last, because all others of the team do.
    pub(crate) fn flush(&mut self) -> Result<(), Refusal> {
        self.conn()?;
        self.flush_sequences()?;
        self.flush_claims()?;
        self.flush_link_counts()?;
        self.flush_names()?;
        self.flush_search()?;
        self.flush_counters()?;
        self.flush_entries()
    }

    /// Writes what records of a kind show of what was put off. Whoever finds one to change it holds that from others.
    pub(crate) fn flush_shown_by(&mut self, kind: Kind) -> Result<(), Refusal> {
        if kind == Kind::ProjectLookup {
            // How often each is used.
            self.flush_lookup_counters()?;
        }
        if kind == Kind::NumberingScheme {
            // How far each has counted, and how many identifiers were claimed of it.
            self.flush_sequences()?;
            self.flush_claims()?;
        }
        if kind == Kind::Tag {
            // How many records each is attached to.
            self.flush_link_counts()?;
        }
        Ok(())
    }

    pub(crate) fn flush_names(&mut self) -> Result<(), Refusal> {
        self.names.flush(self.conn).map_err(refuse)
    }

    pub(crate) fn flush_search(&mut self) -> Result<(), Refusal> {
        self.search_index.flush(self.conn).map_err(refuse)
    }

    /// A page of which the total is known where a counter keeps it. `load` reads each record together with a total.
    pub(crate) fn page<R: Listed>(
        &mut self,
        team: TeamId,
        listing: &Listing<R>,
        count: impl FnOnce(&mut Conn) -> QueryResult<i64>,
        mut load: impl FnMut(&mut Conn, &mut ReadBudget, Window, Total) -> Result<Vec<(Stored<R>, i64)>, Refusal>,
    ) -> Result<ListPage<R>, Refusal> {
        if let Some(counter) = listing.counter() {
            // A short list is read from its front, however long it is.
            let window = listing.page.window(i64::MAX);
            for _ in 0..ATTEMPTS {
                let (conn, budget) = self.within_budget()?;
                let rows = load(conn, budget, window, Total::counter(team, R::KIND, &counter))?;
                if let Some((_, stored)) = rows.first() {
                    let total = stored + self.moved(team, R::KIND, &counter);
                    return Ok(ListPage { records: rows.into_iter().map(|(stored, _)| stored).collect(), total });
                }
                // An empty page brings no total with it. One that ends before the page agrees with it.
                let total = self.counted(team, R::KIND, &counter)?;
                if listing.page.offset() >= total {
                    return Ok(ListPage { records: Vec::new(), total });
                }
            }
        }
        let total = match listing.counted() {
            Some(counters) => self.counted(team, R::KIND, &counters)?,
            None => count(self.conn()?).map_err(refuse)?,
        };
        if listing.page.offset() >= total {
            return Ok(ListPage { records: Vec::new(), total });
        }
        let window = listing.page.window(total);
        let (conn, budget) = self.within_budget()?;
        let rows = load(conn, budget, window, Total::Known(total))?;
        Ok(ListPage { records: window.turned(rows.into_iter().map(|(stored, _)| stored).collect()), total })
    }
}

/// What a failed statement means to whoever asked.
pub(crate) fn refuse(error: Error) -> Refusal {
    backend::refuse(error)
}

/// Why something failed that nobody asked for by a request.
pub(crate) fn failure(refusal: &Refusal) -> String {
    refusal.failure().map_or_else(|| format!("{refusal:?}"), str::to_owned)
}
