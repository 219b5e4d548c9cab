//! What people think of ideas: votes, the scores of each, and the order in which they put them.

use serde_json::{Value, json};

use crate::records::{idea, many, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    everyone_votes_once_and_sees_their_own,
    a_priority_is_the_mean_of_complete_scores,
    what_is_wrong_with_scores_is_told,
    ideas_stand_where_they_are_put,
    what_stands_there_already_is_not_put_there,
    what_comes_at_once_stands_in_the_order_of_its_operations,
    ideas_are_put_between_the_same_two_again_and_again,
    where_no_place_is_left_those_far_away_stay,
    ideas_that_share_a_position_are_put_apart,
    a_rank_says_one_place,
    a_crowd_ranks_and_nothing_is_lost,
];

#[track_caller]
fn order(client: &Client, project: i64) -> Vec<i64> {
    client.get(&format!("/ideas?filter[project_id]={project}&sort=position")).status_is(200).ids()
}

fn what_comes_at_once_stands_in_the_order_of_its_operations(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let [gone, there] = ["Gone", "There"].map(|name| idea(owner, project, name));
    owner.delete(&format!("/ideas/{gone}")).status_is(204);
    let create = |name| json!({ "op": "create", "body": { "project_id": project, "name": name } });
    let operations = json!([create("First"), { "op": "restore", "id": gone }, create("Last")]);
    let done = owner.post("/ideas/bulk", json!({ "operations": operations })).status_is(200).ids();
    assert_eq!(order(owner, project), [there, done[0], gone, done[2]]);
    let rank = |id: i64| json!({ "op": "rank", "id": id, "body": { "to": "bottom" } });
    let operations = json!([create("Before"), rank(there), rank(gone), create("After")]);
    let made = owner.post("/ideas/bulk", json!({ "operations": operations })).status_is(200).ids();
    assert_eq!(order(owner, project), [done[0], done[2], made[0], there, gone, made[3]]);
}

fn ideas_that_share_a_position_are_put_apart(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    for after in [0, 1, 2] {
        let [one, two, three] = ["One", "Two", "Three"].map(|name| idea(owner, project, name));
        let last = idea(owner, project, "Last");
        world.execute(&format!("UPDATE ideas SET position = 5000 WHERE id IN ({one}, {two}, {three})"));
        let other = [one, two, three][after];
        owner.post(&format!("/ideas/{last}/rank"), json!({ "after_id": other })).status_is(200);
        let mut shown = vec![one, two, three];
        shown.insert(after + 1, last);
        assert_eq!(order(owner, project), shown);
        owner.post(&format!("/ideas/{one}/rank"), json!({ "after_id": two })).status_is(200);
        for id in shown {
            owner.delete(&format!("/ideas/{id}")).status_is(204);
        }
    }
}

fn everyone_votes_once_and_sees_their_own(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = format!("/ideas/{}", idea(owner, project(owner), "Shorter"));
    let before = owner.get(&path).status_is(200).data().clone();
    assert_eq!([&before["votes_count"], &before["my_vote"]], [&json!(0), &json!(0)]);
    let voted = owner.post(&format!("{path}/vote"), json!({})).status_is(200);
    assert_eq!([&voted.data()["votes_count"], &voted.data()["my_vote"]], [&json!(1), &json!(1)]);
    let viewer = team.newcomer("viewer").client;
    let against = viewer.post(&format!("{path}/vote"), json!({ "value": -1 })).status_is(200);
    assert_eq!([&against.data()["votes_count"], &against.data()["my_vote"]], [&json!(0), &json!(-1)]);
    let listed = owner.get("/ideas").status_is(200).items()[0].clone();
    assert_eq!([&listed["votes_count"], &listed["my_vote"]], [&json!(0), &json!(1)]);
    assert_eq!(listed["updated_at"], before["updated_at"], "a vote is no change of the idea");
    let around = format!("/projects/{}?include=ideas", listed["project_id"]);
    for (client, own) in [(owner, 1), (&viewer, -1), (team.reader(), 1), (team.member(), 0)] {
        let included = client.get(&around).status_is(200).data()["ideas"][0].clone();
        assert_eq!([&included["votes_count"], &included["my_vote"]], [&json!(0), &json!(own)]);
    }
    viewer.post(&format!("{path}/vote"), json!({ "value": null })).status_is(200);
    viewer.post(&format!("{path}/vote"), json!({ "value": 1 })).status_is(200);
    assert_eq!(owner.get(&path).status_is(200).data()["votes_count"], json!(2));
    viewer.post(&format!("{path}/unvote"), json!({})).status_is(200);
    viewer.post(&format!("{path}/unvote"), json!({})).status_is(200);
    for value in [json!(0), json!(2), json!(-2), json!(0.5), json!("up"), json!(true)] {
        let refused = [("value", "The selected value is invalid.")];
        owner.post(&format!("{path}/vote"), json!({ "value": value })).invalid(&refused);
    }
    let id = path.rsplit('/').next().unwrap_or_default();
    let log = owner.get(&format!("/activities?subject_type=idea&subject_id={id}&sort=id")).status_is(200);
    let events: Vec<&str> = log.items().iter().filter_map(|entry| entry["event"].as_str()).collect();
    assert_eq!(events, ["created", "voted", "voted", "voted", "unvoted"]);
    let told = &log.items()[3]["properties"];
    assert_eq!(told, &json!({ "attributes": { "value": 1 }, "old": { "value": -1 } }));
}

