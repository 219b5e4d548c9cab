//! How often one client may ask for what is public, a form or a saved report, and send responses to it.
//!
//! Requests are counted by what is found at their token. What finds nothing counts against the network of the client,
//! whatever tokens it makes up: each of them would have a count of its own.

use std::fmt::{self, Display, Formatter};
use std::net::IpAddr;

use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use uplift_domain::Refusal;

use super::throttle::{Limited, OF_SUSPECTS, Shared};
use crate::origin;

/// The counts of requests without a key.
pub(crate) struct PublicLimits {
    requests: Limited<Visitor>,
    responses: Limited<Visitor>,
    misses: Limited<Network>,
    suspects: Semaphore,
}

/// The network of a client, where the client is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Network(Option<IpAddr>);

/// The client's network, and a hash of the token, the same on every server.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Visitor {
    network: Network,
    token: u64,
}

impl PublicLimits {
    pub(crate) fn new(requests_per_minute: u32, responses_per_minute: u32, shared: &Shared) -> Self {
        Self {
            requests: Limited::new("requests", requests_per_minute, shared),
            responses: Limited::new("responses", responses_per_minute, shared),
            misses: Limited::new("misses", requests_per_minute, shared),
            suspects: Semaphore::new(OF_SUSPECTS),
        }
    }

    /// Looks for what is at a token, and counts the request, and the response that it sends where it sends one. What is
    /// known to be too often is not looked for.
    ///
    /// # Errors
    /// When there is nothing, or when there were too many in this minute.
    pub(crate) async fn find<T>(
        &self,
        client: Option<IpAddr>,
        token: &str,
        creates: bool,
        find: impl Future<Output = Result<T, Refusal>>,
    ) -> Result<T, Refusal> {
        let network = Network(client.map(origin::network));
        let hash = Sha256::digest(token);
        let visitor = Visitor { network, token: hash.first_chunk().map_or(0, |first| u64::from_be_bytes(*first)) };
        self.requests.check(&visitor)?;
        let turn = match self.misses.check(&network) {
            Ok(()) => None,
            Err(_) => self.suspects.acquire().await.ok(),
        };
        let found = find.await;
        drop(turn);
        if matches!(found, Err(Refusal::FormNotFound | Refusal::Missing { .. })) {
            self.misses.hit(network).await?;
            return found;
        }
        self.requests.hit(visitor).await?;
        if creates {
            self.responses.hit(visitor).await?;
        }
        found
    }
}

impl Display for Network {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |network| network.fmt(f))
    }
}

impl Display for Visitor {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}:{}", self.token, self.network)
    }
}
