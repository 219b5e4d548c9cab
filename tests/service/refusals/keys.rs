//! Keys that open nothing: missing, mistyped, expired, revoked, and those without the ability.

use std::time::Duration;

use serde_json::json;
use uplift_domain::access::{TeamId, Token, token};
use uplift_domain::record::Id;

use super::send_text;
use crate::records::{learning, project};
use crate::world::{Moment, Store, TAKES_EFFECT, World, on_both, within};

on_both![
    without_a_key_nothing_opens,
    a_key_that_is_not_quite_right_opens_nothing,
    a_key_that_names_another_team_opens_nothing,
    the_scheme_may_be_written_in_any_case,
    an_expired_key_opens_nothing,
    a_revoked_key_opens_nothing,
    a_key_in_the_query_opens_nothing,
    abilities_are_needed_each_for_its_own,
    user_tells_who_the_key_is,
];

const ANYWHERE: [(&str, &str); 5] = [
    ("GET", "/learnings"),
    ("POST", "/learnings"),
    ("PATCH", "/learnings/abc"),
    ("GET", "/activities"),
    ("GET", "/user"),
];

fn without_a_key_nothing_opens(store: Store) {
    let world = World::shared(store);
    for (method, path) in ANYWHERE {
        world.client(None).send(method, path, &[], b"").refused(401, "Unauthenticated.");
        send_text(&world.client(None), method, path, "{").refused(401, "Unauthenticated.");
    }
}

fn a_key_that_is_not_quite_right_opens_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let token = team.owner().token();
    assert!(token.starts_with("upl_"), "{token}");
    let (head, tail) = token.split_at(token.len() - 1);
    let other = if tail == "0" { "1" } else { "0" };
    let bearers = [
        String::new(),
        "nonsense".to_owned(),
        head.to_owned(),
        format!("{head}{other}"),
        format!("{token}0"),
        format!("{token} {token}"),
        token.to_uppercase(),
        token.trim_start_matches("upl_").to_owned(),
        format!("upl_{}", "9".repeat(500)),
        "upl_".to_owned(),
        "upl_1|x".to_owned(),
        "upl_1_1_".to_owned(),
    ];
    let headers = bearers.iter().map(|bearer| format!("Bearer {bearer}"));
    for header in headers.chain(["Basic dTpw".to_owned(), token.to_owned(), "Bearer".to_owned()]) {
        let answer = world.client(None).send("GET", "/learnings", &[("Authorization", header.trim())], b"");
        answer.refused(401, "Unauthenticated.");
    }
    team.owner().get("/learnings").status_is(200);
}

/// Both ids have to fit; where they do not, it is a guess like any other.
fn a_key_that_names_another_team_opens_nothing(store: Store) {
    let world = World::builder(store).env("UPLIFT_AUTH_FAILURES_PER_MINUTE", "4").start();
    let (team, other) = (world.team(), world.team());
    let good = team.owner().token();
    let read = Token::parse(good).expect("a token");
    assert_eq!(read.team, Some(TeamId::new(team.id)));
    assert!(good.starts_with(&format!("upl_{}_{}_", team.id, team.person("owner").key_id)), "{good}");
    let others = Token::parse(other.owner().token()).expect("a token").id;
    for (named, id) in [(other.id, read.id), (9_999, read.id), (team.id, others), (other.id, Id::new(9_999))] {
        let guess = token(TeamId::new(named), id, read.secret);
        world.client(Some(&guess)).get("/user").refused(401, "Unauthenticated.");
    }
    let guess = token(TeamId::new(other.id), read.id, read.secret);
    world.client(Some(&guess)).get("/user").refused(429, "Too Many Attempts.");
    team.owner().get("/user").status_is(200);
    other.owner().get("/user").status_is(200);
}

fn the_scheme_may_be_written_in_any_case(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for scheme in ["Bearer", "bearer", "BEARER"] {
        let header = format!("{scheme} {}", team.owner().token());
        world.client(None).send("GET", "/learnings", &[("Authorization", &header)], b"").status_is(200);
    }
}

