//! TLS: a PostgreSQL that is reached through an encrypted wire only, as managed ones are.

use std::path::PathBuf;
use std::sync::Arc;

use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use uplift_persistence::Source;

use super::jobs::READ_TIMEOUT;
use crate::world::{Store, TestInstallation, postgres_server};

/// What a PostgreSQL client says first where it wants TLS.
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

/// A wire to the test server that speaks TLS to whoever comes, with a certificate for `localhost`.
struct Wire {
    port: u16,
    certificate: PathBuf,
    _folder: TempDir,
}

impl Wire {
    fn lay() -> Wire {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
        let folder = TempDir::with_prefix("uplift-tls-").expect("a temporary folder");
        let certificate = folder.path().join("root.pem");
        std::fs::write(&certificate, cert.pem()).expect("the certificate is written");
        let key = PrivatePkcs8KeyDer::from(signing_key.serialize_der());
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("the protocol's versions")
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key.into())
            .expect("a server's side");
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("its address").port();
        listener.set_nonblocking(true).expect("a listener for the runtime");
        std::thread::spawn(move || carry(listener, TlsAcceptor::from(Arc::new(config))));
        Wire { port, certificate, _folder: folder }
    }

    /// The database behind the wire, as a URL with these parameters.
    fn url(&self, place: &TestInstallation, parameters: &str) -> String {
        let name = place.url().rsplit('/').next().expect("a database's name");
        format!("postgres://postgres@localhost:{}/{name}?{parameters}", self.port)
    }

    fn source(&self, place: &TestInstallation, parameters: &str) -> Source {
        Source::parse(&self.url(place, parameters)).expect("a database URL")
    }
}

fn carry(listener: std::net::TcpListener, tls: TlsAcceptor) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let listener = TcpListener::from_std(listener).expect("the listener");
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(encrypted(client, tls.clone()));
        }
    });
}

/// Refuses whoever does not ask for TLS, as a server does whose rules are `hostssl`.
async fn encrypted(mut client: TcpStream, tls: TlsAcceptor) -> std::io::Result<()> {
    let mut first = [0; 8];
    client.read_exact(&mut first).await?;
    if first != SSL_REQUEST {
        return Ok(());
    }
    client.write_all(b"S").await?;
    let mut client = tls.accept(client).await?;
    let address = postgres_server().rsplit('@').next().expect("an address").to_owned();
    let mut server = TcpStream::connect(address).await?;
    copy_bidirectional(&mut client, &mut server).await.map(|_| ())
}

#[test]
fn a_certificate_that_is_known_is_accepted_and_another_is_not() {
    let (place, wire) = (TestInstallation::empty(Store::Postgres), Wire::lay());
    let root = wire.certificate.display();
    let known = wire.source(&place, &format!("sslmode=verify-full&sslrootcert={root}"));
    assert!(!known.migrate().expect("the migrations pass the wire").applied.is_empty());
    known.open(Some(2), READ_TIMEOUT).expect("the database is open").close();

    let stranger = Wire::lay();
    let unknown = wire.source(&place, &format!("sslmode=verify-full&sslrootcert={}", stranger.certificate.display()));
    assert!(unknown.migrate().is_err());
    assert!(wire.source(&place, "sslmode=verify-full").migrate().is_err());
}

#[test]
fn the_wire_is_encrypted_unless_that_is_switched_off() {
    let (place, wire) = (TestInstallation::empty(Store::Postgres), Wire::lay());
    for parameters in ["sslmode=require", "sslmode=prefer", ""] {
        wire.source(&place, parameters).migrate().unwrap_or_else(|error| panic!("{parameters}: {error}"));
    }
    assert!(wire.source(&place, "sslmode=disable&connect_timeout=2").migrate().is_err());
}

/// The programs that dump a database hold its server to the same roots as the driver does, which are no file to them.
#[test]
fn a_server_that_the_roots_of_the_system_vouch_for_is_copied_and_brought_back() {
    let wire = Wire::lay();
    let (mut place, mut new) = (TestInstallation::migrated(Store::Postgres), TestInstallation::empty(Store::Postgres));
    for place in [&mut place, &mut new] {
        place.env("SSL_CERT_FILE", &wire.certificate.display().to_string());
    }
    for (at, parameters) in ["sslmode=verify-full", "sslmode=verify-ca", "sslrootcert=system"].into_iter().enumerate() {
        let url = wire.url(&place, parameters);
        place.env("DATABASE_URL", &url);
        let copy = place.path(&format!("copy-{at}"));
        assert_eq!(place.json(&["backup", &copy.display().to_string()])["backup"]["files"], json!(0), "{parameters}");
    }
    let url = wire.url(&new, "sslmode=verify-full&sslrootcert=system");
    new.env("DATABASE_URL", &url);
    new.json(&["restore", &place.path("copy-0").display().to_string()]);
    new.is_sound();

    let stranger = Wire::lay();
    place.env("SSL_CERT_FILE", &stranger.certificate.display().to_string());
    place.refused(1, &["backup", &place.path("stranger").display().to_string()]);
}
