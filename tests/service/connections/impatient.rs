//! An impatient server: one with short deadlines, which no setting gives, beside the program on the same database.

use std::net::SocketAddr;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use uplift_http::{Config, Deadlines, Server};
use uplift_persistence::Source;
use uplift_storage::Store as Files;

use crate::world::{Client, Store, World};
use crate::writer::jobs::READ_TIMEOUT;

pub(super) const DEADLINES: Deadlines = Deadlines {
    head: Duration::from_secs(2),
    idle: Duration::from_secs(6),
    body: Duration::from_secs(2),
    answer: Duration::from_secs(2),
};

pub(super) struct Impatient {
    pub(super) address: SocketAddr,
    pub(super) owner: Client,
    _world: World,
}

impl Impatient {
    /// A server that has so many connections at most. It ends with the tests.
    pub(super) fn start(max_connections: usize) -> Impatient {
        let world = World::start(Store::Sqlite);
        let owner = world.team().owner().clone();
        let folder = world.folder().to_owned();
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            let source = format!("sqlite://{}/uplift.db", folder.display());
            let database =
                Source::parse(&source).and_then(|source| source.open(None, READ_TIMEOUT)).expect("the database");
            let files = Files::open(&folder.join("attachments"), 1).expect("the store of the files");
            actix_web::rt::System::new().block_on(async {
                let server = Server::bind(&config(max_connections), database, Arc::new(files), None).expect("a server");
                sender.send(server.address()).expect("somebody waits");
                server.run().await
            })
        });
        let address = receiver.recv_timeout(super::wire::PATIENCE).expect("a server that listens");
        Impatient { address, owner, _world: world }
    }

    /// A request in the bytes in which it is sent, with the owner's key.
    pub(super) fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> Vec<u8> {
        let token = self.owner.token();
        format!("{method} {path} HTTP/1.1\r\nHost: uplift\r\nAuthorization: Bearer {token}\r\n{headers}\r\n{body}")
            .into()
    }
}

fn config(max_connections: usize) -> Config {
    Config {
        bind: ([127, 0, 0, 1], 0).into(),
        base_url: None,
        rate_limit_per_minute: 0,
        auth_failures_per_minute: 0,
        public_requests_per_minute: 0,
        public_responses_per_minute: 0,
        max_page_size: 1_000,
        max_included: 5_000,
        workers: 2,
        max_connections: Some(max_connections),
        deadlines: DEADLINES,
        trusted_proxies: Vec::new(),
        cors_origins: Vec::new(),
        metrics_token: None,
        secret: "0123456789abcdef0123456789abcdef01234567".to_owned(),
    }
}
