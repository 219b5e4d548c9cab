//! A reader's own side: its thread takes reads from the queue of its lane and carries them out.

use std::sync::Arc;
use std::time::Duration;

use uplift_domain::Refusal;
use uplift_domain::ports::{Owner, Reach};

use super::super::super::backend::{self, Pool};
use super::super::session::prefetch::Prefetch;
use super::super::session::session::Session;
use super::coalescer::{Group, ReadCoalescer};
use super::read::{Ended, QueuedRead, read};
use super::read_queue::{Queue, Task, complete, push};
use crate::clock;
use crate::deadline::Deadline;
use crate::turns::{ByTurns, Turns};

/// How long a read may take that is to be short.
pub(crate) const SHORT: Duration = Duration::from_secs(2);

pub(crate) struct Reader {
    pub(crate) pool: Pool,
    pub(crate) queue: Arc<Queue>,
    /// Where reads go that turn out not to be short; `None` where none has to be.
    pub(crate) searches: Option<Arc<Queue>>,
    pub(crate) coalescer: Arc<ReadCoalescer>,
    /// The turns by which parts are read; `None` where nothing is read in parts.
    pub(crate) turns: Option<Arc<Turns>>,
}

impl Reader {
    pub(crate) fn work(&self) {
        while let Some((task, _permit)) = self.queue.take() {
            match task {
                Task::Read(waiting) => {
                    let reach = waiting.reach;
                    self.carry_out(vec![waiting], reach, &[]);
                }
                Task::Group(reads) => self.serve(reads),
            }
        }
    }

    /// Reads what waits for a group, until nothing more is, or until others wait who have not been served yet.
    fn serve(&self, reads: Group) {
        let (team, kind) = reads;
        loop {
            let (ids, waiting): (Vec<i64>, Vec<QueuedRead>) = self.coalescer.take(reads).into_iter().unzip();
            let Some(first) = ids.first() else { return };
            self.carry_out(waiting, Reach::Record(team, kind, *first), &ids);
            let others = self.queue.waiting() > 0;
            if others && self.queue.push(Owner::Team(team), Task::Group(reads)).is_ok() {
                return;
            }
        }
    }

    /// Carries out reads of the same reach over one connection, and tells each its outcome. `ids` are the records that
    /// they read, where they read one each. What nobody waits for any more is not begun.
    fn carry_out(&self, waiting: Vec<QueuedRead>, reach: Reach, ids: &[i64]) {
        let (over, mut waiting): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|it| it.deadline.is_over());
        for late in over {
            complete(late, Err(Refusal::TimedOut));
        }
        let Some(mut deadline) = Deadline::of_all(waiting.iter().map(|it| &it.deadline)) else { return };
        if self.searches.is_some() {
            deadline = deadline.within(SHORT);
        }
        let ended = self.attempt(&mut waiting, reach, ids, &deadline);
        for (waiting, ended) in waiting.into_iter().zip(ended) {
            match (ended, &self.searches) {
                (Ended::TurnedOutLong, Some(searches)) => push(searches, waiting.into_search()),
                (Ended::Done(Err(Refusal::TimedOut)), Some(searches)) if !waiting.deadline.is_over() => {
                    push(searches, waiting.into_search());
                }
                (Ended::Done(outcome), _) => complete(waiting, outcome),
                (Ended::TurnedOutLong, None) => complete(waiting, Err(Refusal::TimedOut)),
            }
        }
    }

    /// Carries out reads over a pooled connection. Nobody asks beforehand whether it still answers, which would cost as
    /// much as a short read: where it turns out lost, the reads are begun anew over the next, for all that waited in
    /// the pool may have been lost with it. What the server has no room for, or ended by mistake, is tried once more.
    fn attempt(&self, waiting: &mut [QueuedRead], reach: Reach, ids: &[i64], deadline: &Deadline) -> Vec<Ended> {
        let mut others = self.pool.max_size();
        let mut repeated = false;
        loop {
            let mut conn = match self.pool.get() {
                Ok(conn) => conn,
                Err(error) => {
                    let refusal = Refusal::Unavailable(format!("no database connection: {error}"));
                    return waiting.iter().map(|_| Ended::Done(Err(refusal.clone()))).collect();
                }
            };
            let mut session = Session::new(&mut conn, clock());
            session.turns = self.turns.as_ref().map(ByTurns::new);
            let ended = read_over(session, waiting, reach, ids, deadline);
            let afterwards = deadline.afterwards();
            afterwards.bind(|| backend::forget_cancel(&mut conn));
            let failed = |ended: &Ended| matches!(ended, Ended::Done(Err(refusal)) if refusal.is_failure());
            let unavailable = |ended: &Ended| matches!(ended, Ended::Done(Err(Refusal::Unavailable(_))));
            // The pool drops a connection that was asked in vain.
            if ended.iter().any(failed) && others > 0 && afterwards.bind(|| backend::lost(&mut conn)) {
                others -= 1;
            } else if ended.iter().any(unavailable) && !repeated && !deadline.is_over() {
                repeated = true;
            } else {
                return ended;
            }
        }
    }
}

/// Carries out reads in a session.
fn read_over(
    mut session: Session<'_>,
    waiting: &mut [QueuedRead],
    reach: Reach,
    ids: &[i64],
    deadline: &Deadline,
) -> Vec<Ended> {
    // One record by itself needs no list.
    if let (Reach::Record(team, kind, _), [_, _, ..]) = (reach, ids) {
        session.prefetch = Some(Prefetch::new(team, kind, ids.to_vec()));
    }
    waiting.iter_mut().map(|it| read(&mut session, &mut it.job, reach, deadline)).collect()
}
