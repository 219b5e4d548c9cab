//! How often one client may ask for a public form, and send responses to it.

use std::fmt::{self, Display, Formatter};
use std::net::IpAddr;

use sha2::{Digest, Sha256};
use uplift_domain::Refusal;

use super::throttle::{Shared, Throttle, whole_seconds};
use crate::server::origin::network;

/// The counts of requests without a key.
pub(crate) struct PublicLimits {
    requests: Limited,
    responses: Limited,
}

struct Limited {
    throttle: Throttle<Visitor>,
    per_minute: u32,
}

/// The client's network, and a hash of what the address of the form ends with, the same on every server.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Visitor {
    network: Option<IpAddr>,
    form: u64,
}

impl PublicLimits {
    pub(crate) fn new(requests_per_minute: u32, responses_per_minute: u32, shared: &Shared) -> Self {
        let limited = |name, per_minute| Limited { throttle: Throttle::shared(name, shared), per_minute };
        Self {
            requests: limited("requests", requests_per_minute),
            responses: limited("responses", responses_per_minute),
        }
    }

    /// Counts a request, and the response that it sends where it sends one.
    ///
    /// # Errors
    /// When there were too many in this minute.
    pub(crate) async fn hit(&self, client: Option<IpAddr>, token: &str, creates: bool) -> Result<(), Refusal> {
        let hash = Sha256::digest(token);
        let form = hash.first_chunk().map_or(0, |first| u64::from_be_bytes(*first));
        let visitor = Visitor { network: client.map(network), form };
        self.requests.hit(visitor).await?;
        if creates { self.responses.hit(visitor).await } else { Ok(()) }
    }
}

impl Limited {
    async fn hit(&self, visitor: Visitor) -> Result<(), Refusal> {
        if self.per_minute == 0 {
            return Ok(());
        }
        match self.throttle.hit(visitor, self.per_minute).await.refused_for {
            Some(wait) => Err(Refusal::TooMany { retry_after: whole_seconds(wait) }),
            None => Ok(()),
        }
    }
}

impl Display for Visitor {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.network {
            Some(network) => write!(f, "{:016x}:{network}", self.form),
            None => write!(f, "{:016x}", self.form),
        }
    }
}
