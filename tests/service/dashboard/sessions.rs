//! Who is signed in, as whom, and until when.

use std::time::Duration;

use super::{DashboardVisitor, cookie, leads_to};
use crate::world::{Store, TAKES_EFFECT, Team, World, on_both, within};

on_both![
    a_key_begins_a_session_that_names_it_and_does_not_tell_it,
    what_is_forged_or_over_opens_nothing,
    a_session_does_what_its_key_does_just_now,
    a_login_leads_back_to_a_page_and_nowhere_else,
    another_site_signs_nobody_in_or_out,
    keys_that_are_refused_count_as_anywhere,
    what_is_no_form_is_no_key,
    what_fails_is_told_to_the_log,
];

fn a_key_begins_a_session_that_names_it_and_does_not_tell_it(store: Store) {
    let world = World::start(store);
    let team = Team::create(&world, &[]);
    let visitor = DashboardVisitor::new(&world);
    let token = team.owner().token();
    let page = visitor.gets("/app/login").status_is(200);
    assert!(page.header("content-security-policy").is_some_and(|policy| policy.contains("default-src 'none'")));
    assert!(!page.text().contains("<script"));

    let answer = visitor.signs_in(token);
    assert_eq!(leads_to(&answer), "/app");
    let set = answer.header("set-cookie").expect("a cookie");
    for part in ["HttpOnly", "SameSite=Strict", "Path=/app", "Max-Age=43200"] {
        assert!(set.split("; ").any(|it| it == part), "{part} is not in {set}");
    }
    assert!(!set.contains("Secure"), "the browser spoke plain HTTP: {set}");
    let secret = token.rsplit('_').next().expect("a secret");
    assert!(!set.contains(secret) && !set.contains(&secret[..12]), "{set}");

    let signed_in = visitor.with(&cookie(&answer));
    let page = signed_in.gets("/app").status_is(200).text();
    assert!(page.contains("Olga") && page.contains(&team.name) && !page.contains(secret), "{page}");
    // A cookie that was there before does not become that of the session.
    let again = visitor.with("uplift_app=mine").signs_in(token);
    assert_ne!(cookie(&again), "uplift_app=mine");

    // The cookie opens pages and nothing else.
    signed_in.gets("/api/user").status_is(401);
    signed_in.gets("/api/ideas").status_is(401);
    let out = signed_in.posts("/app/logout", &[], "");
    assert_eq!(leads_to(&out), "/app/login");
    assert!(out.header("set-cookie").is_some_and(|set| set.starts_with("uplift_app=; Max-Age=0; Path=/app")));
    // Going back shows nothing that the browser kept.
    assert_eq!(signed_in.gets("/app/ideas").header("cache-control"), Some("no-store"));
    let told = |cookie: &str| visitor.with(cookie).gets("/app/login").status_is(200).text();
    assert!(told("uplift_app_out=1").contains("You are signed out."));
    assert!(told("uplift_app=1.2.3").contains("Your session has ended"));
    assert_eq!(leads_to(&visitor.gets("/app/logout")), "/app");
}

fn what_is_forged_or_over_opens_nothing(store: Store) {
    let world = World::builder(store).env("UPLIFT_BASE_URL", "https://uplift.example/api").start();
    let (team, other) = (Team::create(&world, &[]), Team::create(&world, &[]));
    let answer = DashboardVisitor::new(&world).signs_in(team.owner().token()).status_is(303);
    assert!(answer.header("set-cookie").is_some_and(|set| set.ends_with("; Secure")));
    let good = cookie(&answer);
    let visitor = DashboardVisitor::new(&world);
    visitor.with(&good).gets("/app").status_is(200);
    let out = visitor.with(&good).posts("/app/logout", &[], "").status_is(303);
    let set: Vec<_> = out.headers.get_all("set-cookie").iter().filter_map(|it| it.to_str().ok()).collect();
    assert!(set.len() == 2 && set.iter().all(|it| it.ends_with("; Secure")), "{set:?}");
    let parts: Vec<&str> = good.trim_start_matches("uplift_app=").split('.').collect();
    let with = |at: usize, part: &str| {
        let mut parts = parts.clone();
        parts[at] = part;
        format!("uplift_app={}", parts.join("."))
    };
    let theirs = cookie(&DashboardVisitor::new(&world).signs_in(other.owner().token()));
    let theirs: Vec<&str> = theirs.trim_start_matches("uplift_app=").split('.').collect();
    for forged in [
        with(0, theirs[0]),
        with(1, theirs[1]),
        with(2, "9999999999"),
        with(3, theirs[3]),
        with(4, theirs[4]),
        with(4, ""),
        good.trim_end_matches(parts[4]).trim_end_matches('.').to_owned(),
        format!("{good}0"),
        "uplift_app=".to_owned(),
        format!("uplift_app={}", team.owner().token()),
        format!("other={}", parts.join(".")),
    ] {
        assert_eq!(leads_to(&visitor.with(&forged).gets("/app")), "/app/login", "{forged}");
    }
}

