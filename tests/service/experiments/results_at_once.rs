//! Results that several clients record at once, on two servers: a call is recorded whole, and of each variation, goal,
//! segment and day there is one row.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::{Value, json};

use super::{events, running};
use crate::durability::{walk, world};
use crate::world::{Client, Moment, Store, meanwhile, on_both};

on_both![a_thousand_rows_are_recorded_as_one];

const SEGMENTS: [&str; 5] = ["", "mobile", "desktop", "new", "returning"];
/// How many days a call is about, which makes a thousand rows of two variations and five segments.
const DAYS: i64 = 100;
const CLIENTS: i64 = 4;
const ROUNDS: i64 = 2;

/// The rows of a call, whose figures all follow from the number of users.
fn rows(of: &[i64], goal: i64, since: Moment, users: i64) -> Vec<Value> {
    let mut rows = Vec::new();
    for day in 0..DAYS {
        let as_of = since.plus_days(day).date();
        for (variation, segment) in of.iter().flat_map(|it| SEGMENTS.map(|segment| (it, segment))) {
            rows.push(json!({
                "variation_id": variation, "goal_id": goal, "segment": segment, "as_of": as_of,
                "users": users, "conversions": users / 10, "sum": users * 2, "sum_squares": users * 8,
                "pre_sum": users * 3, "pre_sum_squares": users * 10, "pre_cross_sum": users * 4,
            }));
        }
    }
    rows
}

/// The users of a row, all of whose figures are those of one call.
#[track_caller]
fn users(row: &Value) -> i64 {
    let users = row["users"].as_i64().expect("a count");
    let figure = |field: &str| row[field].as_f64().expect("a figure");
    let whole = [("conversions", users / 10), ("sum", users * 2), ("sum_squares", users * 8)];
    let before = [("pre_sum", users * 3), ("pre_sum_squares", users * 10), ("pre_cross_sum", users * 4)];
    for (field, expected) in whole.into_iter().chain(before) {
        assert!((figure(field) - float(expected)).abs() < 0.5, "{field} of {row}");
    }
    users
}

fn float(number: i64) -> f64 {
    f64::from(i32::try_from(number).expect("a small number"))
}

fn a_thousand_rows_are_recorded_as_one(store: Store) {
    let world = world(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let owner = team.owner();
    let clients = [owner.clone(), owner.at(&neighbour)];
    let (path, of, goal) = running(owner);
    let results = format!("{path}/results");
    let first = Moment::now().plus_days(-200);
    let id = path.rsplit('/').next().and_then(|id| id.parse().ok()).expect("an id");

    // Records from every client at once, each in an order of its own; tells what each call created and changed.
    let record = |round: i64, apart: i64| -> Vec<Value> {
        std::thread::scope(|scope| {
            let send = |at: i64| {
                let (client, results, of) = (&clients[usize::from(at % 2 == 0)], &results, &of);
                scope.spawn(move || {
                    let mut rows = rows(of, goal, first.plus_days(at * apart), 1_000 * (at + 1) + 100 * round);
                    rows.rotate_left(usize::try_from(at * 250).expect("a place"));
                    if at >= 2 {
                        rows.reverse();
                    }
                    recorded(client, results, &json!({ "rows": rows }))
                })
            };
            let threads: Vec<_> = (0..CLIENTS).map(send).collect();
            threads.into_iter().map(|thread| thread.join().expect("a call")).collect()
        })
    };
    let sum = |told: &[Value], field: &str| told.iter().filter_map(|it| it[field].as_i64()).sum::<i64>();

    let mut changes = 0;
    for round in 0..ROUNDS {
        let told = meanwhile(1, |_| a_page_is_of_one_call(&clients[0], &results), || record(round, 0));
        assert_eq!(sum(&told, "created"), if round == 0 { 1_000 } else { 0 });
        assert_eq!(sum(&told, "created") + sum(&told, "updated"), 4_000, "each differs from the one before: {told:?}");
        changes += told.len();
        let all: Vec<Value> = clients.iter().flat_map(|client| walk(client, &results)).collect();
        let figures: BTreeSet<i64> = all.iter().map(users).collect();
        assert_eq!((all.len(), figures.len()), (2_000, 1), "one call was the last: {figures:?}");
        let last = figures.into_iter().next().expect("figures") - 100 * round;
        assert!(last % 1_000 == 0 && (1..=CLIENTS).contains(&(last / 1_000)), "{last}");
    }

    // Now each begins twenty days later than the one before, so that they have most days in common.
    changes += record(ROUNDS, 20).len();
    let furthest = first.plus_days(60 + DAYS - 1).date();
    of_each_day_there_is_one_row(owner, &results, &furthest);
    let last = 1_000 * CLIENTS + 100 * ROUNDS;
    assert_eq!(owner.get(&path).status_is(200).data()["actual_sample_size"], json!(2 * last));
    let log = events(owner, "experiment", id);
    assert_eq!(log.iter().filter(|event| *event == "results_recorded").count(), changes);
    world.is_sound();
}

/// The rows of the calls that began twenty days after each other: each is of the last round, and of one of them.
#[track_caller]
fn of_each_day_there_is_one_row(client: &Client, results: &str, furthest: &str) {
    let all = walk(client, results);
    let group = |row: &Value| format!("{} {} {}", row["variation_id"], row["goal_id"], row["segment"]);
    let mut days: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for row in &all {
        assert!((1..=CLIENTS).any(|number| users(row) == 1_000 * number + 100 * ROUNDS), "{row}");
        assert!(days.entry(group(row)).or_default().insert(row["as_of"].as_str().expect("a day")), "{row} is twice");
    }
    assert!(days.len() == 10 && days.values().all(|days| days.len() == 160), "{} rows", all.len());
    let latest = walk(client, &format!("{results}?filter[latest]=true"));
    assert_eq!(latest.iter().map(group).collect::<BTreeSet<_>>().len(), 10);
    assert!(latest.len() == 10 && latest.iter().all(|row| row["as_of"] == json!(furthest)), "{latest:?}");
}

/// Sends a call until the service is not too busy with the others, and tells what it created and changed.
#[track_caller]
fn recorded(client: &Client, results: &str, body: &Value) -> Value {
    loop {
        let answer = client.post(results, body.clone());
        if answer.status == 503 {
            let seconds = answer.header("retry-after").and_then(|it| it.parse().ok()).expect("when to try again");
            std::thread::sleep(Duration::from_secs(seconds));
            continue;
        }
        return answer.status_is(200).body["meta"].clone();
    }
}

/// A page is read as it was between two calls.
#[track_caller]
fn a_page_is_of_one_call(client: &Client, results: &str) {
    let page = client.get(&format!("{results}?page[size]=500&sort=-id")).status_is(200);
    let figures: BTreeSet<i64> = page.items().iter().map(users).collect();
    assert!(figures.len() <= 1 && [0, 1_000].contains(&page.total()), "{figures:?} of {}", page.total());
    std::thread::sleep(Duration::from_millis(100));
}
