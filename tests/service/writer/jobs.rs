//! Jobs: reads and writes that a test hands to a database, and what it is told about them.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::ports::{Cancellation, Database, Owner, Reach, ReadTx, WriteTx, cancellable, reading, writing};

const PATIENCE: Duration = Duration::from_secs(60);

/// How long a read may take in a database that a test opens, unless the test is about that.
pub(crate) const READ_TIMEOUT: Duration = Duration::from_secs(60);

/// Whose a job is of which a test does not say more.
pub(crate) const SOMEBODY: Owner = team(1);

pub(crate) const fn team(id: i64) -> Owner {
    Owner::Team(TeamId::new(id))
}

/// What will be told about a job: once, and not never.
pub(crate) struct PendingResult<T>(Receiver<Result<T, Refusal>>);

impl<T> PendingResult<T> {
    #[track_caller]
    pub(crate) fn outcome(self) -> Result<T, Refusal> {
        let told = self.0.recv_timeout(PATIENCE).expect("the job is settled");
        assert!(self.0.try_recv().is_err(), "the job was settled twice");
        told
    }
}

/// Hands a write to the database and does not wait for it.
pub(crate) fn queue<T: Send + 'static>(
    database: &dyn Database,
    work: impl FnMut(&mut dyn WriteTx) -> Result<T, Refusal> + Send + 'static,
) -> PendingResult<T> {
    queue_for(database, SOMEBODY, work)
}

/// Hands a write of this owner to the database and does not wait for it.
pub(crate) fn queue_for<T: Send + 'static>(
    database: &dyn Database,
    owner: Owner,
    work: impl FnMut(&mut dyn WriteTx) -> Result<T, Refusal> + Send + 'static,
) -> PendingResult<T> {
    let (tell, told) = channel();
    database.write(owner, writing(work, move |outcome| tell.send(outcome).expect("someone listens")));
    PendingResult(told)
}

#[track_caller]
pub(crate) fn write<T: Send + 'static>(
    database: &dyn Database,
    work: impl FnMut(&mut dyn WriteTx) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    queue(database, work).outcome()
}

/// Hands a read to the database and does not wait for it.
pub(crate) fn ask<T: Send + 'static>(
    database: &dyn Database,
    reach: Reach,
    work: impl FnMut(&mut dyn ReadTx) -> Result<T, Refusal> + Send + 'static,
) -> PendingResult<T> {
    ask_for(database, SOMEBODY, reach, work)
}

/// Hands a read of this owner to the database, to be given up where it is cancelled, and does not wait for it.
pub(crate) fn ask_until<T: Send + 'static>(
    database: &dyn Database,
    owner: Owner,
    cancellation: &Cancellation,
    work: impl FnMut(&mut dyn ReadTx) -> Result<T, Refusal> + Send + 'static,
) -> PendingResult<T> {
    let (tell, told) = channel();
    let answer = move |outcome| tell.send(outcome).expect("someone listens");
    database.read(owner, cancellable(cancellation.clone(), work, answer), Reach::Search);
    PendingResult(told)
}

/// Hands a read of this owner to the database and does not wait for it.
pub(crate) fn ask_for<T: Send + 'static>(
    database: &dyn Database,
    owner: Owner,
    reach: Reach,
    work: impl FnMut(&mut dyn ReadTx) -> Result<T, Refusal> + Send + 'static,
) -> PendingResult<T> {
    let (tell, told) = channel();
    let answer = move |outcome| tell.send(outcome).expect("someone listens");
    database.read(owner, reading(work, answer), reach);
    PendingResult(told)
}

#[track_caller]
pub(crate) fn read<T: Send + 'static>(
    database: &dyn Database,
    work: impl FnMut(&mut dyn ReadTx) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    ask(database, Reach::Search, work).outcome()
}

/// A job that holds the writer until it is opened, so that other jobs can be queued behind it.
pub(crate) struct Gate {
    open: Sender<()>,
    told: PendingResult<()>,
}

impl Gate {
    pub(crate) fn shut(database: &dyn Database) -> Gate {
        let ((entered, inside), (open, opened)) = (channel(), channel::<()>());
        let told = queue(database, move |_| {
            // Nobody listens when it runs for a second time.
            let _ = entered.send(());
            let _ = opened.recv();
            Ok(())
        });
        inside.recv_timeout(PATIENCE).expect("the writer reaches the gate");
        Gate { open, told }
    }

    #[track_caller]
    pub(crate) fn open(self) {
        drop(self.open);
        self.told.outcome().expect("the gate's own job");
    }
}
