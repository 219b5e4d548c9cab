//! Heads: headers that are too many, too long, or lie about the body.

use serde_json::json;

use super::target::{Target, shortened, status};
use crate::world::{Store, on_both};

on_both![
    long_and_many_headers_are_answered,
    odd_values_of_known_headers_are_answered,
    odd_content_types_are_answered,
    lies_about_the_length_do_no_harm,
    broken_chunks_do_no_harm,
    whole_chunks_are_read,
];

fn long_and_many_headers_are_answered(store: Store) {
    let target = Target::new(store);
    let long = format!("X-Long: {}\r\n", "x".repeat(64 << 10));
    assert_eq!(target.takes(&target.request("GET", "/api/user", &long, b"")), 200);
    for (number, length) in [(50, 10), (90, 1_000), (200, 10), (2_000, 10), (1, 300_000)] {
        let many: String = (0..number).map(|at| format!("X-H{at}: {}\r\n", "y".repeat(length))).collect();
        target.takes(&target.request("GET", "/api/user", &many, b""));
    }
    target.is_unharmed();
}

fn odd_values_of_known_headers_are_answered(store: Store) {
    let target = Target::new(store);
    for (name, value) in [
        ("Accept", "*/*;q=nan"),
        ("Accept-Encoding", "gzip;q=2, \u{1F600}"),
        ("Authorization", "Bearer"),
        ("Authorization", "Bearer  \u{0}"),
        ("Authorization", "Basic dTpw"),
        ("Cookie", "a=b; =; ;;;"),
        ("Expect", "100-continue"),
        ("Expect", "a miracle"),
        ("Forwarded", "for=\"[::1\";proto=;by==;;,,,"),
        ("Host", "a b c"),
        ("Host", "evil.example\\@x"),
        ("If-None-Match", "*"),
        ("If-Modified-Since", "never"),
        ("Origin", "null"),
        ("Range", "bytes=-0"),
        ("Range", "bytes=9999999999999999999999-"),
        ("Upgrade", "h2c"),
        ("X-Forwarded-For", "999.999.999.999, \u{e9}"),
        ("X-Forwarded-Host", "\"><script>"),
        ("X-Forwarded-Proto", "gopher"),
        ("X-Request-Id", "a b\tc"),
        ("X-HTTP-Method-Override", "DELETE"),
    ] {
        for method in ["GET", "POST"] {
            let headers = format!("{name}: {value}\r\nContent-Length: 0\r\n");
            target.takes(&target.request(method, "/api/learnings", &headers, b""));
        }
    }
    for line in ["no colon", ": empty name", "Sp ace: x", "X\u{0}: y", "X: y\u{0}", " folded: x", "X:\u{7f}"] {
        target.takes(&target.request("GET", "/api/user", &format!("{line}\r\n"), b""));
    }
    let id = format!("/learnings/{}", target.learning);
    target.owner.get(&id).status_is(200);
    target.is_unharmed();
}

fn odd_content_types_are_answered(store: Store) {
    let target = Target::new(store);
    let long = format!("application/{}+json", "x".repeat(8_000));
    for (content_type, taken) in [
        ("", false),
        ("/", false),
        ("/json", true),
        ("json", false),
        ("application/json;charset=utf-16", true),
        ("application/json; charset=\"", true),
        ("multipart/form-data", false),
        ("multipart/form-data; boundary=", false),
        ("application/x-www-form-urlencoded", false),
        ("text/html\u{e9}", false),
        (";", false),
        (&long, true),
    ] {
        let body = br#"{"name":"Renamed"}"#;
        let headers = format!("Content-Type: {content_type}\r\nContent-Length: {}\r\n", body.len());
        let path = format!("/api/learnings/{}", target.learning);
        let status = target.takes(&target.request("PATCH", &path, &headers, body));
        assert_eq!(status, if taken { 200 } else { 415 }, "{}", shortened(content_type.as_bytes()));
    }
    target.is_unharmed();
}

