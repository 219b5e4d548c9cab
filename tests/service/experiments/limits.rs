//! What the plan limits: experiments that are active, and the statistics by which they are judged.

use serde_json::json;

use super::whole;
use crate::records::{made, project};
use crate::world::{Store, World, on_both};

on_both![so_many_are_active_at_once, parallel_starts_stay_within_the_limit, statistics_belong_to_plans];

const FULL: &str = "The free plan allows 3 active experiments; the limit is reached.";

fn so_many_are_active_at_once(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let paths: Vec<String> = (0..4).map(|_| format!("/experiments/{}", whole(owner, json!({})))).collect();
    team.plan("free");
    let act = |at: usize, action: &str| owner.post(&format!("{}/{action}", paths[at]), json!({}));
    for at in 0..3 {
        act(at, "start").status_is(200);
    }
    act(3, "start").refused(403, FULL);
    let start = format!("{}/start", paths[3]);
    owner.send("POST", &start, &[("Content-Type", "text/xml")], b"<a/>").refused(403, FULL);
    owner.patch(&paths[3], json!({ "status": "running" })).refused(403, FULL);
    owner.patch(&paths[3], json!({ "status": "running", "name": null })).invalid_under("name");
    act(0, "start").invalid_under("status");
    act(0, "pause").status_is(200);
    act(3, "start").refused(403, FULL);
    act(0, "resume").status_is(200);
    act(1, "stop").status_is(200);
    act(3, "start").status_is(200);
}

fn parallel_starts_stay_within_the_limit(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    let paths: Vec<String> = (0..8).map(|_| format!("/experiments/{}", whole(team.owner(), json!({})))).collect();
    team.plan("free");
    let started: usize = std::thread::scope(|scope| {
        let start = |(at, path): (usize, &String)| {
            let (client, path) = (&clients[at % 2], path.clone());
            scope.spawn(move || client.post(&format!("{path}/start"), json!({})).status == 200)
        };
        let threads: Vec<_> = paths.iter().enumerate().map(start).collect();
        threads.into_iter().map(|thread| usize::from(thread.join().expect("a request"))).sum()
    });
    assert_eq!(started, 3);
    assert_eq!(team.owner().get("/experiments?filter[status]=running").status_is(200).total(), 3);
}

fn statistics_belong_to_plans(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let body = |method: &str| json!({ "project_id": project, "name": "A", "type": "ab", "stats_method": method });
    let path = format!("/experiments/{}", made(owner, "/experiments", body("sequential")));
    for (plan, included) in [("free", 1), ("starter", 2), ("pro", 3), ("enterprise", 3)] {
        team.plan(plan);
        for (at, method) in ["frequentist", "bayesian", "sequential"].into_iter().enumerate() {
            let answer = owner.post("/experiments", body(method));
            if at < included {
                answer.status_is(201);
            } else {
                answer.refused(403, &format!("The {plan} plan does not include {method} statistics."));
            }
        }
    }
    team.plan("free");
    owner.patch(&path, json!({ "stats_method": "sequential", "name": "B" })).status_is(200);
    owner.patch(&path, json!({ "stats_method": "bayesian" })).status_is(403);
    owner.patch(&path, json!({ "stats_method": "bayesian", "name": null })).invalid_under("name");
}
