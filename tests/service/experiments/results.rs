//! The results of experiments: rows that replace one another, and what an experiment shows of them.

use serde_json::{Value, json};

use super::{events, standing, variations, whole};
use crate::records::{goal, made, unique_name};
use crate::world::{Client, Store, World, on_both};

on_both![
    a_row_replaces_the_one_that_it_is_about,
    what_is_wrong_is_told_by_row,
    lists_are_of_one_experiment,
    a_row_that_goes_leaves_the_one_before,
    results_keep_what_they_are_about,
    an_experiment_shows_what_its_results_tell,
    rows_of_several_clients_are_whole,
    who_may_record_and_who_may_not,
];

/// A running experiment: its path, its variations and its goal.
pub(crate) fn running(client: &Client) -> (String, Vec<i64>, i64) {
    let path = standing(client, "running");
    let goal = client.get(&path).status_is(200).data()["primary_goal_id"].as_i64().expect("a goal");
    let variations = variations(client, &path);
    (path, variations, goal)
}

/// A row about everyone.
pub(crate) fn row(variation: i64, goal: i64, day: &str, users: i64, conversions: i64) -> Value {
    json!({ "variation_id": variation, "goal_id": goal, "as_of": day, "users": users, "conversions": conversions })
}

fn a_row_replaces_the_one_that_it_is_about(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let (path, of, goal) = running(client);
    let results = format!("{path}/results");
    let rows = json!([row(of[0], goal, "2026-01-02", 1000, 200), row(of[1], goal, "2026-01-02", 1000, 250)]);
    let recorded = client.post(&results, json!({ "rows": rows })).status_is(200);
    assert_eq!(recorded.body["meta"], json!({ "created": 2, "updated": 0, "unchanged": 0 }));
    let shown = &recorded.items()[1];
    assert_eq!(
        [&shown["variation_id"], &shown["segment"], &shown["users"], &shown["conversions"], &shown["sum"]],
        [&json!(of[1]), &json!(""), &json!(1000), &json!(250), &Value::Null]
    );
    let again = json!([
        row(of[0], goal, "2026-01-02", 1000, 200),
        row(of[1], goal, "2026-01-02", 1100, 260),
        { "variation_id": of[1], "goal_id": goal, "segment": "mobile", "as_of": "2026-01-02", "users": 5, "conversions": 1 },
    ]);
    let recorded = client.post(&results, json!({ "rows": again })).status_is(200);
    assert_eq!(recorded.body["meta"], json!({ "created": 1, "updated": 1, "unchanged": 1 }));
    assert_eq!(recorded.items()[1]["id"], shown["id"]);
    assert_eq!(client.get(&results).status_is(200).body["meta"]["total"], json!(3));
    let id: i64 = path.rsplit('/').next().and_then(|id| id.parse().ok()).expect("an id");
    let log = client.get(&format!("/activities?subject_type=experiment&subject_id={id}&sort=-id&page[size]=1"));
    let entry = log.status_is(200).items()[0].clone();
    assert_eq!(entry["event"], json!("results_recorded"));
    assert_eq!(entry["properties"], json!({ "attributes": { "rows": 2, "as_of": "2026-01-02" } }));
    let told = events(client, "experiment", id).len();
    let same = client.post(&results, json!({ "rows": again })).status_is(200);
    assert_eq!(same.body["meta"], json!({ "created": 0, "updated": 0, "unchanged": 3 }));
    assert_eq!(events(client, "experiment", id).len(), told, "what changes nothing is not logged");
    let newest_first = json!([row(of[0], goal, "2026-01-03", 1000, 210), row(of[0], goal, "2026-01-02", 1000, 200)]);
    let recorded = client.post(&results, json!({ "rows": newest_first })).status_is(200);
    assert_eq!(recorded.body["meta"], json!({ "created": 1, "updated": 0, "unchanged": 1 }));
    let corrected_first = json!([row(of[0], goal, "2026-01-03", 1000, 211), row(of[0], goal, "2026-01-04", 1000, 220)]);
    let recorded = client.post(&results, json!({ "rows": corrected_first })).status_is(200);
    assert_eq!(recorded.body["meta"], json!({ "created": 1, "updated": 1, "unchanged": 0 }));
    let corrected = &recorded.items()[0];
    let listed = client.get(&format!("{results}?filter[id]={}", corrected["id"])).status_is(200).items()[0].clone();
    assert_eq!((&listed["updated_at"], &listed["conversions"]), (&corrected["updated_at"], &json!(211)));
}

