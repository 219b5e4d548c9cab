//! Who may make a numbering scheme: the key, the bill, the role, the plan, and in which order they refuse.

use serde_json::{Value, json};

use super::{PATH, assigned, body, claims, scheme};
use crate::records::project;
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    owners_and_admins_create_and_others_do_not,
    every_role_reads,
    a_key_needs_the_ability,
    a_blocked_team_creates_none_and_reads,
    a_plan_allows_so_many_schemes,
    schemes_created_at_once_do_not_pass_the_limit,
    a_smaller_plan_leaves_what_there_is,
    refusals_come_in_their_order,
    paths_of_schemes_allow_their_methods,
    owners_and_admins_change_and_others_do_not,
    previews_are_for_everybody,
    another_teams_scheme_is_not_found,
];

const UNAUTHORIZED: &str = "This action is unauthorized.";

fn create(client: &Client) -> Answer {
    client.post(PATH, body("team", "A-{number:0}", json!([])))
}

/// The refusal of one too many.
#[track_caller]
fn over(answer: Answer) {
    let answer = answer.refused_in_words(403);
    let message = answer.body["message"].as_str().unwrap_or_default().to_lowercase();
    assert!(message.contains("numbering scheme"), "\"{message}\" does not name the limit");
}

fn owners_and_admins_create_and_others_do_not(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    create(team.owner()).status_is(201);
    create(team.admin()).status_is(201);
    create(team.member()).refused(403, UNAUTHORIZED);
    create(team.viewer()).refused(403, UNAUTHORIZED);
    let former = team.newcomer("admin");
    team.remove(former.user_id);
    create(&former.client).refused_in_words(403);
    assert_eq!(team.owner().get(PATH).status_is(200).total(), 2);
}

fn every_role_reads(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = create(team.owner()).status_is(201).id();
    for client in [team.owner(), team.admin(), team.member(), team.viewer(), team.reader()] {
        assert_eq!(client.get(PATH).status_is(200).ids(), [id]);
        assert_eq!(client.get(&format!("{PATH}/{id}")).status_is(200).id(), id);
    }
}

fn a_key_needs_the_ability(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let invalid = "Invalid ability provided.";
    create(team.reader()).refused(403, invalid);
    let writer = team.key(team.person("owner").user_id, "write", &[]).client;
    let id = create(&writer).status_is(201).id();
    writer.get(PATH).refused(403, invalid);
    writer.get(&format!("{PATH}/{id}")).refused(403, invalid);
    create(&world.client(None)).refused(401, "Unauthenticated.");
    world.client(None).get(PATH).refused(401, "Unauthenticated.");
}

fn a_blocked_team_creates_none_and_reads(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = create(team.owner()).status_is(201).id();
    team.billing("blocked", &[]);
    for client in [team.owner(), team.member()] {
        let answer = create(client).status_is(402);
        let expected = json!({
            "error": "subscription_required", "mode": "blocked", "message": answer.body["message"],
            "grace_period_ends_at": null,
        });
        assert!(answer.body["message"].is_string());
        answer.is(402, expected);
    }
    assert_eq!(team.owner().get(PATH).status_is(200).ids(), [id]);
    team.owner().get(&format!("{PATH}/{id}")).status_is(200);
}

fn a_plan_allows_so_many_schemes(store: Store) {
    let world = World::shared(store);
    for (plan, most) in [("free", 0), ("starter", 1)] {
        let team = world.team_on(plan);
        for _ in 0..most {
            create(team.owner()).status_is(201);
        }
        over(create(team.owner()));
        over(create(team.admin()));
        assert_eq!(team.owner().get(PATH).status_is(200).total(), most, "{plan}");
    }
    for plan in ["pro", "enterprise"] {
        let team = world.team_on(plan);
        for _ in 0..5 {
            create(team.owner()).status_is(201);
        }
    }
}

fn schemes_created_at_once_do_not_pass_the_limit(store: Store) {
    let world = World::start(store);
    let team = world.team_on("starter");
    let neighbour = world.neighbour();
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..12)
            .map(|at| {
                scope.spawn({
                    let client = &clients[at % 2];
                    move || create(client).status
                })
            })
            .collect();
        tries.into_iter().map(|it| it.join().expect("a request")).collect()
    });
    let number = |status: u16| statuses.iter().filter(|it| **it == status).count();
    assert_eq!((number(201), number(403)), (1, 11), "{statuses:?}");
    assert_eq!(team.owner().get(PATH).status_is(200).total(), 1);
}

fn a_smaller_plan_leaves_what_there_is(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let ids = [
        scheme(team.owner(), "team", "I-{number:0}", json!([assigned("ideas", None)])),
        scheme(team.owner(), "team", "N-{number:0}", json!([assigned("insights", None)])),
    ];
    claims(team.owner(), "ideas", home, &["I-1"]);
    team.plan("free");
    over(create(team.owner()));
    assert_eq!(team.owner().get(&format!("{PATH}?filter[id]={},{}", ids[0], ids[1])).status_is(200).ids(), ids);
    claims(team.owner(), "ideas", home, &["I-2"]);
    claims(team.owner(), "insights", home, &["N-1"]);
}

