//! Jobs, handed to the database and waited for.

use std::sync::Arc;

use tokio::sync::oneshot;
use uplift_domain::Refusal;
use uplift_domain::ports::{Database, Ledger, Library, Reach, reading, writing};

/// Runs a job that reads.
pub(crate) async fn read<T: Send + 'static>(
    database: &Arc<dyn Database>,
    reach: Reach,
    work: impl FnMut(&mut dyn Library) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let (tell, told) = answer();
    database.read(reading(work, tell), reach);
    told.await.unwrap_or_else(|_| Err(unanswered()))
}

/// Runs a job that writes, and waits for its commit.
pub(crate) async fn write<T: Send + 'static>(
    database: &Arc<dyn Database>,
    work: impl FnMut(&mut dyn Ledger) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let (tell, told) = answer();
    database.write(writing(work, tell));
    told.await.unwrap_or_else(|_| Err(unanswered()))
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
