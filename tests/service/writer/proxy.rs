//! A proxy: the wire between the service and PostgreSQL, which a test may cut.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Where the wire is cut when the next COMMIT passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// The server never hears of it.
    Before,
    /// The server carries it out, and its answer is lost.
    After,
    /// The same, and the server cannot be reached afterwards.
    AfterAndDown,
}

pub(super) struct Proxy {
    wire: Arc<Wire>,
    address: String,
}

struct Wire {
    server: String,
    next: Mutex<Option<Cut>>,
    down: AtomicBool,
    ends: Mutex<Vec<TcpStream>>,
}

impl Proxy {
    /// A proxy in front of the server, which is named as `host:port`.
    pub(super) fn before(server: &str) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("its address").to_string();
        let wire = Arc::new(Wire {
            server: server.to_owned(),
            next: Mutex::new(None),
            down: AtomicBool::new(false),
            ends: Mutex::new(Vec::new()),
        });
        let accepting = Arc::clone(&wire);
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                if !accepting.down.load(Ordering::SeqCst) {
                    accepting.join(&client);
                }
            }
        });
        Proxy { wire, address }
    }

    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Cuts the wire at the next COMMIT, once.
    pub(super) fn cut(&self, at: Cut) {
        *self.wire.next() = Some(at);
    }

    /// Whether a cut that was asked for is still to come.
    pub(super) fn waits_to_cut(&self) -> bool {
        self.wire.next().is_some()
    }

    /// Cuts every connection and lets none through.
    pub(super) fn down(&self) {
        self.wire.go_down();
    }

    pub(super) fn up(&self) {
        self.wire.down.store(false, Ordering::SeqCst);
    }
}

impl Wire {
    fn next(&self) -> std::sync::MutexGuard<'_, Option<Cut>> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn go_down(&self) {
        self.down.store(true, Ordering::SeqCst);
        for end in self.ends.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            // It may be closed already.
            let _ = end.shutdown(Shutdown::Both);
        }
    }

    fn join(self: &Arc<Self>, client: &TcpStream) {
        let Ok(server) = TcpStream::connect(&self.server) else { return };
        for end in [client, &server] {
            end.set_nodelay(true).expect("a socket option");
            self.ends.lock().unwrap_or_else(PoisonError::into_inner).push(copy(end));
        }
        let mute = Arc::new(AtomicBool::new(false));
        let (wire, asking) = (Arc::clone(self), Arc::clone(&mute));
        let (from, to) = (copy(client), copy(&server));
        std::thread::spawn(move || pump(from, to, |bytes| wire.passes(bytes, &asking)));
        let (wire, from, to) = (Arc::clone(self), copy(&server), copy(client));
        std::thread::spawn(move || pump(from, to, |_| wire.answers(&mute)));
    }

    /// Whether these bytes may go on to the server.
    fn passes(&self, bytes: &[u8], mute: &AtomicBool) -> bool {
        if !bytes.windows(6).any(|part| part == b"COMMIT") {
            return true;
        }
        match self.next().take() {
            None => true,
            Some(Cut::Before) => false,
            Some(Cut::After) => {
                mute.store(true, Ordering::SeqCst);
                true
            }
            Some(Cut::AfterAndDown) => {
                self.down.store(true, Ordering::SeqCst);
                mute.store(true, Ordering::SeqCst);
                true
            }
        }
    }

    /// Whether the server's answer may go on to the client.
    fn answers(&self, mute: &AtomicBool) -> bool {
        let heard = !mute.load(Ordering::SeqCst);
        if !heard && self.down.load(Ordering::SeqCst) {
            self.go_down();
        }
        heard
    }
}

fn copy(end: &TcpStream) -> TcpStream {
    end.try_clone().expect("a second handle")
}

/// Carries bytes until they end or may not go on; then both ends are closed.
fn pump(mut from: TcpStream, mut to: TcpStream, may_pass: impl Fn(&[u8]) -> bool) {
    let mut piece = [0; 16 * 1024];
    while let Ok(length @ 1..) = from.read(&mut piece) {
        if !may_pass(&piece[..length]) || to.write_all(&piece[..length]).is_err() {
            break;
        }
    }
    for end in [from, to] {
        // It may be closed already.
        let _ = end.shutdown(Shutdown::Both);
    }
}
