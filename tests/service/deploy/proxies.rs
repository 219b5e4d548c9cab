//! The recipes for nginx and Caddy, in front of the program: TLS, links, uploads, exports, addresses, and what stays
//! inside.

mod served;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rcgen::{CertifiedKey, generate_simple_self_signed};
use ureq::http::{HeaderMap, HeaderName, HeaderValue};

use self::served::is_served_well;
use super::{found, recipe};
use crate::world::{Answer, Server, Store, TestInstallation, free_port, within};

const HOST: &str = "uplift.example.com";
const PATIENCE: Duration = Duration::from_secs(30);

/// A proxy that serves this host at this port.
struct Proxy {
    process: Child,
    /// The scheme, the host and the port, and the path beneath which it serves Uplift.
    origin: String,
    port: u16,
    /// Who signed its certificate.
    authority: PathBuf,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // Both fail only on a process that has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Proxy {
    /// Asks from an address of this machine, as curl does.
    #[track_caller]
    fn asks(&self, from: &str, path: &str, arguments: &[&str]) -> Answer {
        let url = if path.starts_with("http") { path.to_owned() } else { format!("{}{path}", self.origin) };
        let resolve = format!("{HOST}:{}:127.0.0.1", self.port);
        let mut curl = Command::new("curl");
        curl.args(["-sS", "-i", "-g", "--max-time", "20", "-H", "Expect:", "--interface", from, "--resolve", &resolve]);
        curl.arg("--cacert").arg(&self.authority).args(arguments).arg(&url);
        let done = curl.output().expect("curl is missing: install it (apt-get install curl)");
        assert!(done.status.success(), "{url}: {}", String::from_utf8_lossy(&done.stderr));
        answer(url, &done.stdout)
    }

    /// Asks as a program with this key does.
    #[track_caller]
    fn asks_with(&self, key: &str, path: &str, arguments: &[&str]) -> Answer {
        let authorized = format!("Authorization: Bearer {key}");
        self.asks("127.0.0.2", path, &[&["-H", &authorized, "-H", "Accept: application/json"], arguments].concat())
    }

    /// Waits until it answers.
    #[track_caller]
    fn ready(self) -> Self {
        within(PATIENCE, "the proxy answers", || {
            let ask = ["-sS", "-o", "/dev/null", "--resolve", &format!("{HOST}:{}:127.0.0.1", self.port), "--cacert"];
            let done = Command::new("curl").args(ask).arg(&self.authority).arg(format!("{}/", self.origin)).output();
            done.is_ok_and(|done| done.status.success())
        });
        self
    }
}

/// An answer as curl prints it, with its head.
fn answer(url: String, bytes: &[u8]) -> Answer {
    let at = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("the end of a head");
    let head = String::from_utf8_lossy(&bytes[..at]).into_owned();
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("a status");
    let mut headers = HeaderMap::new();
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        let name = HeaderName::from_bytes(name.as_bytes()).expect("a name");
        headers.append(name, HeaderValue::from_str(value.trim()).expect("a value"));
    }
    Answer::new(url, status, headers, bytes[at + 4..].to_vec())
}

/// A workspace with a key, whose servers hear what a proxy on this machine tells.
fn workspace() -> (TestInstallation, String) {
    let mut place = TestInstallation::migrated(Store::Sqlite);
    let line =
        recipe("uplift.env").lines().find_map(|line| line.strip_prefix("UPLIFT_TRUSTED_PROXIES=").map(str::to_owned));
    place.env("UPLIFT_TRUSTED_PROXIES", &line.expect("the proxies"));
    place.env("UPLIFT_AUTH_FAILURES_PER_MINUTE", "2");
    let made =
        place.json(&["team", "create", "--name", "Acme", "--owner-email", "ada@example.com", "--owner-name", "Ada"]);
    let (team, user) = (made["team"]["id"].to_string(), made["owner"]["id"].to_string());
    let key = ["key", "create", "--team", &team, "--user", &user, "--name", "k", "--abilities", "read,write"];
    let key = place.json(&key)["token"].as_str().expect("a token").to_owned();
    (place, key)
}

fn serve(place: &TestInstallation, origin: &str) -> Server {
    place.serve(&["--bind", "127.0.0.1:0", "--base-url", &format!("{origin}/api")])
}