fn refusals_come_in_their_order(store: Store) {
    let world = World::shared(store);
    let team = world.team_on("free");
    let broken = [("Content-Type", "application/json")];
    team.member().send("POST", PATH, &broken, b"{").refused(403, UNAUTHORIZED);
    over(team.owner().send("POST", PATH, &broken, b"{"));
    over(team.owner().post(PATH, json!({})));
    create(team.reader()).refused(403, "Invalid ability provided.");
    team.plan("pro");
    create(team.owner()).status_is(201);
    team.owner().send("POST", PATH, &broken, b"{").invalid_under("body");
    team.owner().send("POST", PATH, &[("Content-Type", "text/plain")], b"{}").refused_in_words(415);
    team.owner().send("POST", PATH, &broken, &b" ".repeat((1 << 20) + 1)).refused(413, "The POST data is too large.");
    team.billing("blocked", &[]);
    create(team.reader()).refused(403, "Invalid ability provided.");
    team.member().send("POST", PATH, &broken, b"{").status_is(402);
}

fn owners_and_admins_change_and_others_do_not(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = create(team.owner()).status_is(201).id();
    let before = super::shown(team.owner(), id);
    let moved = json!({ "scope_key": "team", "next_number": 7 });
    for (path, body) in [
        ("", json!({ "name": "Other" })),
        ("/activate", json!({})),
        ("/deactivate", json!({})),
        ("/sequence", moved),
        ("/backfill", json!({})),
    ] {
        let path = format!("{PATH}/{id}{path}");
        let method = if path.ends_with(&id.to_string()) { "PATCH" } else { "POST" };
        for client in [team.member(), team.viewer()] {
            client.send(method, &path, &[], body.to_string().as_bytes()).refused(403, UNAUTHORIZED);
        }
        team.reader().send(method, &path, &[], b"{").refused(403, "Invalid ability provided.");
    }
    team.member().delete(&format!("{PATH}/{id}")).refused(403, UNAUTHORIZED);
    assert_eq!(super::shown(team.owner(), id), before);
    team.admin().patch(&format!("{PATH}/{id}"), json!({ "name": "Other" })).status_is(200);
    team.admin().delete(&format!("{PATH}/{id}")).status_is(204);
}

fn previews_are_for_everybody(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = create(team.owner()).status_is(201).id();
    let draft = json!({ "scope": "team", "template": "D-{number:0}" });
    let clients = [team.owner(), team.admin(), team.member(), team.viewer(), team.reader()];
    let all_see = || {
        for client in clients {
            client.get(&format!("{PATH}/{id}/preview")).status_is(200);
            client.post(&format!("{PATH}/preview"), draft.clone()).status_is(200);
        }
    };
    all_see();
    team.billing("blocked", &[]);
    all_see();
    team.owner().post(&format!("{PATH}/{id}/backfill"), json!({ "dry_run": true })).status_is(402);
    let writer = team.key(team.person("owner").user_id, "write", &[]).client;
    writer.post(&format!("{PATH}/preview"), draft).refused(403, "Invalid ability provided.");
}

fn paths_of_schemes_allow_their_methods(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = create(team.owner()).status_is(201).id();
    for (method, path, allowed) in [
        ("PUT", PATH.to_owned(), "GET, HEAD, POST"),
        ("DELETE", PATH.to_owned(), "GET, HEAD, POST"),
        ("POST", format!("{PATH}/{id}"), "GET, HEAD, PUT, PATCH, DELETE"),
        ("GET", format!("{PATH}/{id}/activate"), "POST"),
        ("GET", format!("{PATH}/{id}/deactivate"), "POST"),
        ("POST", format!("{PATH}/{id}/preview"), "GET, HEAD"),
        ("GET", format!("{PATH}/preview"), "POST"),
        ("DELETE", format!("{PATH}/preview"), "POST"),
        ("GET", format!("{PATH}/{id}/sequence"), "POST"),
        ("GET", format!("{PATH}/{id}/backfill"), "POST"),
    ] {
        let answer = team.owner().send(method, &path, &[], b"").refused_in_words(405);
        assert_eq!(answer.header("allow"), Some(allowed), "{method} {path}");
    }
    assert_eq!(team.owner().head(PATH).status_is(200).body, Value::Null);
}

fn another_teams_scheme_is_not_found(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    let id = create(theirs.owner()).status_is(201).id();
    ours.owner().get(&format!("{PATH}/{id}")).refused(404, &format!("No numbering scheme {id} in this team."));
    ours.owner().get(&format!("{PATH}/999999")).refused(404, "No numbering scheme 999999 in this team.");
    let missing = format!("No numbering scheme {id} in this team.");
    ours.owner().patch(&format!("{PATH}/{id}"), json!({})).refused(404, &missing);
    ours.owner().delete(&format!("{PATH}/{id}")).refused(404, &missing);
    ours.owner().get(&format!("{PATH}/{id}/preview")).refused(404, &missing);
    for action in ["activate", "deactivate", "sequence", "backfill"] {
        ours.owner().post(&format!("{PATH}/{id}/{action}"), json!({})).refused(404, &missing);
    }
    for path in ["abc", "0", "-1", "01", "1.5"] {
        ours.owner().get(&format!("{PATH}/{path}")).invalid_under("numbering_scheme");
    }
    let list = ours.owner().get(&format!("{PATH}?filter[id]={id}")).status_is(200);
    assert_eq!((list.ids(), list.total()), (vec![], 0));
}
