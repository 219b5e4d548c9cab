//! Metrics: Prometheus text, for this machine or for whoever has the token.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::deploy::found;
use crate::world::{Answer, Store, World, on_both, within};

on_both![
    what_was_served_is_counted,
    this_machine_reads_prometheus_text,
    a_token_is_asked_for_where_one_is_set,
    another_machine_is_refused,
    a_proxy_is_refused,
];

const TOKEN: &str = "metrics-of-uplift";

fn ask(world: &World, headers: &[(&str, &str)]) -> Answer {
    world.client(None).send("GET", &format!("{}/metrics", world.origin()), headers, b"")
}

/// `name{label="value"} number`, or a comment that begins with `# HELP` or `# TYPE`.
#[track_caller]
fn is_prometheus(text: &str) {
    let mut samples = 0;
    for line in text.lines() {
        if line.starts_with("# HELP ") || line.starts_with("# TYPE ") {
            continue;
        }
        let (series, value) = line.rsplit_once(' ').unwrap_or_else(|| panic!("no value in {line:?}"));
        assert!(value.parse::<f64>().is_ok(), "no number in {line:?}");
        let name = series.split('{').next().unwrap_or_default();
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == ':';
        assert!(!name.is_empty() && name.chars().all(plain), "no name in {line:?}");
        assert!(!series.contains('{') || series.ends_with('}'), "{line:?}");
        samples += 1;
    }
    assert!(samples > 0 && text.contains("# TYPE "), "{text}");
}

/// Holds names, types and texts to what Prometheus' own tool has to say of them.
#[track_caller]
fn passes_promtool(text: &str) {
    let Some(promtool) = found("UPLIFT_TEST_PROMTOOL") else { return };
    let mut tool = Command::new(promtool);
    let tool = tool.args(["check", "metrics"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut tool = tool.spawn().expect("promtool");
    tool.stdin.take().expect("its input").write_all(text.as_bytes()).expect("it reads");
    let done = tool.wait_with_output().expect("its end");
    let told = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
    assert!(done.status.success() && told.is_empty(), "{}: {told}", done.status);
}

fn this_machine_reads_prometheus_text(store: Store) {
    let world = World::start(store);
    let team = world.team();
    team.owner().get("/learnings").status_is(200);
    let answer = ask(&world, &[]).status_is(200);
    assert!(answer.header("content-type").is_some_and(|it| it.starts_with("text/plain")));
    is_prometheus(&answer.text());
    assert!(!answer.text().contains(team.owner().token()));
}

/// The value of a series.
fn value(text: &str, series: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' ')?.parse().ok())
}

