//! The access log: a line for each request once the last of its answer is handed over, and what the metrics count.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::net::IpAddr;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Instant;

use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::HeaderValue;
use actix_web::http::{Method, StatusCode, Uri};
use actix_web::web::{self, Bytes};

use crate::connections::InService;
use crate::origin::BASE;
use crate::server::exchange::Exchange;
use crate::server::state::State;

/// The target of the access log, by which `RUST_LOG` switches it.
pub const ACCESS: &str = "uplift::access";

/// How much is told of a path that no route fits, in bytes.
const PATH_TOLD: usize = 128;

/// How long a part of such a path may be, in letters, unless it is made of words: it may be a secret.
const PART_TOLD: usize = 15;

/// An exchange that is noted when this is dropped. One whose client left before there was an answer has no status.
pub(crate) struct Served {
    state: Option<web::Data<State>>,
    started: Instant,
    id: HeaderValue,
    method: Method,
    uri: Uri,
    client: Option<IpAddr>,
    exchange: Rc<Exchange>,
    answered: Option<StatusCode>,
    /// What the router found, where no operation of the interface was asked.
    route: Option<String>,
    /// Bytes of the answer's body that were handed over.
    bytes: usize,
}

impl Served {
    pub(crate) fn begin(request: &ServiceRequest, id: HeaderValue) -> Self {
        let state = request.app_data::<web::Data<State>>().cloned();
        Self {
            started: Instant::now(),
            id,
            method: request.method().clone(),
            uri: request.uri().clone(),
            client: state.as_ref().and_then(|state| state.origins.client(request.request())),
            exchange: Exchange::begin(request),
            answered: None,
            route: None,
            bytes: 0,
            state,
        }
    }

    /// Notes how the request is answered.
    pub(crate) fn answered<B>(&mut self, response: &ServiceResponse<B>) {
        self.answered = Some(response.status());
        if self.exchange.operation().is_none() {
            self.route = response.request().match_pattern();
        }
    }

    /// The pattern of the path, below the root.
    fn route(&self) -> Option<Cow<'_, str>> {
        match self.exchange.operation() {
            Some(path) => Some(format!("{BASE}{path}").into()),
            None => self.route.as_deref().map(Cow::Borrowed),
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let took = self.started.elapsed();
        let route = self.route();
        if let Some(state) = &self.state {
            state.monitor.answered(&self.method, route.as_deref(), self.answered, took, self.bytes);
        }
        let (team, key) = self.exchange.caller().map(|(team, key)| (team.get(), key.get())).unzip();
        let untold = if route.is_none() && self.answered.is_some() { Some(redacted(self.uri.path())) } else { None };
        log::info!(
            target: ACCESS,
            "id={} method={} route={} status={} microseconds={} bytes={} team={} key={} client={}{}{}",
            self.id.to_str().unwrap_or("-"),
            self.method,
            Or(route),
            Or(self.answered.map(|status| status.as_u16())),
            took.as_micros(),
            self.bytes,
            Or(team),
            Or(key),
            Or(self.client),
            if untold.is_some() { " path=" } else { "" },
            untold.unwrap_or_default(),
        );
    }
}

/// A value, or a dash where there is none.
struct Or<T>(Option<T>);

impl<T: Display> Display for Or<T> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(out),
            None => out.write_str("-"),
        }
    }
}

/// What is told of a path that no route fits: its beginning, without what may be a secret.
fn redacted(path: &str) -> String {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter == '-' || letter == '_';
    let mut told = String::new();
    for part in path.split('/').skip(1) {
        if told.len() >= PATH_TOLD {
            told.push('…');
            break;
        }
        told.push('/');
        let shown = part.len() <= PART_TOLD || part.len() <= PATH_TOLD / 2 && part.chars().all(plain);
        told.push_str(if shown { part } else { "***" });
    }
    told
}

/// The body of an answer, which ends the service of its request when it is done with.
pub(crate) struct Answer<B> {
    body: B,
    served: Served,
    _request: Option<InService>,
}

impl<B> Answer<B> {
    pub(crate) fn to(request: Option<InService>, served: Served, body: B) -> Self {
        Self { body, served, _request: request }
    }
}

impl<B: MessageBody + Unpin> MessageBody for Answer<B> {
    type Error = B::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let next = std::task::ready!(Pin::new(&mut self.body).poll_next(context));
        if let Some(Ok(bytes)) = &next {
            self.served.bytes += bytes.len();
        }
        Poll::Ready(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_path_without_a_route_no_secret_is_told() {
        for (path, shown) in [
            ("/", "/"),
            ("/favicon.ico", "/favicon.ico"),
            ("/api/research-collections-of-yore/12", "/api/research-collections-of-yore/12"),
            ("/api/upl_2_6_abcDEF0123456", "/api/***"),
            ("/f/kq3vx0aJd81LmZr5/x", "/f/***/x"),
            ("/f/%6Bq3vx0aJd81LmZr5", "/f/***"),
        ] {
            assert_eq!(redacted(path), shown);
        }
        assert!(redacted(&"/a".repeat(1000)).len() < PATH_TOLD + 8);
    }
}
