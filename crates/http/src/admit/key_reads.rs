//! Look-ups of bearers: those who show the same key at the same moment wait for one.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use futures_util::FutureExt;
use futures_util::future::Shared;
use tokio::sync::oneshot;
use uplift_domain::access::{Bearer, TeamId};
use uplift_domain::ports::{Database, Owner};
use uplift_domain::record::Id;
use uplift_domain::{Key, Refusal};

use crate::jobs::look_up;

/// The team that a token names, and the id of its key.
pub(super) type Named = (Option<TeamId>, Id<Key>);

/// What was found of a key, whoever may show it.
type Found = Result<Option<Arc<Bearer>>, Refusal>;

/// A look-up that is under way: when it began, and what it will have found.
type UnderWay = (Instant, Shared<oneshot::Receiver<Found>>);

/// Look-ups that are under way, by what they are for. A key that thousands of connections show would otherwise be
/// looked up by each of them whenever it is no longer remembered, and everybody else's keys would have to wait.
#[derive(Clone, Default)]
pub(super) struct KeyReads(Arc<Mutex<HashMap<Named, UnderWay>>>);

impl KeyReads {
    /// Looks a key up, or waits for a look-up of it that is under way, and tells when it began.
    pub(super) async fn find(&self, database: &Arc<dyn Database>, named: Named) -> (Instant, Found) {
        let ((began, found), tell) = match self.under_way().entry(named) {
            Entry::Occupied(under_way) => (under_way.get().clone(), None),
            Entry::Vacant(place) => {
                let (tell, told) = oneshot::channel();
                (place.insert((Instant::now(), told.shared())).clone(), Some(tell))
            }
        };
        if let Some(tell) = tell {
            self.begin(Arc::clone(database), named, tell);
        }
        let lost = |_| Err(Refusal::Unavailable("the look-up of a key was dropped".to_owned()));
        (began, found.await.unwrap_or_else(lost))
    }

    /// Looks a key up in a task of its own, which comes to its end also where whoever began it leaves.
    fn begin(&self, database: Arc<dyn Database>, named: Named, tell: oneshot::Sender<Found>) {
        let (begun, (team, id)) = (Begun { key_reads: self.clone(), named }, named);
        actix_web::rt::spawn(async move {
            let found = look_up(&database, Owner::Installation, move |tx| tx.bearer(team, id)).await;
            drop(begun);
            // Everybody who waited may have left.
            drop(tell.send(found.map(|bearer| bearer.map(Arc::new))));
        });
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<Named, UnderWay>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A look-up that is no longer under way once this is dropped, whatever became of its task.
struct Begun {
    key_reads: KeyReads,
    named: Named,
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.key_reads.under_way().remove(&self.named);
    }
}
