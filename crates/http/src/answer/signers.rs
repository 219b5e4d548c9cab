//! The signer of a server, which follows the secret that the installation keeps.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use actix_web::HttpRequest;
use tokio::sync::Mutex;
use uplift_domain::Refusal;
use uplift_domain::ports::{Database, Owner};
use uplift_domain::workspace::{ADDRESS_SECRET_REACH, address_secret};

use super::addresses::Signer;
use crate::jobs::{Requester, read};

/// How long a secret is remembered before somebody looks it up again, and how long meanwhile: the addresses that another
/// replaces stop working within a second.
const REMEMBERED: Duration = Duration::from_millis(500);
const MEANWHILE: Duration = Duration::from_millis(900);

/// The secret that was looked up last, and when.
struct Known {
    secret: String,
    signer: Arc<Signer>,
    asked: Instant,
}

pub(crate) struct Signers {
    known: RwLock<Known>,
    /// Whoever looks the secret up: were it all who ask at that moment, the keys of everybody else would have to wait.
    looking: Mutex<()>,
}

impl Signers {
    /// # Errors
    /// When the secret cannot be used.
    pub(crate) fn new(secret: &str) -> Result<Self, String> {
        let signer = Arc::new(Signer::new(secret)?);
        let known = RwLock::new(Known { secret: secret.to_owned(), signer, asked: Instant::now() });
        Ok(Self { known, looking: Mutex::new(()) })
    }

    /// The signer of the secret as it was a moment ago at most.
    pub(crate) async fn current(
        &self,
        database: &Arc<dyn Database>,
        request: &HttpRequest,
    ) -> Result<Arc<Signer>, Refusal> {
        let asked = Instant::now();
        let known_for = |most| {
            let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
            (asked.saturating_duration_since(known.asked) < most).then(|| Arc::clone(&known.signer))
        };
        if let Some(signer) = known_for(REMEMBERED) {
            return Ok(signer);
        }
        let looking = self.looking.try_lock();
        if looking.is_err()
            && let Some(signer) = known_for(MEANWHILE)
        {
            return Ok(signer);
        }
        let requester = Requester { owner: Owner::Installation, request };
        let secret = read(database, requester, ADDRESS_SECRET_REACH, |tx| address_secret(tx)).await?;
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        // Another request may have asked after this one did.
        if known.asked < asked {
            if known.secret != secret {
                known.signer = Arc::new(Signer::new(&secret).map_err(Refusal::Fault)?);
                known.secret = secret;
            }
            known.asked = asked;
        }
        Ok(Arc::clone(&known.signer))
    }
}
