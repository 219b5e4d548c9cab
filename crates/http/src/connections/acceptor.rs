//! The acceptor: what happens to a connection from when the system hands it over until it is closed.

use std::io::Write;
use std::net::SocketAddr;
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll};

use actix_http::error::DispatchError;
use actix_service::{Service, ServiceFactory};
use actix_web::http::StatusCode;
use futures_util::future::LocalBoxFuture;
use tokio::net::TcpStream;

use super::Deadlines;
use super::admission::Admission;
use super::guarded::Guarded;
use super::terse::terse;

/// Makes the acceptor of a worker, which hands what it admits to an HTTP service of its own.
pub(crate) struct Acceptor<H> {
    pub http: H,
    pub admission: Arc<Admission>,
    pub deadlines: Deadlines,
}

impl<H> ServiceFactory<TcpStream> for Acceptor<H>
where
    H: ServiceFactory<(Guarded, Option<SocketAddr>), Config = (), Response = (), Error = DispatchError>,
    H::Future: 'static,
    H::Service: 'static,
{
    type Response = ();
    type Error = DispatchError;
    type Config = ();
    type Service = Accepting<H::Service>;
    type InitError = H::InitError;
    type Future = LocalBoxFuture<'static, Result<Self::Service, Self::InitError>>;

    fn new_service(&self, (): ()) -> Self::Future {
        let (http, admission, deadlines) = (self.http.new_service(()), Arc::clone(&self.admission), self.deadlines);
        Box::pin(async move { Ok(Accepting { http: http.await?, admission, deadlines }) })
    }
}

/// The acceptor of a worker.
pub(crate) struct Accepting<S> {
    http: S,
    admission: Arc<Admission>,
    deadlines: Deadlines,
}

impl<S> Service<TcpStream> for Accepting<S>
where
    S: Service<(Guarded, Option<SocketAddr>), Response = (), Error = DispatchError>,
    S::Future: 'static,
{
    type Response = ();
    type Error = DispatchError;
    type Future = LocalBoxFuture<'static, Result<(), DispatchError>>;

    fn poll_ready(&self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.http.poll_ready(context)
    }

    fn call(&self, stream: TcpStream) -> Self::Future {
        let peer = stream.peer_addr().ok();
        let Ok(permit) = self.admission.admit(peer.map(|it| it.ip())) else {
            refuse(stream);
            return Box::pin(std::future::ready(Ok(())));
        };
        let guarded = Guarded::new(stream, permit, self.deadlines);
        let connection = Rc::clone(guarded.connection());
        let served = self.http.call((guarded, peer));
        Box::pin(async move {
            let mut served = pin!(served);
            let outcome = served.as_mut().await;
            // The stream falls after this, and then knows that it was not cut off by the end of the server.
            connection.end();
            outcome
        })
    }
}

/// Tells a client that there are too many, and closes its connection.
fn refuse(stream: TcpStream) {
    // The runtime does not know yet whether the new socket takes anything; the system does. What it does not take at
    // once, nobody waits for.
    let told = stream.into_std().and_then(|mut socket| socket.write(&terse(StatusCode::SERVICE_UNAVAILABLE)));
    if let Err(error) = told {
        log::debug!("a refused connection is closed without a word: {error}");
    }
}