/// A recipe with the addresses of a test in it.
fn here(name: &str, server: &Server) -> String {
    recipe(name).replace("127.0.0.1:8080", server.listening().trim_start_matches("http://"))
}

/// A configuration that loads a recipe, with all that nginx writes in one folder.
fn nginx_around(folder: &Path, servers: &str) -> String {
    let folder = folder.display();
    format!(
        "daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\nhttp {{\n\
         access_log off;\nclient_body_temp_path {folder}/body;\nproxy_temp_path {folder}/proxy;\n\
         fastcgi_temp_path {folder}/fastcgi;\nuwsgi_temp_path {folder}/uwsgi;\nscgi_temp_path {folder}/scgi;\n\
         {servers}\n}}\n"
    )
}

#[test]
fn nginx_serves_a_host_and_a_path() {
    let Some(program) = found("UPLIFT_TEST_NGINX") else { return };
    let (place, key) = workspace();
    let (port, plain) = (free_port(), free_port());
    let origin = format!("https://{HOST}:{port}");
    let (server, beneath) = (serve(&place, &origin), serve(&place, &format!("{origin}/uplift")));

    let folder = place.path("nginx");
    std::fs::create_dir(&folder).expect("a folder");
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed([HOST.to_owned()]).expect("a certificate");
    let (certificate, private) = (folder.join("fullchain.pem"), folder.join("privkey.pem"));
    std::fs::write(&certificate, cert.pem()).expect("a file");
    std::fs::write(&private, signing_key.serialize_pem()).expect("a file");
    let path = folder.join("path.conf");
    std::fs::write(&path, here("nginx-path.conf", &beneath)).expect("a file");
    let servers = here("nginx.conf", &server)
        .replace("/etc/letsencrypt/live/uplift.example.com", &folder.display().to_string())
        .replace("listen 443 ", &format!("listen 127.0.0.1:{port} "))
        .replace("listen 80;", &format!("listen 127.0.0.1:{plain};"))
        .replace("    location / {", &format!("    include {};\n    location / {{", path.display()));
    // Not every machine that runs tests speaks the other version.
    let servers: Vec<_> = servers.lines().filter(|line| !line.contains("listen [::]")).collect();
    let configuration = folder.join("nginx.conf");
    std::fs::write(&configuration, nginx_around(&folder, &servers.join("\n"))).expect("a file");
    let mut nginx = Command::new(program);
    nginx.arg("-p").arg(&folder).arg("-c").arg(&configuration).stderr(Stdio::null());
    let process = nginx.spawn().expect("nginx");

    let mut proxy = Proxy { process, origin: origin.clone(), port, authority: certificate }.ready();
    is_served_well(&proxy, &place, &key);
    let resolve = ["--resolve", &format!("{HOST}:{plain}:127.0.0.1")];
    let moved = proxy.asks("127.0.0.2", &format!("http://{HOST}:{plain}/docs"), &resolve).status_is(301);
    assert_eq!(moved.header("location"), Some(&*format!("https://{HOST}/docs")));

    proxy.origin = format!("{origin}/uplift");
    is_served_well(&proxy, &place, &key);
}

#[test]
fn caddy_serves_a_host() {
    let Some(program) = found("UPLIFT_TEST_CADDY") else { return };
    let (place, key) = workspace();
    let (port, plain) = (free_port(), free_port());
    let origin = format!("https://{HOST}:{port}");
    let server = serve(&place, &origin);

    let folder = place.path("caddy-files");
    std::fs::create_dir(&folder).expect("a folder");
    // Nobody in the world certifies the host of a test.
    let around =
        format!("{{\n\tadmin off\n\thttp_port {plain}\n\thttps_port {port}\n\tlocal_certs\n\tskip_install_trust\n}}\n");
    let configuration = folder.join("Caddyfile");
    std::fs::write(&configuration, around + &here("Caddyfile", &server)).expect("a file");
    let mut caddy = Command::new(program);
    caddy.args(["run", "--adapter", "caddyfile", "--config"]).arg(&configuration);
    caddy.envs(["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"].map(|name| (name, &folder)));
    let process = caddy.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("caddy");
    let authority = folder.join("caddy/pki/authorities/local/root.crt");
    let proxy = Proxy { process, origin, port, authority }.ready();
    is_served_well(&proxy, &place, &key);
}