fn a_priority_is_the_mean_of_complete_scores(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let own = json!({ "project_id": project(owner), "name": "Shorter", "framework": "ice",
        "scores": { "impact": 1, "confidence": 1, "ease": 1 } });
    let path = format!("/ideas/{}", crate::records::made(owner, "/ideas", own));
    let score = |client: &Client, scores: Value| {
        let scored = client.post(&format!("{path}/score"), json!({ "scores": scores })).status_is(200);
        [scored.data()["priority_score"].clone(), scored.data()["scores_count"].clone()]
    };
    let member = team.newcomer("member").client;
    assert_eq!(score(owner, json!({ "impact": 8 })), [json!(1.0), json!(0)], "what is incomplete does not count");
    assert_eq!(score(owner, json!({ "impact": 8, "confidence": 5, "ease": 5 })), [json!(200.0), json!(1)]);
    assert_eq!(score(&member, json!({ "impact": 5, "confidence": 5, "ease": 1 })), [json!(112.5), json!(2)]);
    let told = team.viewer().get(&format!("{path}/scores")).status_is(200).data().clone();
    assert_eq!(told.as_array().map(Vec::len), Some(2));
    assert_eq!([&told[0]["framework"], &told[0]["score"]], [&json!("ice"), &json!(200.0)]);
    assert_eq!(told[1]["scores"], json!({ "impact": 5, "confidence": 5, "ease": 1 }));
    let pie = json!({ "framework": "pie", "scores": { "potential": 5, "importance": 5, "ease": 5 } });
    let other = member.post(&format!("{path}/score"), pie).status_is(200);
    assert_eq!(other.data()["priority_score"], json!(112.5), "another framework plays no part");
    let turned = owner.patch(&path, json!({ "framework": "pie" })).status_is(200);
    assert_eq!([&turned.data()["priority_score"], &turned.data()["scores_count"]], [&json!(5.0), &json!(1)]);
    owner.patch(&path, json!({ "framework": "ice" })).status_is(200);
    assert_eq!(score(owner, Value::Null), [json!(25.0), json!(1)]);
    assert_eq!(score(&member, Value::Null)[1], json!(0));
    let copy = owner.post(&format!("{path}/duplicate"), json!({})).status_is(201);
    assert_eq!([&copy.data()["votes_count"], &copy.data()["scores_count"]], [&json!(0), &json!(0)]);
}

fn what_is_wrong_with_scores_is_told(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = format!("/ideas/{}/score", idea(owner, project(owner), "Shorter"));
    owner.post(&path, json!({})).invalid(&[("scores", "The scores field must be present.")]);
    owner.post(&path, json!({ "scores": { "impact": 11 } })).invalid_under("scores.impact");
    owner.post(&path, json!({ "scores": { "reach": 1 } })).invalid_under("scores.reach");
    owner.post(&path, json!({ "scores": 5 })).invalid_under("scores");
    owner.post(&path, json!({ "scores": {}, "framework": "wish" })).invalid_under("framework");
    team.viewer().post(&path, json!({ "scores": null })).refused(403, "This action is unauthorized.");
}