fn what_is_wrong_is_told_by_row(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let (path, of, goal_id) = running(client);
    let results = format!("{path}/results");
    let project = client.get(&path).status_is(200).data()["project_id"].as_i64().expect("a project");
    let mean = made(client, "/goals", json!({ "project_id": project, "name": "Revenue", "metric_type": "mean" }));
    client.post(&format!("{path}/goals"), json!({ "ids": [mean] })).status_is(200);
    let other = goal(client, project, &unique_name("Other"));
    client.post(&results, json!({})).invalid(&[("rows", "The rows field is required.")]);
    client.post(&results, json!({ "rows": [] })).invalid(&[("rows", "The rows field is required.")]);
    let with = |field: &str, value: Value| {
        let mut row = row(of[0], goal_id, "2026-01-02", 100, 10);
        row[field] = value;
        row
    };
    let of_mean = |sum: Value, squares: Value| json!({ "variation_id": of[0], "goal_id": mean, "as_of": "2026-01-02", "users": 10, "sum": sum, "sum_squares": squares });
    for (row, field, message) in [
        (with("variation_id", json!(999_999)), "variation_id", "The selected rows.0.variation_id is invalid."),
        (with("goal_id", json!(other)), "goal_id", "The selected rows.0.goal_id is invalid."),
        (with("conversions", Value::Null), "conversions", "The rows.0.conversions field is required."),
        (
            with("conversions", json!(101)),
            "conversions",
            "The rows.0.conversions field must not be greater than users.",
        ),
        (
            with("as_of", json!("2099-01-01")),
            "as_of",
            "The rows.0.as_of field must be a date before or equal to today.",
        ),
        (with("users", json!(-1)), "users", "The rows.0.users field must be at least 0."),
        (with("users", json!("NaN")), "users", "The rows.0.users field must be an integer."),
        (of_mean(Value::Null, json!(5)), "sum", "The rows.0.sum field is required."),
        (of_mean(json!(100), json!(999)), "sum_squares", "The rows.0.sum_squares field must be at least sum² / users."),
        (of_mean(json!("Infinity"), json!(5)), "sum", "The rows.0.sum field must be a number."),
    ] {
        let field = format!("rows.0.{field}");
        client.post(&results, json!({ "rows": [row] })).invalid(&[(&field, message)]);
    }
    let several = client.post(&results, json!({ "rows": [row(999_999, goal_id, "never", 10, 11)] })).status_is(422);
    let mut told: Vec<&String> = several.body["errors"].as_object().expect("errors").keys().collect();
    told.sort();
    assert_eq!(
        told,
        ["rows.0.as_of", "rows.0.conversions", "rows.0.variation_id"],
        "what cannot be read hides nothing"
    );
    let none = client.post(&results, json!({ "rows": [with("users", json!(-1)), 5, null] })).status_is(422);
    let mut told: Vec<&String> = none.body["errors"].as_object().expect("errors").keys().collect();
    told.sort();
    assert_eq!(told, ["rows.0.users", "rows.1", "rows.2"], "nor does what is no row");
    let nobody = client.post(&results, json!({ "rows": [row(of[0], goal_id, "2026-01-02", 0, 3)] })).status_is(422);
    let both = [
        "The rows.0.conversions field must not be greater than users.",
        "The rows.0.conversions field must be 0 where users is 0.",
    ];
    assert_eq!(nobody.body["errors"], json!({ "rows.0.conversions": both }));
    client.post(&results, json!({ "rows": [of_mean(json!(1e308), json!(1e308))] })).status_is(422);
    client.post(&results, json!({ "rows": [of_mean(json!(100), json!(1000))] })).status_is(200);
    let twice = json!([with("users", json!(100)), with("users", json!(200))]);
    client.post(&results, json!({ "rows": twice })).invalid(&[("rows.1", "The rows.1 field has a duplicate value.")]);
    assert_eq!(client.get(&results).status_is(200).body["meta"]["total"], json!(1), "nothing of what is wrong is kept");
    let draft = format!("/experiments/{}", whole(client, json!({})));
    client.post(&format!("{draft}/results"), json!({ "rows": [with("users", json!(1))] })).invalid_under("status");
}

