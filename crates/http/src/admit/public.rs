//! How often one client may ask for a public form, and send responses to it.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::net::IpAddr;
use std::time::Instant;

use uplift_domain::Refusal;

use super::throttle::{Throttle, whole_seconds};
use crate::server::origin::network;

/// The counts of requests without a key, by the client's network and what the address of the form ends with, of which a
/// hash is kept.
pub(crate) struct PublicLimits {
    requests: Limited,
    responses: Limited,
}

struct Limited {
    throttle: Throttle<(Option<IpAddr>, u64)>,
    per_minute: u32,
}

impl PublicLimits {
    pub(crate) fn new(requests_per_minute: u32, responses_per_minute: u32) -> Self {
        let limited = |per_minute| Limited { throttle: Throttle::new(), per_minute };
        Self { requests: limited(requests_per_minute), responses: limited(responses_per_minute) }
    }

    /// Counts a request, and the response that it sends where it sends one.
    ///
    /// # Errors
    /// When there were too many in this minute.
    pub(crate) fn hit(&self, client: Option<IpAddr>, token: &str, creates: bool) -> Result<(), Refusal> {
        let mut hash = DefaultHasher::new();
        token.hash(&mut hash);
        let key = (client.map(network), hash.finish());
        self.requests.hit(key)?;
        if creates { self.responses.hit(key) } else { Ok(()) }
    }
}

impl Limited {
    fn hit(&self, key: (Option<IpAddr>, u64)) -> Result<(), Refusal> {
        if self.per_minute == 0 {
            return Ok(());
        }
        match self.throttle.hit(key, self.per_minute, Instant::now()).refused_for {
            Some(wait) => Err(Refusal::TooMany { retry_after: whole_seconds(wait) }),
            None => Ok(()),
        }
    }
}
