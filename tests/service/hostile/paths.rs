//! Paths: dots, slashes, NULs and more, where a route or an id is expected.

use super::target::Target;
use crate::world::{Store, on_both};

on_both![odd_paths_are_answered, odd_methods_are_answered, long_paths_are_answered];

const PATHS: [&str; 40] = [
    "/",
    "//",
    "/api",
    "/api/",
    "/api//",
    "//api/learnings",
    "/api//learnings",
    "/api/learnings//",
    "/api/learnings/%00",
    "/api/learnings/1%00",
    "/api/%00",
    "/%00",
    "/api/learnings%2f1",
    "/api%2flearnings",
    "/api/learnings/..",
    "/api/../api",
    "/../../etc/passwd",
    "/api/learnings/%2e%2e/%2e%2e/user",
    "/api/./learnings",
    "/api/learnings/.",
    "/api/learnings/%ff",
    "/api/learnings/%c3%28",
    "/%ff%fe",
    "/api/learnings/%",
    "/api/learnings/%z",
    "/api/learnings/%2",
    "/api/learnings/1;x=y",
    "/api/learnings/1/restore/1",
    "/api/learnings/%F0%9F%98%80",
    "/api/learnings/\u{e9}",
    "/API/LEARNINGS",
    "/api/learnings/1%20",
    "/api/learnings/{learning}",
    "/api/learnings/-",
    "/api/learnings/*",
    "/docs/../openapi.json",
    "/docs/%2e%2e/x",
    "/docs/scalar.js/..",
    "/metrics/",
    "/health/../metrics",
];

fn odd_paths_are_answered(store: Store) {
    let target = Target::new(store);
    for path in PATHS {
        for method in ["GET", "POST", "DELETE"] {
            let status = target.takes(&target.request(method, path, "Content-Length: 0\r\n", b""));
            assert!(status >= 400 || method == "GET", "{method} {path} was answered {status}");
        }
    }
    for target_form in ["*", "http://elsewhere.example/api/user", "elsewhere.example:443", "?", "#", "user", ""] {
        for method in ["GET", "OPTIONS", "CONNECT"] {
            target.takes(&target.request(method, target_form, "", b""));
        }
    }
    target.is_unharmed();
}

fn odd_methods_are_answered(store: Store) {
    let target = Target::new(store);
    let long = "M".repeat(20_000);
    for method in ["BREW", "get", "TRACE", "CONNECT", "PROPFIND", "G\u{e9}T", "", long.as_str()] {
        let status = target.takes(&target.request(method, "/api/learnings", "", b""));
        assert!(status >= 400, "{method} was answered {status}");
    }
    for line in
        ["GET", "GET /api/user", "GET /api/user HTTP/9.9", "GET /api/user HTTP/1.1 x", "\u{16}\u{3}\u{1}", "\r\n\r\n"]
    {
        let answer = target.world.raw_and_done(format!("{line}\r\n\r\n").as_bytes());
        let status = super::target::status(&answer);
        assert!(status.is_none_or(|status| status < 500), "{line:?} was answered {status:?}");
    }
    target.is_unharmed();
}

fn long_paths_are_answered(store: Store) {
    let target = Target::new(store);
    for length in [1_000, 8_000, 60_000] {
        for piece in ["a", "1", "%00", "../", "/", "%2f"] {
            let status = target.takes(&target.request(
                "GET",
                &format!("/api/learnings/{}", piece.repeat(length / piece.len())),
                "",
                b"",
            ));
            assert!(matches!(status, 400..=422), "{length} bytes of {piece} were answered {status}");
        }
    }
    for length in [70_000, 120_000] {
        target.takes(&target.request("GET", &format!("/api/{}", "a".repeat(length)), "", b""));
    }
    target.is_unharmed();
}