/// What was sent, whether complete or not, is answered or let go of, and the record it was about stays as it was.
fn lies_about_the_length_do_no_harm(store: Store) {
    let target = Target::new(store);
    let path = format!("/api/learnings/{}", target.learning);
    let body = br#"{"name":"A lie"}"#;
    let json = "Content-Type: application/json\r\n";
    for length in
        ["-1", "+16", "16, 16", "1e1", "0x10", "16 16", "18446744073709551616", "99999999999999999999", "\u{661}"]
    {
        let request = target.request("PATCH", &path, &format!("{json}Content-Length: {length}\r\n"), body);
        let status = target.takes(&request);
        assert!(status >= 400, "a length of {length:?} was answered {status}");
    }
    for headers in [
        "Content-Length: 16\r\nContent-Length: 5\r\n",
        "Content-Length: 16\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: gzip\r\n",
        "Transfer-Encoding: chunked, chunked\r\n",
        "Transfer-Encoding: identity\r\n",
    ] {
        let answer = target.world.raw_and_done(&target.request("PATCH", &path, &format!("{json}{headers}"), body));
        let status = status(&answer);
        assert!(status.is_none_or(|status| (400..500).contains(&status)), "{headers} was answered {status:?}");
    }
    // Fewer bytes than promised, and then the end.
    for length in ["17", "1000", "1048576", "9223372036854775807"] {
        let request = target.request("PATCH", &path, &format!("{json}Content-Length: {length}\r\n"), body);
        let answer = target.world.raw_and_done(&request);
        let status = status(&answer);
        assert!(status.is_none_or(|status| (400..500).contains(&status)), "{length} was answered {status:?}");
    }
    // More bytes than promised: the rest is no part of this request.
    assert_eq!(target.takes(&target.request("PATCH", &path, &format!("{json}Content-Length: 5\r\n"), body)), 422);
    let name = target.owner.get(path.trim_start_matches("/api")).status_is(200);
    assert_eq!(name.data()["name"], json!("One"));
    target.is_unharmed();
}

fn chunked(target: &Target, path: &str, chunks: &str) -> Vec<u8> {
    let headers = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
    target.request("PATCH", path, headers, chunks.as_bytes())
}

fn broken_chunks_do_no_harm(store: Store) {
    let target = Target::new(store);
    let path = format!("/api/learnings/{}", target.learning);
    let body = r#"{"name":"A chunk"}"#;
    let (size, huge) = (body.len(), "f".repeat(40));
    for chunks in [
        format!("{size:x}\r\n{body}"),
        format!("{size:x}\r\n{body}\r\n"),
        format!("{size:x}\r\n{body}\r\n0\r\n"),
        format!("zz\r\n{body}\r\n0\r\n\r\n"),
        format!("-12\r\n{body}\r\n0\r\n\r\n"),
        format!("{huge}\r\n{body}\r\n0\r\n\r\n"),
        format!("1\r\n{body}\r\n0\r\n\r\n"),
        format!("{size:x}{body}0"),
        "\r\n\r\n\r\n".to_owned(),
        "0".repeat(5_000),
        String::new(),
    ] {
        let answer = target.world.raw_and_done(&chunked(&target, &path, &chunks));
        let status = status(&answer);
        assert!(status.is_none_or(|status| (400..500).contains(&status)), "{chunks:?} was answered {status:?}");
    }
    let name = target.owner.get(path.trim_start_matches("/api")).status_is(200);
    assert_eq!(name.data()["name"], json!("One"), "nothing of a broken body is taken");
    target.is_unharmed();
}

fn whole_chunks_are_read(store: Store) {
    let target = Target::new(store);
    let path = format!("/api/learnings/{}", target.learning);
    let chunks: String = r#"{"name":"In pieces"}"#.chars().map(|piece| format!("1;x=y\r\n{piece}\r\n")).collect();
    assert_eq!(target.takes(&chunked(&target, &path, &format!("{chunks}0\r\n\r\n"))), 200);
    let name = target.owner.get(path.trim_start_matches("/api")).status_is(200);
    assert_eq!(name.data()["name"], json!("In pieces"));
}