fn lists_are_of_one_experiment(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let (path, of, goal) = running(client);
    let (other, theirs, their_goal) = running(client);
    let results = format!("{path}/results");
    let mut rows = Vec::new();
    for day in 1..=3 {
        for variation in &of {
            rows.push(row(*variation, goal, &format!("2026-01-0{day}"), 100 * day, 10 * day));
        }
    }
    rows.push(json!({ "variation_id": of[0], "goal_id": goal, "segment": "mobile", "as_of": "2026-01-02", "users": 5, "conversions": 1 }));
    client.post(&results, json!({ "rows": rows })).status_is(200);
    let told =
        client.post(&format!("{other}/results"), json!({ "rows": [row(theirs[0], their_goal, "2026-01-01", 7, 0)] }));
    let theirs = told.status_is(200).items()[0]["id"].clone();
    let count = |query: &str| client.get(&format!("{results}?{query}")).status_is(200).body["meta"]["total"].clone();
    for (query, total) in [
        ("", 7),
        ("filter[latest]=true", 3),
        ("filter[latest]=true&filter[everyone]=true", 2),
        ("filter[everyone]=false", 1),
        ("filter[segment]=mobile", 1),
        ("filter[as_of]=2026-01-03", 2),
        (&format!("filter[variation_id]={}", of[1]), 3),
        (&format!("filter[goal_id]={their_goal}"), 0),
    ] {
        assert_eq!(count(query), json!(total), "{query}");
    }
    let days = client.get(&format!("{results}?sort=-as_of&page[size]=2")).status_is(200);
    assert!(days.items().iter().all(|row| row["as_of"] == json!("2026-01-03")), "{}", days.text());
    assert!(days.body["links"]["next"].as_str().is_some_and(|next| next.contains(&format!("{path}/results?"))));
    for unknown in ["users", "experiment_id"] {
        client.get(&format!("{results}?filter[{unknown}]=1")).refused(
            400,
            &format!(
                "Requested filter(s) `{unknown}` are not allowed. Allowed filter(s) are `id, variation_id, goal_id, \
                 segment, everyone, as_of, latest, updated_from, updated_to`."
            ),
        );
    }
    client.get("/experiments/999999/results").status_is(404);
    client.delete(&format!("{results}/{theirs}")).status_is(404);
    let included = client.get(&format!("{path}?include=results,resultsCount")).status_is(200);
    assert_eq!(included.data()["results_count"], json!(7));
    let included = client.get(&format!("/variations/{}?include=results", of[0])).status_is(200);
    assert_eq!(included.data()["results"].as_array().map(Vec::len), Some(4));
}

fn a_row_that_goes_leaves_the_one_before(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let (path, of, goal) = running(client);
    let results = format!("{path}/results");
    let rows = json!([
        row(of[0], goal, "2026-01-01", 1000, 200),
        row(of[1], goal, "2026-01-01", 1000, 250),
        row(of[1], goal, "2026-01-02", 2000, 800),
    ]);
    let recorded = client.post(&results, json!({ "rows": rows })).status_is(200);
    let uplift = || client.get(&path).status_is(200).data()["uplift"].clone();
    assert_eq!(uplift(), json!(1.0));
    let last = &recorded.items()[2]["id"];
    client.delete(&format!("{results}/{last}")).status_is(204);
    assert!(uplift().as_f64().is_some_and(|it| (it - 0.25).abs() < 1e-9));
    client.delete(&format!("{results}/{last}")).status_is(404);
    let id = path.rsplit('/').next().and_then(|id| id.parse().ok()).expect("an id");
    assert_eq!(events(client, "experiment", id).last().map(String::as_str), Some("result_deleted"));
    client.patch(&path, json!({ "status": "analyzing" })).status_is(200);
    client.patch(&path, json!({ "status": "completed", "result": "neutral" })).status_is(200);
    client.delete(&format!("{results}/{}", recorded.items()[0]["id"])).invalid_under("status");
}

fn results_keep_what_they_are_about(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let (path, of, goal) = running(client);
    client.post(&format!("{path}/results"), json!({ "rows": [row(of[1], goal, "2026-01-01", 10, 2)] })).status_is(200);
    client
        .post(&format!("{path}/reset"), json!({}))
        .invalid(&[("results", "The results field must be empty to reset.")]);
    let variation = format!("/variations/{}?force=true", of[1]);
    client.delete(&variation).invalid(&[("variation", "The variation has results.")]);
    client.delete(&format!("{path}/goals/{goal}")).invalid(&[("goal", "The goal has results.")]);
    let kept = "The goals field must keep goals that have results.";
    client.put(&format!("{path}/goals"), json!({ "ids": [] })).invalid(&[("ids", kept)]);
    client.put(&format!("{path}/goals"), json!({ "goals": [] })).invalid(&[("goals", kept)]);
    client.delete(&format!("/goals/{goal}")).invalid_under("goal");
}

