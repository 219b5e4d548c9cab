//! Counters: one for each scheme and scope key, shared by every kind of record that is assigned to the scheme.

use serde_json::{Value, json};

use super::{PATH, assigned, body, claims, coded, counted, scheme, shown};
use crate::records::project;
use crate::world::{Store, World, on_both};

on_both![
    the_counter_of_the_team_is_shared_by_projects_and_kinds,
    the_counter_of_a_project_is_its_own_and_shared_by_kinds,
    the_counter_of_an_unnamed_project_comes_with_its_first_claim,
    counters_begin_where_the_scheme_says,
    a_number_is_as_wide_as_its_zeros_and_grows_beyond_them,
    the_number_stands_where_the_template_has_it,
    the_last_numbers_there_are_break_nothing,
];

fn the_counter_of_the_team_is_shared_by_projects_and_kinds(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let [one, two] = [project(team.owner()), project(team.owner())];
    let assignments = json!([assigned("ideas", None), assigned("insights", one), assigned("experiments", None)]);
    let id = scheme(team.owner(), "team", "A-{number:0}", assignments);
    claims(team.owner(), "ideas", one, &["A-1"]);
    claims(team.owner(), "insights", one, &["A-2"]);
    claims(team.owner(), "ideas", two, &["A-3"]);
    claims(team.owner(), "insights", one, &["A-4"]);
    assert_eq!(counted(team.owner(), id), (4, vec![("team".to_owned(), 5)]));
}

fn the_counter_of_a_project_is_its_own_and_shared_by_kinds(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let [one, two] = [project(team.owner()), project(team.owner())];
    let assignments = json!([assigned("ideas", one), assigned("ideas", two), assigned("insights", None)]);
    let id = scheme(team.owner(), "project", "P-{number:0}", assignments);
    claims(team.owner(), "ideas", one, &["P-1"]);
    claims(team.owner(), "insights", one, &["P-2"]);
    claims(team.owner(), "ideas", two, &["P-1"]);
    claims(team.owner(), "insights", two, &["P-2"]);
    claims(team.owner(), "ideas", one, &["P-3"]);
    let states = vec![(format!("project:{one}"), 4), (format!("project:{two}"), 3)];
    assert_eq!(counted(team.owner(), id), (5, states));
}

fn the_counter_of_an_unnamed_project_comes_with_its_first_claim(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (one, two) = (coded(team.owner(), "ONE"), project(team.owner()));
    let mut everywhere = body("project", "P-{number:0}", json!([assigned("ideas", None), assigned("insights", None)]));
    everywhere["initial_number"] = json!(10);
    let id = team.owner().post(PATH, everywhere).status_is(201).id();
    assert_eq!(counted(team.owner(), id), (0, vec![]));
    claims(team.owner(), "ideas", one, &["P-10"]);
    assert_eq!(counted(team.owner(), id), (1, vec![(format!("project:{one}"), 11)]));
    claims(team.owner(), "insights", two, &["P-10", "P-11"]);
    claims(team.owner(), "insights", one, &["P-11"]);
    let states = vec![(format!("project:{one}"), 12), (format!("project:{two}"), 12)];
    assert_eq!(counted(team.owner(), id), (4, states));
    let shown = shown(team.owner(), id);
    let state = |key: String| {
        let found =
            shown["sequence_states"].as_array().expect("states").iter().find(|it| it["scope_key"] == json!(key));
        found.expect("a state").clone()
    };
    let first = state(format!("project:{one}"));
    assert!(first["id"].is_i64());
    assert_eq!([&first["project_id"], &first["project_code"]], [&json!(one), &json!("ONE")]);
    let second = state(format!("project:{two}"));
    assert_eq!([&second["project_id"], &second["project_code"]], [&json!(two), &Value::Null]);
}

fn counters_begin_where_the_scheme_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let [one, two] = [project(team.owner()), project(team.owner())];
    for (scope, kind, expected) in
        [("team", "ideas", ["S-500", "S-501", "S-502"]), ("project", "insights", ["S-500", "S-500", "S-501"])]
    {
        let mut later = body(scope, "S-{number:0}", json!([assigned(kind, None)]));
        later["initial_number"] = json!(500);
        team.owner().post(PATH, later).status_is(201);
        for (home, identifier) in [one, two, one].into_iter().zip(expected) {
            claims(team.owner(), kind, home, &[identifier]);
        }
    }
}

fn a_number_is_as_wide_as_its_zeros_and_grows_beyond_them(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let mut narrow = body("team", "N{number:000}", json!([assigned("ideas", None)]));
    narrow["initial_number"] = json!(998);
    team.owner().post(PATH, narrow).status_is(201);
    claims(team.owner(), "ideas", home, &["N998", "N999", "N1000", "N1001"]);
    let mut wide = body("team", "{number:00000000000000000000}", json!([assigned("insights", None)]));
    wide["initial_number"] = json!(1_234_567_890_123i64);
    team.owner().post(PATH, wide).status_is(201);
    claims(team.owner(), "insights", home, &["00000001234567890123", "00000001234567890124"]);
}

fn the_number_stands_where_the_template_has_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for (template, identifier) in [
        ("{number:0}", "1"),
        ("{number:00} ideas", "01 ideas"),
        ("Idée n° {number:000}/\u{1F600}", "Idée n° 001/\u{1F600}"),
        ("number:0 {number:0}", "number:0 1"),
        ("{project_code}{number:0}{project_code}", "C1C"),
        (r#"%s \1 $1 "' {number:0} {project_code}"#, r#"%s \1 $1 "' 1 C"#),
    ] {
        let team_of_its_own = world.team();
        let owner = team_of_its_own.owner();
        let home = coded(owner, "C");
        scheme(owner, "project", template, json!([assigned("ideas", home)]));
        claims(owner, "ideas", home, &[identifier]);
    }
    let longest = format!("{}{{number:0}}", "é".repeat(110));
    scheme(team.owner(), "team", &longest, json!([assigned("ideas", None)]));
    claims(team.owner(), "ideas", project(team.owner()), &[&format!("{}1", "é".repeat(110))]);
}

fn the_last_numbers_there_are_break_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for initial in [9_000_000_000_000_000i64 - 1, i64::MAX - 1, i64::MAX] {
        let home = project(team.owner());
        let mut last = body("project", "L-{number:0}", json!([assigned("ideas", home)]));
        last["initial_number"] = json!(initial);
        let answer = team.owner().post(PATH, last);
        if answer.status != 201 {
            answer.invalid_under("initial_number");
            continue;
        }
        let body = json!({ "project_id": home, "name": "One" });
        let mut given = Vec::new();
        for _ in 0..3 {
            let answer = team.owner().post("/ideas", body.clone());
            assert!(answer.status < 500, "from {initial}: {} {}", answer.status, answer.text());
            given.extend(answer.body["data"]["identifier"].as_str().map(str::to_owned));
        }
        let number = given.len();
        given.dedup();
        assert_eq!(given.len(), number, "{given:?}");
        team.owner().get(PATH).status_is(200);
    }
}