fn an_expired_key_opens_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let expires_at = Moment::now().plus_seconds(4);
    let owner = team.person("owner").user_id;
    let guest = team.key(owner, "read,write", &["--expires-at", &expires_at.rfc3339()]);
    let answer = guest.client.get("/user").status_is(200);
    let kept = expires_at.rfc3339().replace('Z', ".000000Z");
    assert_eq!(answer.body["key"]["expires_at"], json!(kept));
    within(Duration::from_secs(7), "the key expires", || guest.client.get("/learnings").status == 401);
    assert!(Moment::now() >= expires_at, "the key expired too early");
    guest.client.get("/learnings").refused(401, "Unauthenticated.");
}

fn a_revoked_key_opens_nothing(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let guest = team.key(team.person("owner").user_id, "read,write", &[]);
    guest.client.get("/user").status_is(200);
    world.cli(&["key", "revoke", &guest.key_id]);
    within(TAKES_EFFECT, "the key is revoked", || guest.client.get("/user").status == 401);
    guest.client.get("/learnings").refused(401, "Unauthenticated.");
    team.owner().get("/learnings").status_is(200);
}

fn a_key_in_the_query_opens_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for name in ["token", "access_token", "api_key", "api_token"] {
        let path = format!("/learnings?{name}={}", team.owner().token());
        world.client(None).get(&path).refused(401, "Unauthenticated.");
    }
}

fn abilities_are_needed_each_for_its_own(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let id = learning(team.owner(), project, "One");
    let writer = team.key(team.person("owner").user_id, "write", &[]).client;
    let reader = team.reader();
    for path in ["/learnings", "/user", "/activities", "/attachments", "/ideas", &format!("/learnings/{id}")] {
        reader.send("GET", path, &[], b"");
        writer.get(path).refused(403, "Invalid ability provided.");
    }
    writer.post("/learnings", json!({ "project_id": project, "name": "Two" })).status_is(201);
    for (method, path) in [
        ("POST", "/learnings".to_owned()),
        ("PATCH", format!("/learnings/{id}")),
        ("PUT", format!("/learnings/{id}")),
        ("DELETE", format!("/learnings/{id}")),
        ("POST", format!("/learnings/{id}/restore")),
        ("POST", format!("/learnings/{id}/insights")),
        ("PUT", format!("/learnings/{id}/insights")),
        ("DELETE", format!("/learnings/{id}/insights/1")),
        ("POST", "/attachments".to_owned()),
        ("POST", "/ideas/1/archive".to_owned()),
        ("POST", "/numbering-schemes".to_owned()),
    ] {
        send_text(reader, method, &path, "{}").refused(403, "Invalid ability provided.");
    }
    reader.get(&format!("/learnings/{id}")).status_is(200);
}

fn user_tells_who_the_key_is(store: Store) {
    let world = World::shared(store);
    let team = world.team_with(&["--timezone", "Europe/Athens", "--plan", "pro"]);
    let body = json!({ "name": "Shop", "code": "SHOP" });
    let project = team.owner().post("/projects", body).status_is(201).id();
    let answer = team.reader().get("/user").status_is(200);
    let body = &answer.body;
    let expected = json!({
        "id": team.person("owner").user_id, "name": "Olga", "email": body["email"], "role": "owner",
        "abilities": ["read"],
        "team": {
            "id": team.id, "name": team.name, "plan": "pro", "billing_mode": "active",
            "grace_period_ends_at": null, "timezone": "Europe/Athens",
        },
        "key": { "id": body["key"]["id"], "name": "tests", "expires_at": null },
        "projects": [{ "id": project, "name": "Shop", "code": "SHOP" }],
    });
    assert_eq!(body, &expected);
    answer.members_are(body, &["id", "name", "email", "role", "abilities", "team", "key", "projects"]);
    let members = ["id", "name", "plan", "billing_mode", "grace_period_ends_at", "timezone"];
    answer.members_are(&body["team"], &members);
    let written =
        format!("\"expires_at\":null}},\"projects\":[{{\"id\":{project},\"name\":\"Shop\",\"code\":\"SHOP\"}}]}}");
    assert!(answer.text().ends_with(&written), "{}", answer.text());
    assert!(body["email"].as_str().is_some_and(|email| email.starts_with("owner@")));
}
