//! Addresses of files: signed, so that they open without a key, and good for an hour.

use hmac::{Hmac, Mac};
use sha2::Sha256;
use uplift_domain::access::TeamId;

/// How long an address is good for, in seconds.
const GOOD_FOR: i64 = 60 * 60;

/// The path of a file below the base address, as its address has it.
pub(crate) const OPEN: &str = "/attachments/{attachment}/open";

/// Signs addresses, and tells which it signed. Servers that share the secret agree.
pub(crate) struct Signer(Hmac<Sha256>);

/// An address that was signed here and is still good.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Opened {
    pub team: TeamId,
    pub attachment: i64,
}

impl Signer {
    /// # Errors
    /// When the secret cannot be used.
    pub(crate) fn new(secret: &str) -> Result<Self, String> {
        Hmac::new_from_slice(secret.as_bytes()).map(Self).map_err(|error| error.to_string())
    }

    /// The query of an address, which ends in the signature over path and query.
    fn query(&self, team: TeamId, attachment: i64, expires: i64) -> String {
        let said = format!("expires={expires}&team={}", team.get());
        let signature = self.signature(&format!("/attachments/{attachment}/open?{said}"));
        format!("{said}&signature={signature}")
    }

    /// What only who knows the secret can make of a text. The text begins with the path that it is for, so that what is
    /// signed for one purpose serves no other.
    pub(crate) fn signature(&self, text: &str) -> String {
        format!("{:x}", self.0.clone().chain_update(text).finalize().into_bytes())
    }

    /// Reads an address by the id in its path and its query, at a moment in seconds since the Unix epoch. Anything but
    /// what was signed here, to the letter, is `None`; so is what has expired.
    pub(crate) fn open(&self, id: &str, query: &str, now: i64) -> Option<Opened> {
        let (expires, rest) = query.strip_prefix("expires=")?.split_once("&team=")?;
        let (team, _) = rest.split_once('&')?;
        let (expires, team, attachment): (i64, i64, i64) =
            (expires.parse().ok()?, team.parse().ok()?, id.parse().ok()?);
        let team = TeamId::new(team);
        let signed = self.query(team, attachment, expires);
        let same = subtle::ConstantTimeEq::ct_eq(signed.as_bytes(), query.as_bytes());
        (bool::from(same) && now < expires && id == attachment.to_string()).then_some(Opened { team, attachment })
    }
}

/// Makes the addresses that one answer shows.
#[derive(Clone)]
pub(crate) struct Addresses {
    pub signer: std::sync::Arc<Signer>,
    pub base_url: String,
    pub team: TeamId,
    /// When the answer is made, in seconds since the Unix epoch.
    pub now: i64,
}

impl Addresses {
    pub(crate) fn of(&self, attachment: i64) -> String {
        let query = self.signer.query(self.team, attachment, self.now.saturating_add(GOOD_FOR));
        format!("{}/attachments/{attachment}/open?{query}", self.base_url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEAM: TeamId = TeamId::new(7);

    #[test]
    fn an_address_is_good_for_an_hour() {
        let signer = Signer::new("secret").unwrap();
        let query = signer.query(TEAM, 12, 3_600);
        assert_eq!(signer.open("12", &query, 3_599), Some(Opened { team: TEAM, attachment: 12 }));
        assert_eq!(signer.open("12", &query, 3_600), None);
    }

    #[test]
    fn an_address_that_was_altered_opens_nothing() {
        let signer = Signer::new("secret").unwrap();
        let query = signer.query(TEAM, 12, 3_600);
        for at in 0..query.len() {
            let mut altered = query.clone().into_bytes();
            altered[at] = if altered[at] == b'1' { b'2' } else { b'1' };
            assert_eq!(signer.open("12", &String::from_utf8(altered).unwrap(), 0), None, "{at}");
        }
        let reordered = query.replace("expires=3600&team=7", "team=7&expires=3600");
        for (id, query) in [
            ("13", query.clone()),
            ("012", query.clone()),
            ("12", format!("{query}&x=1")),
            ("12", format!("x=1&{query}")),
            ("12", query.to_uppercase()),
            ("12", reordered),
            ("12", String::new()),
            ("12", Signer::new("other").unwrap().query(TEAM, 12, 3_600)),
        ] {
            assert_eq!(signer.open(id, &query, 0), None, "{id} {query}");
        }
    }
}
