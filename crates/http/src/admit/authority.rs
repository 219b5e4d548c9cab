//! The authority: who the key of a request stands for.
//!
//! Bearers are remembered for a moment, so that what the operator or another server changes takes effect well within a
//! second. What changes here takes effect at once.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quick_cache::sync::Cache;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use uplift_domain::access::{Bearer, TeamId, Token, USE_NOTED};
use uplift_domain::ports::Database;
use uplift_domain::record::{Id, Time};
use uplift_domain::{Key, Refusal};

use crate::admit::key_reads::{KeyReads, Named};
use crate::admit::throttle::{Limited, OF_SUSPECTS, Shared};
use crate::clock::now;
use crate::origin::network;

/// How long a bearer is remembered: long enough that a busy key is hardly ever looked up, short enough that nobody
/// waits for a change to show.
const REMEMBERED: Duration = Duration::from_millis(100);

/// How many bearers are remembered.
const BEARERS: usize = 10_000;

/// How long it may take until a use that was noted of a key is in the database.
const BEING_NOTED: Duration = Duration::from_secs(60);

/// The hash of a whole token. Good tokens are remembered under it, so that how long looking one up takes tells nothing
/// about the token.
type Digested = [u8; 32];

pub(crate) struct Authority {
    known: Cache<Digested, (Instant, Arc<Bearer>)>,
    /// By the id of the key, for those who showed it a while ago.
    known_by_id: Cache<i64, (Instant, Arc<Bearer>)>,
    /// The teams whose bearers changed a moment ago, and when.
    changed: Cache<TeamId, Instant>,
    /// By the network of the client.
    failures: Limited<IpAddr>,
    suspects: Semaphore,
    key_reads: KeyReads,
    /// The keys of which it was noted a while ago that they were used, and when.
    noted: Cache<i64, Instant>,
}

impl Authority {
    pub(crate) fn new(failures_per_minute: u32, shared: &Shared) -> Self {
        let (known, changed, noted) = (Cache::new(BEARERS), Cache::new(BEARERS), Cache::new(BEARERS));
        let (known_by_id, suspects) = (Cache::new(BEARERS), Semaphore::new(OF_SUSPECTS));
        let failures = Limited::new("failures", failures_per_minute, shared);
        Self { known, known_by_id, changed, failures, suspects, key_reads: KeyReads::default(), noted }
    }

    /// The bearer of a request's key, from its `Authorization` header. Keys that are refused count against the address
    /// of the client, or its network. One beyond the limit is still looked up where it may be a key at all, for a good
    /// key works from everywhere, but in turn with others of its sort; what is no key costs no look-up.
    pub(crate) async fn bearer(
        &self,
        database: &Arc<dyn Database>,
        authorization: Option<&str>,
        client: impl FnOnce() -> Option<IpAddr>,
    ) -> Result<Arc<Bearer>, Refusal> {
        let Some(text) = authorization.and_then(token) else { return Err(Refusal::Unauthenticated) };
        let asked = Instant::now();
        let digest: Digested = Sha256::digest(text).into();
        if let Some(bearer) = self.remembered(self.known.get(&digest), asked) {
            return Ok(bearer);
        }
        let client = client();
        if let Some(token) = Token::parse(text) {
            let (team, id) = (token.team, token.id);
            let _turn = match self.check_failures(client) {
                Ok(()) => None,
                Err(_) => self.suspects.acquire().await.ok(),
            };
            let (seen, found) = self.look_up(database, (team, id), asked).await?;
            if let Some(bearer) = found.filter(|bearer| opens(bearer, token)) {
                self.known.insert(digest, (seen, Arc::clone(&bearer)));
                return Ok(bearer);
            }
        }
        self.note_failure(client).await?;
        Err(Refusal::Unauthenticated)
    }

