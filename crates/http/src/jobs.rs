//! Jobs, handed to the database and waited for.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::HttpRequest;
use futures_util::FutureExt;
use tokio::sync::oneshot;
use tokio::time::timeout;
use uplift_domain::Refusal;
use uplift_domain::ports::{
    Cancellation, Database, Owner, Reach, ReadTx, WriteLane, WriteTx, cancellable, reading, writing_in,
};

use crate::connections::client_is_gone;
use crate::request_id;

/// How often a waiting request checks that its client is still connected. One that has closed only its own side of the
/// connection is answered what takes no longer.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Who asks something of the database, and in which request.
#[derive(Clone, Copy)]
pub(crate) struct Requester<'r> {
    pub owner: Owner,
    pub request: &'r HttpRequest,
}

/// Runs a job that reads, for as long as its client waits.
pub(crate) async fn read<T: Send + 'static>(
    database: &Arc<dyn Database>,
    requester: Requester<'_>,
    reach: Reach,
    work: impl FnMut(&mut dyn ReadTx) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let (tell, mut told) = answer();
    let mut waiting =
        AwaitedRead { requester, since: Instant::now(), cancellation: Cancellation::default(), over: false };
    database.read(requester.owner, cancellable(waiting.cancellation.clone(), work, tell), reach);
    let outcome = match (&mut told).now_or_never() {
        Some(told) => told,
        None => waiting.wait(&mut told).await,
    };
    waiting.over = true;
    let outcome = outcome.unwrap_or_else(|_| Err(unanswered()));
    if matches!(outcome, Err(Refusal::TimedOut)) && !waiting.cancellation.is_cancelled() {
        waiting.tell("it was not done in time");
    }
    outcome
}

/// Runs a job that reads and tells its answer before it is over, and waits for that answer alone. The job goes on until
/// it is cancelled.
pub(crate) async fn begin<T: Send + 'static>(
    database: &Arc<dyn Database>,
    requester: Requester<'_>,
    (reach, cancellation): (Reach, Cancellation),
    mut work: impl FnMut(&mut dyn ReadTx, &mut dyn FnMut(T)) -> Result<(), Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let (tell, mut told) = oneshot::channel::<Outcome<T>>();
    let tell = Arc::new(Mutex::new(Some(tell)));
    let early = Arc::clone(&tell);
    let work = move |tx: &mut dyn ReadTx| work(tx, &mut |answer| _ = tell_once(&early, Ok(answer)));
    let id = request_id::id(requester.request).to_string();
    let left = cancellation.clone();
    let over = move |outcome: Outcome<()>| {
        let Err(refusal) = outcome else { return };
        if tell_once(&tell, Err(refusal.clone())) {
            return;
        }
        if left.is_cancelled() {
            log::warn!("{id} an answer was cut before its end: its client left");
        } else {
            log::warn!("{id} an answer was cut before its end: {refusal:?}");
        }
    };
    let mut waiting = AwaitedRead { requester, since: Instant::now(), cancellation: cancellation.clone(), over: false };
    database.read(requester.owner, cancellable(cancellation, work, over), reach);
    let outcome = waiting.wait(&mut told).await;
    waiting.over = true;
    outcome.unwrap_or_else(|_| Err(unanswered()))
}

/// Tells an outcome unless one was told before; tells whether it did.
fn tell_once<T>(tell: &Mutex<Option<oneshot::Sender<T>>>, outcome: T) -> bool {
    let tell = tell.lock().unwrap_or_else(PoisonError::into_inner).take();
    tell.map(|tell| drop(tell.send(outcome))).is_some()
}

/// Runs a job that reads by one statement, whoever waits for it.
pub(crate) async fn look_up<T: Send + 'static>(
    database: &Arc<dyn Database>,
    owner: Owner,
    work: impl FnMut(&mut dyn ReadTx) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let (tell, told) = answer();
    database.read(owner, reading(work, tell), Reach::Statement);
    told.await.unwrap_or_else(|_| Err(unanswered()))
}

/// Runs a job that writes, and waits for its commit.
pub(crate) async fn write<T: Send + 'static>(
    database: &Arc<dyn Database>,
    owner: Owner,
    work: impl FnMut(&mut dyn WriteTx) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    write_in(WriteLane::Short, database, owner, work).await
}

/// Hands a writing job to a lane and waits for its outcome, as [`write`](fn@write) does with the lane of short writes.
pub(crate) async fn write_in<T: Send + 'static>(
    lane: WriteLane,
    database: &Arc<dyn Database>,
    owner: Owner,
    work: impl FnMut(&mut dyn WriteTx) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let (tell, told) = answer();
    database.write(owner, writing_in(lane, work, tell));
    told.await.unwrap_or_else(|_| Err(unanswered()))
}

/// Does something in a task of its own, which comes to its end also where the client leaves meanwhile.
pub(crate) async fn to_the_end<T: 'static>(
    work: impl Future<Output = Result<T, Refusal>> + 'static,
) -> Result<T, Refusal> {
    actix_web::rt::spawn(work).await.unwrap_or_else(|error| Err(Refusal::Fault(error.to_string())))
}

/// What something comes to that is done for a request: a panic in it is a fault, and ends nothing else.
pub(crate) async fn caught<T>(work: impl Future<Output = Result<T, Refusal>>) -> Result<T, Refusal> {
    let outcome = AssertUnwindSafe(work).catch_unwind().await;
    outcome.unwrap_or_else(|_| Err(Refusal::Fault("what answers a request panicked".to_owned())))
}

/// A read that is waited for. Where nobody waits any more before it is over, it is ended.
struct AwaitedRead<'r> {
    requester: Requester<'r>,
    since: Instant,
    cancellation: Cancellation,
    over: bool,
}

impl AwaitedRead<'_> {
    /// Waits for the outcome, or until the client is found to be gone.
    async fn wait<T>(&self, told: &mut oneshot::Receiver<T>) -> Result<T, oneshot::error::RecvError> {
        loop {
            if let Ok(told) = timeout(POLL_INTERVAL, &mut *told).await {
                return told;
            }
            if client_is_gone(self.requester.request) && !self.cancellation.is_cancelled() {
                self.leave();
            }
        }
    }

    fn leave(&self) {
        self.cancellation.cancel();
        self.tell("its client left");
    }

    /// Tells the log about a read that was ended.
    fn tell(&self, why: &str) {
        let Requester { owner, request } = self.requester;
        let whose = match owner {
            Owner::Team(team) => format!("team {}", team.get()),
            Owner::Installation => "the installation".to_owned(),
        };
        let (method, route) = (request.method(), request.match_pattern().unwrap_or_default());
        let (id, took) = (request_id::id(request), self.since.elapsed().as_millis());
        log::warn!("{id} a read for {whose}, {method} {route}, was ended after {took} ms: {why}");
    }
}

impl Drop for AwaitedRead<'_> {
    fn drop(&mut self) {
        if !self.over && !self.cancellation.is_cancelled() {
            self.leave();
        }
    }
}

type Outcome<T> = Result<T, Refusal>;

/// Where a job tells its outcome, and where that is heard. Once the client is gone, nobody listens any more.
fn answer<T: Send + 'static>() -> (impl FnOnce(Outcome<T>) + Send + 'static, oneshot::Receiver<Outcome<T>>) {
    let (tell, told) = oneshot::channel();
    (move |outcome| drop(tell.send(outcome)), told)
}

fn unanswered() -> Refusal {
    Refusal::Fault("a job was dropped without an answer".to_owned())
}