fn ideas_stand_where_they_are_put(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let [a, b, c, d] = ["A", "B", "C", "D"].map(|name| idea(owner, home, name));
    assert_eq!(order(owner, home), [a, b, c, d], "what is new comes last");
    let before = owner.get(&format!("/ideas/{d}")).status_is(200).data()["updated_at"].clone();
    let rank = |id: i64, body: Value| owner.post(&format!("/ideas/{id}/rank"), body).status_is(200).data().clone();
    assert_eq!(rank(d, json!({ "before_id": b }))["updated_at"], before);
    assert_eq!(order(owner, home), [a, d, b, c]);
    rank(a, json!({ "after_id": c }));
    assert_eq!(order(owner, home), [d, b, c, a]);
    rank(c, json!({ "to": "top" }));
    assert_eq!(order(owner, home), [c, d, b, a]);
    rank(c, json!({ "to": "bottom" }));
    assert_eq!(order(owner, home), [d, b, a, c]);
    // Between the same two again and again, until there is no number left.
    for round in 0..60 {
        let (moved, other) = if round % 2 == 0 { (b, a) } else { (a, b) };
        rank(moved, json!({ "after_id": d }));
        assert_eq!(order(owner, home), [d, moved, other, c], "round {round}");
    }
    let e = idea(owner, home, "E");
    assert_eq!(order(owner, home).last(), Some(&e));
    owner.delete(&format!("/ideas/{d}")).status_is(204);
    owner.post(&format!("/ideas/{d}/restore"), json!({})).status_is(200);
    assert_eq!(order(owner, home).last(), Some(&d), "what comes back comes last");
    let there = project(owner);
    let f = idea(owner, there, "F");
    owner.patch(&format!("/ideas/{e}"), json!({ "project_id": there })).status_is(200);
    assert_eq!(order(owner, there), [f, e]);
}