    /// The bearer of a key of a team who showed it before, as long as the key is good.
    pub(crate) async fn bearer_of(
        &self,
        database: &Arc<dyn Database>,
        team: TeamId,
        key: Id<Key>,
    ) -> Result<Arc<Bearer>, Refusal> {
        let asked = Instant::now();
        if let Some(bearer) = self.remembered(self.known_by_id.get(&key.get()), asked)
            && bearer.caller.team == team
        {
            return Ok(bearer);
        }
        let (seen, found) = self.look_up(database, (Some(team), key), asked).await?;
        let bearer = found.filter(|bearer| bearer.key.record.live_at(now())).ok_or(Refusal::Unauthenticated)?;
        self.known_by_id.insert(key.get(), (seen, Arc::clone(&bearer)));
        Ok(bearer)
    }

    /// The bearer of a key, with the moment from which they are known. What somebody else asked for before tells neither
    /// of a key that was made since then nor of what else changed.
    async fn look_up(
        &self,
        database: &Arc<dyn Database>,
        named: Named,
        asked: Instant,
    ) -> Result<(Instant, Option<Arc<Bearer>>), Refusal> {
        loop {
            let (began, found) = self.key_reads.find(database, named).await;
            let found = found?;
            if began >= asked || found.as_ref().is_some_and(|bearer| self.is_unchanged(bearer, began)) {
                return Ok((began, found));
            }
        }
    }

    /// What was remembered of a bearer, where it still stands.
    fn remembered(&self, known: Option<(Instant, Arc<Bearer>)>, asked: Instant) -> Option<Arc<Bearer>> {
        let (seen, bearer) = known?;
        let stands = asked.duration_since(seen) < REMEMBERED
            && self.is_unchanged(&bearer, seen)
            && bearer.key.record.live_at(now());
        stands.then_some(bearer)
    }

    /// Whether nothing changed here of the bearers of their team since a moment.
    fn is_unchanged(&self, bearer: &Bearer, since: Instant) -> bool {
        self.changed.get(&bearer.caller.team).is_none_or(|changed| changed < since)
    }

    /// Forgets the bearers of a team, of whom something changed. One that is just being looked up is not remembered.
    pub(crate) fn forget(&self, team: TeamId) {
        self.changed.insert(team, Instant::now());
    }

    /// Refuses a client who showed too many invalid secrets. It counts nothing itself.
    ///
    /// # Errors
    /// When they were too many.
    pub(crate) fn check_failures(&self, client: Option<IpAddr>) -> Result<(), Refusal> {
        client.map_or(Ok(()), |client| self.failures.check(&network(client)))
    }

    /// Counts an invalid secret against the client who showed it.
    ///
    /// # Errors
    /// When they were too many.
    pub(crate) async fn note_failure(&self, client: Option<IpAddr>) -> Result<(), Refusal> {
        match client {
            Some(client) => self.failures.hit(network(client)).await,
            None => Ok(()),
        }
    }

    /// Whether it was noted that the key is used, or is being noted: of the requests of a while one notes it.
    pub(crate) fn is_noted(&self, bearer: &Bearer, now: Time) -> bool {
        let last = bearer.key.record.last_used_at;
        if last.is_some_and(|last| now < last.plus_seconds(USE_NOTED)) {
            return true;
        }
        let (key, asked) = (bearer.key.id.get(), Instant::now());
        if self.noted.get(&key).is_some_and(|noted| asked.duration_since(noted) < BEING_NOTED) {
            return true;
        }
        self.noted.insert(key, asked);
        false
    }
}

/// The token of `Bearer …`, whatever the case of the scheme.
fn token(authorization: &str) -> Option<&str> {
    let (scheme, token) = authorization.trim().split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

/// Whether the token is that of the bearer's key, and the key is good.
fn opens(bearer: &Bearer, token: Token<'_>) -> bool {
    bearer.key.record.hash.is_of(token.secret) && bearer.key.record.live_at(now())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scheme_has_no_case_and_a_token_is_needed() {
        assert_eq!(token("bEaReR  upl_1 "), Some("upl_1"));
        for text in ["", "Bearer", "Bearer ", "Basic upl_1", "upl_1"] {
            assert_eq!(token(text), None, "{text}");
        }
    }
}
