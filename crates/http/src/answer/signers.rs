//! The signer of a server, which follows the secret that the installation keeps.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use actix_web::HttpRequest;
use uplift_domain::Refusal;
use uplift_domain::ports::{Database, Owner};
use uplift_domain::workspace::{ADDRESS_SECRET_REACH, address_secret};

use super::addresses::Signer;
use crate::jobs::{Requester, read};

/// How long a secret is remembered: the addresses that another replaces stop working well within a second.
const REMEMBERED: Duration = Duration::from_millis(500);

/// The secret that was looked up last, and when.
struct Known {
    secret: String,
    signer: Arc<Signer>,
    asked: Instant,
}

pub(crate) struct Signers(RwLock<Known>);

impl Signers {
    /// # Errors
    /// When the secret cannot be used.
    pub(crate) fn new(secret: &str) -> Result<Self, String> {
        let signer = Arc::new(Signer::new(secret)?);
        Ok(Self(RwLock::new(Known { secret: secret.to_owned(), signer, asked: Instant::now() })))
    }

    /// The signer of the secret as it was a moment ago at most.
    pub(crate) async fn current(
        &self,
        database: &Arc<dyn Database>,
        request: &HttpRequest,
    ) -> Result<Arc<Signer>, Refusal> {
        let asked = Instant::now();
        {
            let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
            if asked.saturating_duration_since(known.asked) < REMEMBERED {
                return Ok(Arc::clone(&known.signer));
            }
        }
        let requester = Requester { owner: Owner::Installation, request };
        let secret = read(database, requester, ADDRESS_SECRET_REACH, |tx| address_secret(tx)).await?;
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
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
