//! A session: a cookie that says whose key was shown at the login, and is signed.
//!
//! It names the id of the key, never the key. What the key may do is looked up for each page, so that a key that was
//! revoked, given another secret or another role opens what it opens then.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web;
use subtle::ConstantTimeEq;
use uplift_domain::access::{Bearer, TeamId};
use uplift_domain::record::Id;
use uplift_domain::{Key, Refusal};

use crate::answer::addresses::Signer;
use crate::clock::seconds;
use crate::server::state::State;
use crate::site::cookies::{SameSite, SetCookie, cookies};

/// The name of the cookie.
const NAME: &str = "uplift_app";

/// How long a session lasts, in seconds.
const LASTS: i64 = 12 * 60 * 60;

/// What a cookie says, before its signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Session {
    team: TeamId,
    key: Id<Key>,
    /// In seconds since the Unix epoch.
    expires: i64,
    /// The mark of the hash of the secret that was shown.
    mark: String,
}

impl Session {
    /// A session that begins now.
    pub(super) fn of(bearer: &Bearer) -> Self {
        let (team, key, mark) = (bearer.caller.team, bearer.key.id, bearer.key.record.hash.mark());
        Self { team, key, expires: seconds().saturating_add(LASTS), mark }
    }

    fn said(&self) -> String {
        format!("{}.{}.{}.{}", self.team.get(), self.key.get(), self.expires, self.mark)
    }

    fn value(&self, signer: &Signer) -> String {
        let said = self.said();
        let signature = signer.signature(&format!("/app?session={said}"));
        format!("{said}.{signature}")
    }

    /// Reads a cookie. Anything but what was signed here, to the letter, is `None`; so is what has expired.
    fn read(value: &str, signer: &Signer, now: i64) -> Option<Self> {
        let mut parts = value.splitn(5, '.');
        let mut number = || parts.next()?.parse::<i64>().ok();
        let (team, key, expires) = (TeamId::new(number()?), Id::new(number()?), number()?);
        let session = Self { team, key, expires, mark: parts.next()?.to_owned() };
        let same = session.value(signer).as_bytes().ct_eq(value.as_bytes());
        (bool::from(same) && now < expires).then_some(session)
    }

    /// The cookie as it is set, beneath the path where the whole is served.
    pub(super) fn cookie(&self, signer: &Signer, root: &str, is_https: bool) -> String {
        set(&self.value(signer), LASTS, root, is_https)
    }

    /// Whether a request shows a session that is good no more.
    pub(super) async fn has_ended(state: &web::Data<State>, request: &HttpRequest) -> bool {
        let ended = || matches!(cookies(request, NAME).next(), Some(value) if !value.is_empty());
        ended() && matches!(Self::bearer(state, request).await, Err(Refusal::Unauthenticated))
    }

    /// Whose session a request shows.
    ///
    /// # Errors
    /// When it shows none that is good, or it cannot be told.
    pub(super) async fn bearer(state: &web::Data<State>, request: &HttpRequest) -> Result<Arc<Bearer>, Refusal> {
        let mut shown = cookies(request, NAME).peekable();
        if shown.peek().is_none() {
            return Err(Refusal::Unauthenticated);
        }
        let signer = state.signers.current(&state.database, request).await?;
        let session = shown.find_map(|value| Self::read(value, &signer, seconds()));
        let Self { team, key, mark, .. } = session.ok_or(Refusal::Unauthenticated)?;
        let bearer = state.authority.bearer_of(&state.database, team, key).await?;
        if bearer.key.record.hash.mark() == mark { Ok(bearer) } else { Err(Refusal::Unauthenticated) }
    }
}

/// The cookie that ends a session.
pub(super) fn ended(root: &str, is_https: bool) -> String {
    set("", 0, root, is_https)
}

fn set(value: &str, lasts: i64, root: &str, is_https: bool) -> String {
    let (path, same_site) = (format!("{root}/app"), SameSite::Strict);
    SetCookie { name: NAME, value, path: &path, lasts, same_site, is_https }.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_good_until_it_expires_and_to_the_letter() {
        let signer = Signer::new("secret").unwrap();
        let session = Session { team: TeamId::new(7), key: Id::new(12), expires: 3_600, mark: "0a1b".to_owned() };
        let value = session.value(&signer);
        assert_eq!(Session::read(&value, &signer, 3_599), Some(session));
        assert_eq!(Session::read(&value, &signer, 3_600), None);
        assert_eq!(Session::read(&value, &Signer::new("other").unwrap(), 0), None);
        for at in 0..value.len() {
            let mut altered = value.clone().into_bytes();
            altered[at] = if altered[at] == b'1' { b'2' } else { b'1' };
            assert_eq!(Session::read(&String::from_utf8(altered).unwrap(), &signer, 0), None, "{at}");
        }
        for other in ["", "7.12", "7.12.3600.0a1b", "7.12.3600.0a1b.", &format!("{value}0"), &format!("0{value}")] {
            assert_eq!(Session::read(other, &signer, 0), None, "{other}");
        }
    }

    #[test]
    fn what_is_signed_for_a_file_opens_no_session() {
        let signer = Signer::new("secret").unwrap();
        let signature = signer.signature("/attachments/1/open?7.12.3600.0a1b");
        assert_eq!(Session::read(&format!("7.12.3600.0a1b.{signature}"), &signer, 0), None);
    }
}
