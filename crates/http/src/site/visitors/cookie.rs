//! The cookie by which somebody goes on with the response that they began.

use actix_web::HttpRequest;
use uplift_domain::responses::Entry;

use crate::site::cookies::{SameSite, SetCookie, cookies};

const NAME: &str = "uplift_response";

/// How long it is kept, in seconds: as long as the token of a response is good.
const LASTS: i64 = 7 * 24 * 60 * 60;

/// What is kept of a response that was begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ResponseCookie {
    pub(super) entry: Entry,
    /// What the order of shuffled options is made of, so that it is the same on every view.
    pub(super) seed: u32,
}

/// What a request brings along.
pub(super) fn kept(request: &HttpRequest) -> Option<ResponseCookie> {
    cookies(request, NAME).next().and_then(parse)
}

fn parse(value: &str) -> Option<ResponseCookie> {
    let mut parts = value.split('.');
    let id = parts.next()?.parse().ok()?;
    let edit_token = parts.next().filter(|it| !it.is_empty())?.to_owned();
    let step = parts.next().and_then(|it| it.parse().ok());
    let seed = parts.next().and_then(|it| it.parse().ok()).unwrap_or_default();
    Some(ResponseCookie { entry: Entry { id, edit_token, step }, seed })
}

/// The header that keeps this for the page of this path.
pub(super) fn keep(kept: &ResponseCookie, path: &str, is_https: bool) -> String {
    let Entry { id, edit_token, step } = &kept.entry;
    let step = step.map(|it| it.to_string()).unwrap_or_default();
    header(&format!("{id}.{edit_token}.{step}.{}", kept.seed), path, LASTS, is_https)
}

/// The header that takes it away.
pub(super) fn forget(path: &str, is_https: bool) -> String {
    header("", path, 0, is_https)
}

fn header(value: &str, path: &str, lasts: i64, is_https: bool) -> String {
    SetCookie { name: NAME, value, path, lasts, same_site: SameSite::Lax, is_https }.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_again() {
        let entry = Entry { id: 7, edit_token: "abc".to_owned(), step: Some(3) };
        for entry in [entry.clone(), Entry { step: None, ..entry }] {
            let kept = ResponseCookie { entry, seed: 9 };
            let header = keep(&kept, "/f/x", true);
            let value = header.split(';').next().and_then(|it| it.split_once('=')).unwrap().1.to_owned();
            assert_eq!(parse(&value), Some(kept));
            assert!(header.ends_with("; Max-Age=604800; Path=/f/x; HttpOnly; SameSite=Lax; Secure"), "{header}");
        }
        assert_eq!(parse("x.y.z"), None);
        assert_eq!(parse("7."), None);
    }
}