fn a_session_does_what_its_key_does_just_now(store: Store) {
    let world = World::start(store);
    let team = Team::create(&world, &[]);
    let soon = || std::thread::sleep(TAKES_EFFECT);
    let (owner, newcomer) = (DashboardVisitor::of(&world, team.owner()), team.newcomer("admin"));
    let visitor = DashboardVisitor::of(&world, &newcomer.client);
    visitor.gets("/app/keys").status_is(200);
    // Another role shows other pages.
    team.role(newcomer.user_id, "viewer");
    for list in ["/keys", "/invitations"] {
        newcomer.client.get(list).status_is(403);
        visitor.gets(&format!("/app{list}")).status_is(403);
    }
    visitor.gets("/app/ideas").status_is(200);
    // Who is no member any more sees nothing, though the cookie is good.
    team.remove(newcomer.user_id);
    visitor.gets("/app").status_is(403);

    // A key with another secret, and one that is revoked, end their sessions.
    let key = team.newcomer("member");
    let visitor = DashboardVisitor::of(&world, &key.client);
    team.owner().post(&format!("/keys/{}/rotate", key.key_id), serde_json::json!({})).status_is(200);
    soon();
    assert_eq!(leads_to(&visitor.gets("/app/ideas?sort=-id")), "/app/login?next=%2Fapp%2Fideas%3Fsort%3D-id");
    let key = team.newcomer("member");
    let visitor = DashboardVisitor::of(&world, &key.client);
    visitor.gets("/app").status_is(200);
    world.cli(&["key", "revoke", &key.key_id]);
    soon();
    assert_eq!(leads_to(&visitor.gets("/app")), "/app/login");
    let refused = DashboardVisitor::new(&world).signs_in(key.client.token()).status_is(401);
    assert!(refused.text().contains("<title>Error: Sign in"), "{}", refused.text());
    owner.gets("/app").status_is(200);

    // A key that may not read opens no session.
    let writer = team.key(newcomer_of(&team), "write", &[]);
    let refused = DashboardVisitor::new(&world).signs_in(writer.client.token()).status_is(403);
    assert!(refused.header("set-cookie").is_none() && refused.text().contains("may not read"));
    // Each page counts as one request of its key.
    let limited = team.key(newcomer_of(&team), "read", &["--rate-limit", "5"]);
    let visitor = DashboardVisitor::of(&world, &limited.client);
    (0..4).for_each(|_| drop(visitor.gets("/app").status_is(200)));
    let refused = visitor.gets("/app").status_is(429);
    assert!(refused.header("retry-after").is_some() && refused.text().contains("<h1>"));
    limited.client.get("/user").status_is(429);
}

fn newcomer_of(team: &Team) -> i64 {
    team.user("member")
}

fn a_login_leads_back_to_a_page_and_nowhere_else(store: Store) {
    let world = World::start(store);
    let team = Team::create(&world, &[]);
    let visitor = DashboardVisitor::new(&world);
    let to = leads_to(&visitor.gets("/app/ideas?filter%5Bname%5D=a%26b")).to_owned();
    assert_eq!(to, "/app/login?next=%2Fapp%2Fideas%3Ffilter%255Bname%255D%3Da%2526b");
    let page = visitor.gets(&to).status_is(200).text();
    assert!(page.contains("value=\"/app/ideas?filter%5Bname%5D=a%26b\""), "{page}");
    let key = team.owner().token();
    let with = |next: &str| visitor.posts("/app/login", &[], &format!("key={key}&next={next}"));
    assert_eq!(leads_to(&with("%2Fapp%2Fideas%3Fsort%3D-id")), "/app/ideas?sort=-id");
    for next in [
        "https%3A%2F%2Fevil.example%2Fapp",
        "%2F%2Fevil.example%2Fapp",
        "%2F%5Cevil.example",
        "%2Fapp%2F..%2F..%2Fevil",
        "%2Fapp%2F%252e%252e%2Fevil",
        "%2Fapp%5C..%5Cevil",
        "%2Fapp%2F%2Fevil.example",
        "%2Fapplication",
        "%2Fapi%2Fuser",
        "%2Fapp%0D%0ASet-Cookie%3A%20a%3Db",
        "javascript%3Aalert(1)",
    ] {
        assert_eq!(leads_to(&with(next)), "/app", "{next}");
        assert!(!visitor.gets(&format!("/app/login?next={next}")).status_is(200).text().contains("name=\"next\""));
    }
}

