//! The yardstick of the writes: the same server with one transaction, and so one flush to disk, for every write.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use uplift_domain::Refusal;
use uplift_domain::ports::{Database, Job, Load, Owner, Reach, Reading, WriteTx, Writing, writing};
use uplift_domain::workspace::address_secret_made;
use uplift_http::{Config, Deadlines, Server};
use uplift_persistence::Source;
use uplift_storage::Store;

const READ_TIMEOUT: Duration = Duration::from_secs(15);

/// Serves the SQLite database of a folder until the process is ended, and prints its address.
pub(crate) fn serve(folder: &str) -> ExitCode {
    match run(Path::new(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(folder: &Path) -> Result<(), String> {
    let source = Source::parse(&format!("sqlite://{}", folder.join("uplift.db").display()));
    let opened = source.and_then(|source| source.open(None, READ_TIMEOUT));
    let database = Arc::new(OneByOne::before(opened.map_err(|error| format!("{error:#}"))?));
    let (made, secret) = channel();
    database.write(Owner::Installation, writing(|tx| address_secret_made(tx), move |it| drop(made.send(it))));
    let secret = secret.recv().map_err(|error| error.to_string())?.map_err(|refusal| format!("{refusal:?}"))?;
    let files = Store::open(&folder.join("attachments"), 1).map_err(|error| format!("{error:?}"))?;
    let config = Config {
        bind: ([127, 0, 0, 1], 0).into(),
        base_url: None,
        rate_limit_per_minute: u32::MAX,
        auth_failures_per_minute: 60,
        public_requests_per_minute: 0,
        public_responses_per_minute: 0,
        max_page_size: 30,
        max_included: 5_000,
        workers: std::thread::available_parallelism().map_or(1, usize::from),
        max_connections: None,
        deadlines: Deadlines::default(),
        trusted_proxies: Vec::new(),
        cors_origins: Vec::new(),
        metrics_token: None,
        secret,
    };
    let served = actix_web::rt::System::new().block_on(async {
        let server = Server::bind(&config, database, Arc::new(files), None)?;
        println!("{}", server.address());
        server.run().await
    });
    served.map_err(|error| error.to_string())
}

/// A database that is given the next write once the one before is settled, so that each has a transaction of its own.
struct OneByOne {
    database: Arc<dyn Database>,
    queue: Sender<(Owner, Writing)>,
}

impl OneByOne {
    fn before(database: Arc<dyn Database>) -> Self {
        let (queue, waiting) = channel();
        let behind = Arc::clone(&database);
        std::thread::spawn(move || hand_over(behind.as_ref(), &waiting));
        Self { database, queue }
    }
}

fn hand_over(database: &dyn Database, waiting: &Receiver<(Owner, Writing)>) {
    let (settled, next) = channel();
    for (owner, job) in waiting {
        database.write(owner, Box::new(Announced { job, settled: settled.clone() }));
        if next.recv().is_err() {
            return;
        }
    }
}

/// A job that tells when it is settled.
struct Announced {
    job: Writing,
    settled: Sender<()>,
}

impl<'a> Job<dyn WriteTx + 'a> for Announced {
    fn run(&mut self, on: &mut (dyn WriteTx + 'a)) -> Result<(), Refusal> {
        self.job.run(on)
    }

    fn complete(self: Box<Self>, outcome: Result<(), Refusal>) {
        let Self { job, settled } = *self;
        job.complete(outcome);
        // Nobody waits once the server stops.
        let _ = settled.send(());
    }
}

impl Database for OneByOne {
    fn read(&self, owner: Owner, job: Reading, reach: Reach) {
        self.database.read(owner, job, reach);
    }

    fn drain(&self, within: Duration) {
        self.database.drain(within);
    }

    fn write(&self, owner: Owner, job: Writing) {
        if let Err(unsent) = self.queue.send((owner, job)) {
            unsent.0.1.complete(Err(Refusal::Busy));
        }
    }

    fn ready(&self) -> Result<(), String> {
        self.database.ready()
    }

    fn recount(&self) -> Result<Vec<String>, String> {
        self.database.recount()
    }

    fn load(&self) -> Load {
        self.database.load()
    }

    fn close(&self) {
        self.database.close();
    }
}