fn what_stands_there_already_is_not_put_there(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let [a, b, c] = ["A", "B", "C"].map(|name| idea(owner, home, name));
    let far = idea(owner, project(owner), "Far");
    let events = |id: i64| {
        let log = owner.get(&format!("/activities?subject_type=idea&subject_id={id}&sort=id")).status_is(200);
        log.items().iter().map(|entry| entry["event"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    for (id, place) in [
        (a, json!({ "to": "top" })),
        (c, json!({ "to": "bottom" })),
        (a, json!({ "before_id": b })),
        (b, json!({ "after_id": a })),
        (b, json!({ "before_id": c })),
        (c, json!({ "after_id": b })),
        (far, json!({ "to": "top" })),
        (far, json!({ "to": "bottom" })),
    ] {
        let before = owner.get(&format!("/ideas/{id}")).status_is(200);
        let same = owner.post(&format!("/ideas/{id}/rank"), place.clone()).status_is(200);
        assert_eq!(same.data(), before.data(), "{place}");
        assert_eq!(events(id), ["created"], "{place}");
    }
    assert_eq!(order(owner, home), [a, b, c]);
    for (id, place, after) in [
        (a, json!({ "after_id": b }), [b, a, c]),
        (c, json!({ "before_id": b }), [c, b, a]),
        (c, json!({ "before_id": a }), [b, c, a]),
        (b, json!({ "after_id": a }), [c, a, b]),
    ] {
        owner.post(&format!("/ideas/{id}/rank"), place.clone()).status_is(200);
        assert_eq!(order(owner, home), after, "{place}");
        assert_eq!(events(id).last().map(String::as_str), Some("ranked"), "{place}");
    }
}

/// Where no place is left between two, others make room; what is new still comes last.
fn ideas_are_put_between_the_same_two_again_and_again(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let create = |at: usize| json!({ "project_id": project, "name": format!("No. {at}") });
    let mut ideas = many(owner, "/ideas", (0..25).map(create));
    let mut ranks = Vec::new();
    for round in 0..200_usize {
        // Each takes its turn just before the last, or just after the one that came there before it.
        let (moved, last) = (ideas[round % 20], ideas[24]);
        let beside = ideas[if round % 2 == 0 { 24 } else { 22 }];
        if beside == moved {
            continue;
        }
        let place = if round % 2 == 0 { "before_id" } else { "after_id" };
        ranks.push(json!({ "op": "rank", "id": moved, "body": { place: beside } }));
        ideas.retain(|it| *it != moved);
        let at = ideas.iter().position(|it| *it == beside).expect("a place") + round % 2;
        ideas.insert(at, moved);
        assert_eq!(ideas[24], last);
    }
    owner.post("/ideas/bulk", json!({ "operations": ranks })).status_is(200);
    let there = || owner.get(&format!("/ideas?filter[project_id]={project}&sort=position")).ids();
    assert_eq!(there(), ideas);
    ideas.push(idea(owner, project, "New"));
    assert_eq!(there(), ideas);
}

/// No more of them than it takes.
fn where_no_place_is_left_those_far_away_stay(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let create = |at: usize| json!({ "project_id": project, "name": format!("No. {at}") });
    let ideas: Vec<i64> = (0..3).flat_map(|_| many(owner, "/ideas", (0..400).map(create))).collect();
    let shown = |ids: &[i64]| {
        let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
        owner.get(&format!("/ideas?filter[id]={}&sort=position", ids.join(","))).status_is(200)
    };
    let positions = |ids: &[i64]| shown(ids).items().iter().map(|it| it["position"].clone()).collect::<Vec<_>>();
    let [near, far] = [&ideas[..5], &ideas[1100..1110]].map(positions);
    owner.post(&format!("/ideas/{}/rank", ideas[3]), json!({ "before_id": ideas[1] })).status_is(200);
    assert_eq!(shown(&ideas[..5]).ids(), [0, 3, 1, 2, 4].map(|at| ideas[at]));
    assert_eq!(positions(&ideas[1100..1110]), far);
    assert_ne!(positions(&ideas[..5]), near);
}

fn a_rank_says_one_place(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (home, there) = (project(owner), project(owner));
    let (one, two, far) = (idea(owner, home, "A"), idea(owner, home, "B"), idea(owner, there, "C"));
    let path = format!("/ideas/{one}/rank");
    owner.post(&path, json!({})).invalid(&[("before_id", "The before id field is required.")]);
    let both = json!({ "before_id": two, "to": "top" });
    owner.post(&path, both).invalid(&[("to", "The to field is prohibited.")]);
    for id in [one, far, 999_999] {
        owner.post(&path, json!({ "after_id": id })).invalid(&[("after_id", "The selected after id is invalid.")]);
    }
    owner.post(&path, json!({ "to": "side" })).invalid(&[("to", "The selected to is invalid.")]);
}

fn a_crowd_ranks_and_nothing_is_lost(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let ideas: Vec<i64> = (0..6).map(|number| idea(owner, home, &format!("Idea {number}"))).collect();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (ideas, owner) = (&ideas, &owner);
            scope.spawn(move || {
                for round in 0..25_usize {
                    let moved = ideas[(thread + round) % 6];
                    let other = ideas[(thread + round * 2 + 1) % 6];
                    let body = if moved == other { json!({ "to": "top" }) } else { json!({ "before_id": other }) };
                    owner.post(&format!("/ideas/{moved}/rank"), body).status_is(200);
                    owner.post(&format!("/ideas/{moved}/vote"), json!({})).status_is(200);
                }
            });
        }
    });
    let mut there = order(owner, home);
    there.sort_unstable();
    assert_eq!(there, ideas);
    let listed = owner.get(&format!("/ideas?filter[project_id]={home}")).status_is(200);
    let positions: std::collections::BTreeSet<i64> =
        listed.items().iter().filter_map(|idea| idea["position"].as_i64()).collect();
    assert_eq!(positions.len(), ideas.len(), "no two stand at one place");
    assert!(listed.items().iter().all(|idea| idea["votes_count"] == json!(1)));
}