fn another_site_signs_nobody_in_or_out(store: Store) {
    let world = World::start(store);
    let team = Team::create(&world, &[]);
    let visitor = DashboardVisitor::of(&world, team.owner());
    let address = world.origin();
    let origin = address.as_str();
    let body = format!("key={}", team.owner().token());
    for headers in [
        &[("Origin", "https://evil.example")][..],
        &[("Origin", "null")],
        &[("Sec-Fetch-Site", "cross-site")],
        &[("Sec-Fetch-Site", "same-site")],
        &[("Origin", origin), ("Sec-Fetch-Site", "cross-site")],
    ] {
        for path in ["/app/login", "/app/logout"] {
            let answer = visitor.posts(path, headers, &body).status_is(403);
            assert!(answer.header("set-cookie").is_none(), "{path} {headers:?}");
        }
    }
    for headers in [&[][..], &[("Origin", origin)], &[("Origin", "null"), ("Sec-Fetch-Site", "same-origin")]] {
        visitor.posts("/app/login", headers, &body).status_is(303);
    }
    for (method, path, allowed) in [("POST", "/app", "GET, HEAD"), ("PUT", "/app/logout", "GET, HEAD, POST")] {
        let answer = visitor.asks(method, path, &[], "").status_is(405);
        assert_eq!(answer.header("allow"), Some(allowed));
    }
    visitor.posts("/app/login", &[], &"x".repeat(20_000)).status_is(413);
}

fn keys_that_are_refused_count_as_anywhere(store: Store) {
    let world = World::builder(store).env("UPLIFT_AUTH_FAILURES_PER_MINUTE", "3").start();
    let team = Team::create(&world, &[]);
    let visitor = DashboardVisitor::new(&world);
    for key in ["", "upl_1_1_nothing", "%3Cscript%3E"] {
        let answer = visitor.signs_in(key);
        assert!(matches!(answer.status, 401), "{key}: {}", answer.status);
        assert!(answer.text().contains("role=\"alert\"") && !answer.text().contains("<script"));
    }
    let counted = visitor.signs_in("upl_1_1_nothing");
    if counted.status != 429 {
        // An empty key is none, and is not counted.
        visitor.signs_in("upl_1_1_nothing").status_is(429);
    }
    assert!(visitor.signs_in("upl_1_1_nothing").status_is(429).header("retry-after").is_some());
    world.client(Some("upl_1_1_nothing")).get("/user").status_is(429);
    // A good key works from everywhere.
    visitor.signs_in(team.owner().token()).status_is(303);
}

fn what_is_no_form_is_no_key(store: Store) {
    let world = World::start(store);
    let visitor = DashboardVisitor::new(&world);
    let token = Team::create(&world, &[]).owner().token().to_owned();
    let posts = |body: &[u8]| visitor.client.send("POST", &format!("{}/app/login", world.origin()), &[], body);
    let refused = posts(b"key=\xff").status_is(400).text();
    assert!(refused.contains("The key was not received as a form of this page."), "{refused}");
    posts("x".repeat(16 * 1024 + 1).as_bytes()).status_is(413);
    posts(format!("&=&more=%ff&key=+{token}%20&next=%00").as_bytes()).status_is(303);
}

fn what_fails_is_told_to_the_log(store: Store) {
    let world = World::start(store);
    let team = Team::create(&world, &[]);
    let visitor = DashboardVisitor::of(&world, team.owner());
    visitor.gets("/app").status_is(200);
    world.execute("ALTER TABLE api_keys RENAME TO former_api_keys");
    // What is known of a key is forgotten soon.
    std::thread::sleep(TAKES_EFFECT);
    let told = |name: &str| {
        let is_it = |line: &str| line.contains(name) && line.contains("ERROR") && line.contains("api_keys");
        within(Duration::from_secs(5), name, || world.log().lines().any(is_it));
    };
    let page = visitor.asks("GET", "/app", &[("X-Request-Id", "page-4711")], "").status_is(500).text();
    assert!(!page.contains("api_keys"), "{page}");
    told("page-4711");
    let key = format!("key={}", team.owner().token());
    let page = visitor.posts("/app/login", &[("X-Request-Id", "login-4711")], &key).status_is(500).text();
    assert!(!page.contains("api_keys"), "{page}");
    told("login-4711");
}
