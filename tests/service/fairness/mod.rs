//! Fairness: no read lasts longer than its deadline or its client, no write longer than its own, and what one team asks
//! holds up no other.

mod bulks;
mod changes;
mod deadlines;
mod shares;

use std::time::{Duration, Instant};

use crate::records::{learning, project};
use crate::world::{Client, Store, World, within};

/// A search that does not end by itself while its kind is [`Endless`].
const SEARCH: &str = "/learnings?filter[name]=zz&filter[confidence]=none";

/// As long as this is there, a search among learnings does not end by itself.
struct Endless {
    /// Holds the lock that the searches wait for.
    _lock: Option<postgres::Client>,
}

impl Endless {
    /// On SQLite the learnings of this team do not end, and it stays so; on PostgreSQL their table is locked.
    fn make(world: &World, store: Store, team: i64) -> Endless {
        match store {
            Store::Sqlite => {
                world.execute(&format!(
                    "ALTER TABLE learnings RENAME TO former_learnings; \
                     CREATE VIEW learnings AS \
                     WITH RECURSIVE numbers (id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM numbers) \
                     SELECT id, {team} AS team_id, 0 AS created_at, 0 AS updated_at, NULL AS deleted_at, \
                     1 AS project_id, NULL AS research_collection_id, NULL AS user_id, 'one of many' AS name, \
                     'one of many ' || id AS name_folded, NULL AS description, NULL AS learned_at, 'some ' || id AS confidence, \
                     NULL AS confidence_rank \
                     FROM numbers",
                ));
                Endless { _lock: None }
            }
            Store::Postgres => {
                let mut client = world.postgres();
                client.batch_execute("BEGIN; LOCK TABLE learnings").expect("a lock");
                Endless { _lock: Some(client) }
            }
        }
    }
}

/// What a loaded machine may need until all that was sent has reached the database.
const ARRIVED: Duration = Duration::from_secs(60);

/// Waits until so many jobs of a lane are carried out or wait to be.
#[track_caller]
fn are_under_way(world: &World, lane: &str, many: usize) {
    within(ARRIVED, "all that was sent is under way", || {
        let jobs = |what: &str| world.metric::<usize>(&format!("uplift_database_{what}{{lane=\"{lane}\"}}"));
        jobs("busy_threads") + jobs("queued_jobs") == many
    });
}

/// How many creates there is time for at least beside all that another team does.
const CREATES: usize = 5;

/// What part of the time that all of it takes a create may wait: one of its parts, on a machine that reads and answers
/// the others meanwhile.
const PART: u32 = 4;

/// Does so many things at once, while another team creates one record after the other: each create waits for one of
/// these things, and not for all.
#[track_caller]
fn hold_up_a_create_for_one_of_them(other: &Client, many: usize, act: impl Fn(usize) + Sync) {
    let (here, begun) = (project(other), Instant::now());
    let waited: Vec<Duration> = std::thread::scope(|scope| {
        let act = &act;
        let acts: Vec<_> = (0..many).map(|at| scope.spawn(move || act(at))).collect();
        let mut waited = Vec::new();
        while !acts.iter().all(|it| it.is_finished()) {
            let started = Instant::now();
            learning(other, here, "One");
            waited.push(started.elapsed());
        }
        acts.into_iter().for_each(|it| it.join().expect("what is done"));
        waited
    });
    let whole = begun.elapsed();
    assert!(waited.len() >= CREATES, "{} creates beside {many} others", waited.len());
    let longest = waited.iter().max().expect("a create");
    assert!(*longest * PART < whole, "one waited {longest:?}, and {many} others took {whole:?}");
}
