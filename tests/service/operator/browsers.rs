//! Browsers: which origins may call.

use crate::world::{Answer, Store, World, on_both};

on_both![the_origins_named_may_call, no_origin_may_call_unless_named];

const APP: &str = "https://app.example";

fn preflight(world: &World, origin: &str) -> Answer {
    let headers = [
        ("Origin", origin),
        ("Access-Control-Request-Method", "PATCH"),
        ("Access-Control-Request-Headers", "authorization,content-type"),
    ];
    world.client(None).send("OPTIONS", "/learnings/1", &headers, b"")
}

fn the_origins_named_may_call(store: Store) {
    let world =
        World::builder(store).env("UPLIFT_CORS_ORIGINS", " https://app.example , http://localhost:3000").start();
    let team = world.team();
    for origin in [APP, "http://localhost:3000"] {
        let answer = preflight(&world, origin).status_is(204);
        assert_eq!(answer.header("access-control-allow-origin"), Some(origin));
        let allows = |name: &str, value: &str| {
            let header = answer.header(name).unwrap_or_default().to_lowercase();
            assert!(header == "*" || header.split(',').any(|it| it.trim() == value), "{name}: {header}");
        };
        allows("access-control-allow-methods", "patch");
        allows("access-control-allow-headers", "authorization");
        allows("access-control-allow-headers", "content-type");
        let headers = [("Origin", origin)];
        let answer = team.owner().send("GET", "/learnings", &headers, b"").status_is(200);
        assert_eq!(answer.header("access-control-allow-origin"), Some(origin));
        let refused = world.client(None).send("GET", "/learnings", &headers, b"").refused(401, "Unauthenticated.");
        assert_eq!(refused.header("access-control-allow-origin"), Some(origin), "a refusal is readable too");
    }
    for origin in ["https://evil.example", "https://app.example.evil.example", "http://app.example", "null"] {
        let answer = preflight(&world, origin).status_is(204);
        assert_eq!(answer.header("access-control-allow-origin"), None, "{origin}");
        let answer = team.owner().send("GET", "/learnings", &[("Origin", origin)], b"");
        assert_eq!(answer.header("access-control-allow-origin"), None, "{origin}");
    }
}

fn no_origin_may_call_unless_named(store: Store) {
    let world = World::start(store);
    let team = world.team();
    assert_eq!(preflight(&world, APP).status_is(204).header("access-control-allow-origin"), None);
    world.client(None).send("OPTIONS", "/learnings/1", &[], b"").status_is(200);
    let answer = team.owner().send("GET", "/learnings", &[("Origin", APP)], b"").status_is(200);
    assert_eq!(answer.header("access-control-allow-origin"), None);
}
