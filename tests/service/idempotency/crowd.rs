//! Equal requests that come at one moment, to servers that go on and to those that are killed.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{is_repeated, post};
use crate::activities::entries;
use crate::records::project;
use crate::world::{Answer, Client, Store, World, on_both, whole_answer};

on_both![
    equal_requests_at_once_make_one_record,
    a_kill_leaves_nothing_half_remembered,
    equal_requests_in_flight_at_a_kill_make_one_record,
];

/// So many equal requests are in flight at once.
const CROWD: usize = 64;

/// As [`post`], on a connection of its own; `None` where its answer did not come whole.
fn try_post(client: &Client, path: &str, key: &str, body: &Value) -> Option<(u16, Value)> {
    let body = body.to_string();
    let mut connection = client.connect()?;
    let length = body.len();
    let lines = format!("Content-Type: application/json\r\nIdempotency-Key: {key}\r\nContent-Length: {length}\r\n");
    connection.write_all((client.head_of("POST", path, &lines) + &body).as_bytes()).ok()?;
    whole_answer(connection)
}

fn equal_requests_at_once_make_one_record(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let here = team.owner();
    let there = here.at(&neighbour);
    let body = json!({ "project_id": project(here), "name": "One" });
    for round in 0..5 {
        let key = format!("round-{round}");
        let answers: Vec<Answer> = std::thread::scope(|scope| {
            let ask = |at: usize| {
                let client = if at.is_multiple_of(2) { here } else { &there };
                let (key, body) = (&key, &body);
                scope.spawn(move || post(client, "/ideas?include=project", key, body))
            };
            let all: Vec<_> = (0..CROWD).map(ask).collect();
            all.into_iter().map(|it| it.join().expect("an answer")).collect()
        });
        let first = answers.iter().find(|it| !is_repeated(it)).expect("one is carried out");
        assert_eq!(first.status, 201, "{}", first.text());
        assert_eq!(answers.iter().filter(|it| is_repeated(it)).count(), CROWD - 1);
        assert!(answers.iter().all(|it| it.text() == first.text() && it.status == 201));
        assert_eq!(here.get("/ideas").total(), round + 1);
    }
}

fn a_kill_leaves_nothing_half_remembered(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for round in 0..4 {
        let body = |at: usize| json!({ "project_id": project, "name": format!("{round} {at}") });
        let key = |at: usize| format!("{round}-{at}");
        let told: Vec<Option<(u16, Value)>> = std::thread::scope(|scope| {
            let ask = |at: usize| {
                scope.spawn(move || {
                    let mut last = None;
                    while let Some(answer) = try_post(owner, "/ideas", &key(at), &body(at)) {
                        last = Some(answer);
                    }
                    last
                })
            };
            let all: Vec<_> = (0..4).map(ask).collect();
            std::thread::sleep(Duration::from_millis(5 + 10 * round));
            world.kill();
            all.into_iter().map(|it| it.join().expect("an outcome")).collect()
        });
        world.restart();
        for at in 0..4 {
            let first = post(owner, "/ideas", &key(at), &body(at)).status_is(201);
            if let Some((status, told)) = &told[at] {
                assert_eq!((*status, told), (201, &first.body), "what was acknowledged is answered again");
            }
            let again = post(owner, "/ideas", &key(at), &body(at)).status_is(201);
            assert_eq!(again.text(), first.text());
        }
        let expected = i64::try_from(4 * (round + 1)).expect("a small number");
        assert_eq!(owner.get("/ideas").total(), expected, "each was made once");
    }
}

fn equal_requests_in_flight_at_a_kill_make_one_record(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let mut unanswered = 0;
    for round in 0..6 {
        let (key, name) = (format!("round-{round}"), format!("Round {round}"));
        let body = json!({ "project_id": project, "name": name });
        let told: Vec<Option<(u16, Value)>> = std::thread::scope(|scope| {
            let all: Vec<_> = (0..CROWD).map(|_| scope.spawn(|| try_post(owner, "/ideas", &key, &body))).collect();
            if round % 2 == 0 {
                // What is there for others to see is committed, and hardly anybody has been told of it.
                let there = format!("SELECT count(*) FROM ideas WHERE name = '{name}'");
                let start = Instant::now();
                while world.count(&there) == 0 {
                    assert!(start.elapsed() < Duration::from_secs(30), "nothing was committed");
                }
            } else {
                std::thread::sleep(Duration::from_millis(10 * round));
            }
            world.kill();
            all.into_iter().map(|it| it.join().expect("an outcome")).collect()
        });
        world.restart();
        let first = post(owner, "/ideas", &key, &body).status_is(201);
        for (status, told) in told.iter().flatten() {
            assert_eq!((*status, told), (201, &first.body), "what was acknowledged is answered again");
        }
        unanswered += told.iter().filter(|it| it.is_none()).count();
        if round % 2 == 0 {
            assert!(is_repeated(&first), "it was committed before the kill");
        }
        let again = post(owner, "/ideas", &key, &body).status_is(201);
        assert_eq!((is_repeated(&again), again.text()), (true, first.text()));
        let made = owner.get(&format!("/ideas?filter[name]={}", name.replace(' ', "%20"))).status_is(200);
        assert_eq!(made.ids(), [first.id()]);
        assert_eq!(entries(owner, "idea", first.id()).len(), 1);
    }
    assert!(unanswered > 0, "every kill came too late");
    world.is_sound();
}