fn what_was_served_is_counted(store: Store) {
    let world = World::start(store);
    let team = world.team();
    crate::records::project(team.owner());
    team.owner().get("/learnings/1").status_is(404);
    team.owner().get("/learnings").status_is(200);
    team.owner().get("/nowhere/made-up").status_is(404);
    world.client(None).get("/learnings").status_is(401);
    let version = env!("CARGO_PKG_VERSION");
    let series = [
        (r#"uplift_http_requests_total{method="GET",route="/api/learnings",status="200"}"#, 1.0),
        (r#"uplift_http_requests_total{method="GET",route="/api/learnings",status="401"}"#, 1.0),
        (r#"uplift_http_requests_total{method="GET",route="/api/learnings/{learning}",status="404"}"#, 1.0),
        (r#"uplift_http_requests_total{method="GET",route="other",status="404"}"#, 1.0),
        (r#"uplift_refusals_total{reason="unauthenticated"}"#, 1.0),
        (r#"uplift_refusals_total{reason="missing"}"#, 1.0),
        (&format!(r#"uplift_build_info{{version="{version}"}}"#), 1.0),
        (r#"uplift_database_queued_jobs{lane="write"}"#, 0.0),
    ];
    let counted = || {
        let text = ask(&world, &[]).status_is(200).text();
        series.iter().all(|(series, number)| value(&text, series) == Some(*number))
    };
    within(Duration::from_secs(5), "all that was served in the metrics", counted);
    let text = ask(&world, &[]).status_is(200).text();
    for some in [
        "process_resident_memory_bytes",
        "process_open_fds",
        "uplift_http_response_bytes_total",
        r#"uplift_http_request_duration_seconds_bucket{method="GET",le="15"}"#,
        r#"uplift_http_route_seconds_total{method="GET",route="/api/learnings"}"#,
        r#"uplift_database_threads{lane="search"}"#,
        r#"uplift_database_threads{lane="export"}"#,
        "uplift_writer_wait_seconds_total",
    ] {
        assert!(value(&text, some).is_some_and(|it| it > 0.0), "{some} in {text}");
    }
    assert!(!text.contains("made-up") && !text.contains("nowhere"), "what somebody made up is no label: {text}");
    for line in text.lines().filter_map(|line| line.strip_prefix("# TYPE ")) {
        assert_eq!(line.contains("_total "), line.ends_with(" counter"), "{line}");
    }
    passes_promtool(&text);
}

fn a_token_is_asked_for_where_one_is_set(store: Store) {
    let world = World::builder(store).env("UPLIFT_METRICS_TOKEN", TOKEN).start();
    let longer = format!("Bearer {TOKEN}s");
    for headers in [
        &[][..],
        &[("Authorization", "Bearer metrics-of-upliff")],
        &[("Authorization", longer.as_str())],
        &[("Authorization", "Bearer ")],
        &[("Authorization", TOKEN)],
    ] {
        let answer = ask(&world, headers);
        assert!(matches!(answer.status, 401 | 403), "{headers:?}: {}", answer.status);
        answer.refused_in_words(ask(&world, headers).status);
    }
    is_prometheus(&ask(&world, &[("Authorization", &format!("Bearer {TOKEN}"))]).status_is(200).text());
    assert!(!world.log().contains(TOKEN), "the log tells the token");
}

/// Behind a proxy the client is whom the proxy names, and only a proxy that is trusted is heard.
fn another_machine_is_refused(store: Store) {
    let far = [("X-Forwarded-For", "203.0.113.9")];
    let world = World::builder(store).env("UPLIFT_TRUSTED_PROXIES", "127.0.0.1").start();
    let answer = ask(&world, &far);
    assert!(matches!(answer.status, 401 | 403), "{}", answer.status);
    ask(&world, &[]).status_is(200);
    let world =
        World::builder(store).env("UPLIFT_TRUSTED_PROXIES", "127.0.0.1").env("UPLIFT_METRICS_TOKEN", TOKEN).start();
    let bearer = format!("Bearer {TOKEN}");
    ask(&world, &[far[0], ("Authorization", &bearer)]).status_is(200);
}

/// A proxy on this machine stands for others, whether or not it is trusted to say for whom.
fn a_proxy_is_refused(store: Store) {
    let world = World::start(store);
    for header in [
        ("X-Real-IP", "203.0.113.9"),
        ("Via", "1.1 proxy"),
        ("Forwarded", "for=203.0.113.9"),
        ("X-Forwarded-Proto", "https"),
        ("X-Forwarded-Server", "proxy"),
        ("CF-Connecting-IP", "203.0.113.9"),
    ] {
        ask(&world, &[header]).refused_in_words(403);
    }
    for (version, host, status) in [
        ("1.1", "uplift.example", "403"),
        ("1.0", "localhost", "403"),
        ("1.1", "localhost:8080", "200"),
        ("1.1", "[::1]", "200"),
    ] {
        let request = format!("GET /metrics HTTP/{version}\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let answer = world.raw(request.as_bytes());
        let answer = String::from_utf8_lossy(&answer);
        assert_eq!(answer.split(' ').nth(1), Some(status), "{host}: {answer}");
    }
}
