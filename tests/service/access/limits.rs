//! The limits of plans: projects and seats, when they are created and when they are restored.

use serde_json::json;

use crate::records::{learning, project};
use crate::world::{Answer, Client, Store, Team, World, on_both};

on_both![
    a_plan_allows_so_many_projects,
    a_restored_project_counts_like_a_new_one,
    a_smaller_plan_leaves_what_there_is,
    projects_created_at_once_do_not_pass_the_limit,
    a_refused_role_is_told_before_the_limit_and_the_limit_before_the_body,
    a_plan_allows_so_many_seats,
];

#[track_caller]
fn over(answer: Answer) {
    let answer = answer.refused_in_words(403);
    let message = answer.body["message"].as_str().unwrap_or_default().to_lowercase();
    assert!(message.contains("project"), "\"{message}\" does not name the limit");
}

#[track_caller]
fn create(client: &Client) -> Answer {
    client.post("/projects", json!({ "name": "One more" }))
}

fn restore(client: &Client, id: i64) -> Answer {
    client.post(&format!("/projects/{id}/restore"), json!({}))
}

fn log(client: &Client, id: i64) -> i64 {
    client.get(&format!("/activities?subject_type=project&subject_id={id}")).status_is(200).total()
}

fn a_plan_allows_so_many_projects(store: Store) {
    let world = World::shared(store);
    for (plan, most) in [("free", 1), ("starter", 3), ("pro", 20)] {
        let team = world.team_on(plan);
        for _ in 0..most {
            create(team.owner()).status_is(201);
        }
        over(create(team.owner()));
        over(create(team.admin()));
        assert_eq!(team.owner().get("/projects").status_is(200).total(), most, "projects on {plan}");
        let first = team.owner().get("/projects").ids()[0];
        team.owner().patch(&format!("/projects/{first}"), json!({ "name": "Renamed" })).status_is(200);
        learning(team.owner(), first, "Not limited");
    }
}

fn a_restored_project_counts_like_a_new_one(store: Store) {
    let world = World::shared(store);
    let team = world.team_on("starter");
    let owner = team.owner();
    let ids = [project(owner), project(owner), project(owner)];
    owner.delete(&format!("/projects/{}", ids[0])).status_is(204);
    restore(owner, ids[0]).status_is(200);
    restore(owner, ids[0]).status_is(200);
    owner.delete(&format!("/projects/{}", ids[0])).status_is(204);
    project(owner);
    let logged = log(owner, ids[0]);
    over(restore(owner, ids[0]));
    owner.get(&format!("/projects/{}", ids[0])).status_is(404);
    assert_eq!(log(owner, ids[0]), logged, "a refused restoration is logged nowhere");
    // One that is there already takes no more than it has.
    restore(owner, ids[1]).status_is(200);
    owner.delete(&format!("/projects/{}", ids[1])).status_is(204);
    restore(owner, ids[0]).status_is(200);
    over(restore(owner, ids[1]));
    team.plan("enterprise");
    restore(owner, ids[1]).status_is(200);
}

fn a_smaller_plan_leaves_what_there_is(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let ids = [project(owner), project(owner), project(owner)];
    team.plan("free");
    over(create(owner));
    assert_eq!(owner.get("/projects").status_is(200).ids(), ids);
    for id in ids {
        owner.patch(&format!("/projects/{id}"), json!({ "name": "Still ours" })).status_is(200);
        learning(owner, id, "Still written");
    }
    for id in &ids[..2] {
        owner.delete(&format!("/projects/{id}")).status_is(204);
        over(create(owner));
    }
    owner.delete(&format!("/projects/{}", ids[2])).status_is(204);
    create(owner).status_is(201);
}

fn projects_created_at_once_do_not_pass_the_limit(store: Store) {
    let world = World::start(store);
    let team = world.team_on("starter");
    let deleted = project(team.owner());
    team.owner().delete(&format!("/projects/{deleted}")).status_is(204);
    let neighbour = world.neighbour();
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..12)
            .map(|number| {
                let client = &clients[number % 2];
                let restored = number % 4 == 3;
                scope.spawn(move || if restored { restore(client, deleted) } else { create(client) }.status)
            })
            .collect();
        tries.into_iter().map(|it| it.join().expect("a request")).collect()
    });
    assert!(statuses.iter().all(|it| [200, 201, 403].contains(it)), "{statuses:?}");
    assert_eq!(team.owner().get("/projects").status_is(200).total(), 3, "{statuses:?}");
}

fn a_refused_role_is_told_before_the_limit_and_the_limit_before_the_body(store: Store) {
    let world = World::shared(store);
    let team = world.team_on("starter");
    for _ in 0..3 {
        create(team.owner()).status_is(201);
    }
    let unauthorized = "This action is unauthorized.";
    create(team.member()).refused(403, unauthorized);
    create(team.viewer()).refused(403, unauthorized);
    over(team.owner().post("/projects", json!({})));
    over(team.owner().post("/projects", json!({ "name": 5, "owner_id": 0 })));
}

/// Tries a command that takes a seat where none is left.
#[track_caller]
fn no_seat(world: &World, command: &[&str]) {
    let (status, output, errors) = world.cli_raw(command);
    assert_eq!((status, output.as_str()), (Some(1), ""), "{command:?}: {errors}");
    assert!(errors.to_lowercase().contains("seat"), "{errors} does not name the limit");
}

fn a_plan_allows_so_many_seats(store: Store) {
    let world = World::start(store);
    for (plan, most) in [("free", 2), ("starter", 5)] {
        let team = world.team_on(plan);
        let id = team.id.to_string();
        // The owner has a seat as well.
        for _ in 1..most {
            team.user("member");
        }
        let viewer = team.user("viewer").to_string();
        for role in ["owner", "admin", "member"] {
            let email = format!("{role}@{plan}.example");
            no_seat(
                &world,
                &["user", "add", "--team", &id, "--email", &email, "--name", "M", "--role", role, "--json"],
            );
            no_seat(&world, &["user", "role", "--team", &id, "--user", &viewer, "--role", role, "--json"]);
        }
        assert_eq!(seats(&team), most, "seats on {plan}");
        let users = team.owner().get("/users?filter[role]=member").status_is(200);
        let leaving = users.ids()[0];
        team.remove(leaving);
        team.role(viewer.parse().expect("an id"), "member");
        assert_eq!(seats(&team), most, "a seat that is left may be taken");
        no_seat(
            &world,
            &["user", "add", "--team", &id, "--email", "m@x.example", "--name", "M", "--role", "member", "--json"],
        );
    }
}

fn seats(team: &Team) -> usize {
    let users = team.owner().get("/users").status_is(200);
    users.items().iter().filter(|it| it["role"] != "viewer").count()
}
