//! The stream that connects to a server: secured as the URL wants it, and listened to for the server's errors.
//!
//! The driver hands its socket to whoever is to secure it, which is the one place where it can be listened to. So it is
//! told to secure it at once, and the server is asked here whether it would like that. A socket in the file system it
//! hands to nobody, and the errors of such a server are known by their words.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::server_errors::ErrorScanner;

type Secured = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream;
type Handshake = <MakeRustlsConnect as MakeTlsConnect<Socket>>::TlsConnect;

/// The request for TLS, by its length and its number.
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

/// What the server says to it where it has TLS.
const WILLING: u8 = b'S';

/// How a connection is secured.
#[derive(Clone)]
pub(super) struct Connector {
    pub(super) mode: SslMode,
    /// Whether TLS begins without asking.
    pub(super) direct: bool,
    /// `None` where no connection may use it.
    pub(super) tls: Option<MakeRustlsConnect>,
}

impl MakeTlsConnect<Socket> for Connector {
    type Stream = Stream;
    type TlsConnect = Connecting;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<Connecting> {
        let handshake = match (&mut self.tls, self.mode) {
            (None, _) | (_, SslMode::Disable) => None,
            (Some(tls), _) => match MakeTlsConnect::<Socket>::make_tls_connect(tls, host) {
                Ok(handshake) => Some(handshake),
                Err(never) => match never {},
            },
        };
        Ok(Connecting { handshake, direct: self.direct, required: self.mode == SslMode::Require })
    }
}

/// A connection that is about to be secured.
pub(super) struct Connecting {
    handshake: Option<Handshake>,
    direct: bool,
    required: bool,
}

impl TlsConnect<Socket> for Connecting {
    type Stream = Stream;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Stream>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(self.secure(socket))
    }
}

impl Connecting {
    async fn secure(self, mut socket: Socket) -> io::Result<Stream> {
        let Some(handshake) = self.handshake else { return Ok(Stream::over(Transport::Plain(socket))) };
        if self.direct && !self.required {
            return Err(io::Error::other("sslnegotiation=direct needs an sslmode that requires TLS"));
        }
        if !self.direct {
            socket.write_all(&SSL_REQUEST).await?;
            if socket.read_u8().await? != WILLING {
                let plain = Stream::over(Transport::Plain(socket));
                return if self.required { Err(io::Error::other("server does not support TLS")) } else { Ok(plain) };
            }
        }
        Ok(Stream::over(Transport::Tls(Box::new(handshake.connect(socket).await?))))
    }
}

enum Transport {
    Plain(Socket),
    Tls(Box<Secured>),
}

/// A connection to a server.
pub(super) struct Stream {
    transport: Transport,
    errors: ErrorScanner,
}

impl Stream {
    fn over(transport: Transport) -> Self {
        Self { transport, errors: ErrorScanner::new() }
    }
}

impl AsyncRead for Stream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = match &mut self.transport {
            Transport::Plain(socket) => Pin::new(socket).poll_read(context, into),
            Transport::Tls(secured) => Pin::new(secured.as_mut()).poll_read(context, into),
        };
        ready!(read)?;
        self.errors.take(into.filled().get(before..).unwrap_or_default());
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, from: &[u8]) -> Poll<io::Result<usize>> {
        match &mut self.transport {
            Transport::Plain(socket) => Pin::new(socket).poll_write(context, from),
            Transport::Tls(secured) => Pin::new(secured.as_mut()).poll_write(context, from),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.transport {
            Transport::Plain(socket) => Pin::new(socket).poll_flush(context),
            Transport::Tls(secured) => Pin::new(secured.as_mut()).poll_flush(context),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.transport {
            Transport::Plain(socket) => Pin::new(socket).poll_shutdown(context),
            Transport::Tls(secured) => Pin::new(secured.as_mut()).poll_shutdown(context),
        }
    }
}

impl TlsStream for Stream {
    fn channel_binding(&self) -> ChannelBinding {
        match &self.transport {
            Transport::Plain(_) => ChannelBinding::none(),
            Transport::Tls(secured) => secured.channel_binding(),
        }
    }
}