fn an_experiment_shows_what_its_results_tell(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let (path, of, goal) = running(client);
    client.patch(&format!("/goals/{goal}"), json!({ "baseline_value": 0.2, "target_mde": 0.25 })).status_is(200);
    let shown = client.get(&path).status_is(200);
    assert_eq!(shown.data()["required_sample_size"], json!(2062));
    assert_eq!(shown.data()["actual_sample_size"], Value::Null);
    client.patch(&path, json!({ "mde": 0.5 })).status_is(200);
    let smaller = client.get(&path).status_is(200).data()["required_sample_size"].as_i64();
    assert!(smaller.is_some_and(|size| size < 1_000), "{smaller:?}");
    // More users than a field counts are told nowhere.
    client.patch(&path, json!({ "mde": 1e-5 })).status_is(200);
    assert_eq!(client.get(&path).status_is(200).data()["required_sample_size"], Value::Null);
    let card = client.get(&format!("{path}/summary")).status_is(200).data().clone();
    assert_eq!(card["health"]["required_sample_size"], Value::Null, "{}", card["health"]);
    client.patch(&path, json!({ "mde": 0.5 })).status_is(200);
    let rows = json!([row(of[0], goal, "2026-01-01", 10_000, 500), row(of[1], goal, "2026-01-01", 10_000, 560)]);
    client.post(&format!("{path}/results"), json!({ "rows": rows })).status_is(200);
    let shown = client.get(&path).status_is(200).data().clone();
    let near = |field: &str, expected: f64| {
        let figure = shown[field].as_f64().unwrap_or_else(|| panic!("{field}: {}", shown[field]));
        assert!((figure - expected).abs() < 1e-6, "{field}: {figure}");
    };
    near("actual_sample_size", 20_000.0);
    near("uplift", 0.12);
    near("p_value", 0.058_257_806);
    near("srm_p_value", 1.0);
    assert_eq!(shown["chance_to_win"], Value::Null);
    let sorted = client.get("/experiments?sort=-uplift").status_is(200);
    assert_eq!(sorted.items()[0]["id"], shown["id"]);
}

fn rows_of_several_clients_are_whole(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (path, of, goal) = running(team.owner());
    let results = format!("{path}/results");
    std::thread::scope(|scope| {
        for at in 1..=4_i64 {
            let (results, of, client) = (&results, &of, team.owner());
            scope.spawn(move || {
                for _ in 0..5 {
                    let rows: Vec<Value> = (1..=28)
                        .flat_map(|day| of.iter().map(move |variation| (day, *variation)))
                        .map(|(day, variation)| row(variation, goal, &format!("2026-01-{day:02}"), at * 1000, at * 10))
                        .collect();
                    client.post(results, json!({ "rows": rows })).status_is(200);
                }
            });
        }
    });
    for number in 1..=2 {
        let rows = team.owner().get(&format!("{results}?page[size]=28&page[number]={number}")).status_is(200);
        assert_eq!((rows.items().len(), &rows.body["meta"]["total"]), (28, &json!(56)));
        for row in rows.items() {
            let users = row["users"].as_i64().expect("a count");
            assert_eq!(row["conversions"].as_i64(), Some(users / 100), "{row}");
        }
    }
}

/// The operations on results fit only their own experiment, and are held against the matrix of rights here.
fn who_may_record_and_who_may_not(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let owner = team.owner();
    let (path, of, goal) = running(owner);
    let results = format!("{path}/results");
    let rows = json!({ "rows": [row(of[0], goal, "2026-01-01", 10, 2)] });
    let member = team.newcomer("member");
    let read_only = team.key(member.user_id, "read", &[]).client;
    team.viewer().post(&results, rows.clone()).refused(403, "This action is unauthorized.");
    read_only.post(&results, rows.clone()).refused(403, "Invalid ability provided.");
    other.owner().post(&results, rows.clone()).status_is(404);
    let made = member.client.post(&results, rows.clone()).status_is(200).items()[0]["id"].clone();
    assert_eq!(team.viewer().get(&results).status_is(200).total(), 1);
    other.owner().get(&results).status_is(404);
    let one = format!("{results}/{made}");
    team.viewer().delete(&one).refused(403, "This action is unauthorized.");
    read_only.delete(&one).refused(403, "Invalid ability provided.");
    other.owner().delete(&one).status_is(404);
    let (theirs, ..) = running(other.owner());
    other.owner().delete(&format!("{theirs}/results/{made}")).status_is(404);
    assert_eq!(owner.get(&results).status_is(200).total(), 1);
    member.client.delete(&one).refused(403, "This action is unauthorized.");
    owner.patch(&path, json!({ "owner_id": member.user_id })).status_is(200);
    member.client.delete(&one).status_is(204);
    team.billing("blocked", &[]);
    owner.post(&results, rows).status_is(402);
    owner.get(&results).status_is(200);
}
