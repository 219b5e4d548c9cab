//! Every report of one workspace, asked for in many ways, against what its records say.

use serde_json::{Value, json};

use super::computed::{View, Window, before, delta};
use super::fixture::{ReportFixture, laid};
use super::resets::reset_some;
use super::team_records::TeamRecords;
use super::{alike, figures, flow, impact, report, tested, work};
use crate::records::made;
use crate::world::{Client, Store, World, on_both};

on_both![reports_tell_what_the_records_say];

pub(super) type Figures = fn(&View<'_>, Window, &str) -> Value;

pub(super) const REPORTS: [(&str, Figures); 11] = [
    ("overview", figures::overview),
    ("win-rate", figures::win_rate),
    ("velocity", figures::velocity),
    ("time-in-stage", flow::time_in_stage),
    ("ideas", flow::ideas),
    ("learnings", flow::learnings),
    ("impact", impact::impact),
    ("coverage", tested::coverage),
    ("team-activity", work::team_activity),
    ("health", work::health),
    ("timeline", tested::timeline),
];

/// The figures that a report holds against those of other days.
fn compared(name: &str, data: &Value) -> Option<Value> {
    let without = |it: &Value, left_out: &[&str]| -> Value {
        let members = it.as_object().expect("figures").iter();
        members.filter(|it| !left_out.contains(&it.0.as_str())).map(|(name, it)| (name.clone(), it.clone())).collect()
    };
    match name {
        "overview" => Some(without(data, &["previous", "delta"])),
        "win-rate" => Some(without(&data["total"], &["key", "label", "win_rate_ci"])),
        "velocity" | "learnings" => Some(data["totals"].clone()),
        "impact" => Some(json!({ "won": data["won"], "avoided_loss": data["avoided_loss"], "net": data["net"] })),
        _ => None,
    }
}

/// A report says what follows from the records.
#[track_caller]
fn holds(client: &Client, team_records: &TeamRecords, name: &str, query: &str) {
    let (_, figures) = REPORTS.iter().find(|it| it.0 == name).expect("a report");
    let answer = report(client, name, query);
    let view = View::of(team_records, query, &answer["meta"]);
    let window = view.window(query);
    let days = [window.first, window.last].map(super::calendar::written_day);
    assert_eq!((&answer["meta"]["from"], &answer["meta"]["to"]), (&json!(days[0]), &json!(days[1])), "{name}?{query}");
    let mut expected = figures(&view, window, query);
    if let Some(now) = compared(name, &expected) {
        let compare = query.split('&').find_map(|pair| pair.strip_prefix("compare="));
        let then = compare.map(|compare| figures(&view, before(window, compare), query));
        let previous = then.and_then(|then| compared(name, &then)).unwrap_or(Value::Null);
        (expected["delta"], expected["previous"]) = (delta(&now, &previous), previous);
    }
    let mut found = answer["data"].clone();
    tested::to_seconds(&mut found);
    tested::to_seconds(&mut expected);
    alike(&format!("{name}?{query}"), &found, &expected);
}

/// The days of both changes of the clocks, the leap day, a window of the future, and one that begins with what there
/// is.
const WINDOWS: [&str; 7] = [
    "",
    "from=2024-02-29&to=2024-03-31",
    "from=2024-03-31&to=2024-10-27",
    "from=2024-10-27&to=2024-10-27",
    "from=2024-01-20&to=2025-02-28",
    "from=2999-01-01&to=2999-02-01",
    "period=all",
];

fn narrowed(fixture: &ReportFixture) -> [String; 8] {
    [
        format!("filter[project_id]={}", fixture.projects[0]),
        format!("filter[project_id]={},{}", fixture.projects[0], fixture.projects[1]),
        format!("filter[tag_id]={}", fixture.tags[1]),
        format!("filter[goal_id]={}&period=all", fixture.goals[0]),
        format!("filter[owner_id]={}&period=all", fixture.users[1]),
        format!("filter[owner_id]={}&filter[project_id]={}&period=all", fixture.users[0], fixture.projects[1]),
        "filter[project_id]=none".to_owned(),
        "include_aa=true&period=all".to_owned(),
    ]
}

fn reports_tell_what_the_records_say(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let fixture = laid(&world, &team, store);
    reset_some(team.owner());
    let client = team.viewer();
    let team_records = TeamRecords::read(team.owner());
    let narrowed = narrowed(&fixture);
    for (name, _) in REPORTS {
        for query in WINDOWS {
            holds(client, &team_records, name, query);
        }
        // What team-activity makes of projects stands in a test of its own.
        for query in narrowed.iter().filter(|query| name != "team-activity" || !query.contains("project_id")) {
            holds(client, &team_records, name, query);
        }
    }
    of_some_days(client, &team_records);
    of_what_is_asked(client, &team_records, &fixture);
    there_is_much_to_tell(client);
    tables_and_drawings(client);
    of_projects(team.owner(), &team_records, fixture.projects);
    summaries(client, &team_records);
    of_a_collection(team.owner(), fixture.projects[0]);
}

/// Figures against those of other days, and by days, weeks and longer.
fn of_some_days(client: &Client, team_records: &TeamRecords) {
    for name in ["overview", "win-rate", "velocity", "learnings", "impact"] {
        for compare in ["previous_period", "previous_year"] {
            holds(client, team_records, name, &format!("from=2024-02-10&to=2024-02-29&compare={compare}"));
            holds(client, team_records, name, &format!("from=2024-09-01&to=2025-03-30&compare={compare}"));
        }
    }
    for granularity in ["day", "week", "quarter", "year"] {
        for name in ["velocity", "learnings"] {
            holds(client, team_records, name, &format!("from=2024-02-27&to=2025-04-02&granularity={granularity}"));
        }
    }
    holds(client, team_records, "velocity", "granularity=week&target=3");
}

/// What only one report or two can be asked.
fn of_what_is_asked(client: &Client, team_records: &TeamRecords, fixture: &ReportFixture) {
    for by in ["project", "owner", "goal", "page", "audience", "tag", "type", "month"] {
        holds(client, team_records, "win-rate", &format!("period=all&group_by={by}"));
    }
    for by in ["audience", "goal", "tag", "device"] {
        holds(client, team_records, "coverage", &format!("period=all&by={by}"));
        holds(client, team_records, "coverage", &format!("by={by}&filter[project_id]={}", fixture.projects[0]));
    }
    for kind in ["idea", "experiment"] {
        holds(client, team_records, "time-in-stage", &format!("kind={kind}&include_open=true"));
        holds(client, team_records, "time-in-stage", &format!("kind={kind}&period=all"));
    }
    holds(client, team_records, "ideas", "top=3&period=all");
    holds(client, team_records, "impact", "debias=true&period=all");
    holds(client, team_records, "impact", "debias=true&from=2024-02-01&to=2024-04-01");
    let goals = fixture.goals.map(|goal| goal.to_string());
    holds(client, team_records, "impact", &format!("filter[goal_id]={},{}&period=all", goals[1], goals[0]));
    assert!(report(client, "impact", "debias=true&period=all")["data"]["shrink"].is_f64(), "six of them have results");
}

/// What the reports were held against says something of every figure that is easily nothing.
fn there_is_much_to_tell(client: &Client) {
    for (name, query, figures) in [
        ("overview", "period=all", &["/ideas/stale", "/ideas/promoted", "/median_cycle_days", "/annual_impact"][..]),
        ("overview", "", &["/experiments/running", "/experiments/started", "/coverage_days_rate"]),
        (
            "learnings",
            "period=all",
            &["/totals/conflicts", "/totals/reuse", "/totals/orphan_insights", "/totals/capture_rate"],
        ),
        (
            "time-in-stage",
            "period=all",
            &["/spans/0/n", "/spans/1/n", "/spans/2/n", "/spans/3/n", "/spans/4/n", "/spans/5/n"],
        ),
        ("ideas", "period=all", &["/rejection_reasons/0/count", "/unscored", "/funnel/6/count", "/stale"]),
        ("impact", "period=all", &["/won", "/net", "/warnings/0/experiment_id"]),
        ("coverage", "period=all", &["/untested_traffic_share", "/items/0/experiments", "/conflicts/0/page_id"]),
        ("health", "period=all", &["/checks/6/applicable", "/checks/9/applicable", "/checks/3/applicable", "/score"]),
        ("team-activity", "", &["/participation", "/users/1/scores", "/users/0/votes", "/users/1/comments"]),
    ] {
        let data = report(client, name, query)["data"].clone();
        let is_nothing = |figure: &&&str| data.pointer(figure).and_then(Value::as_f64).is_none_or(|it| it == 0.0);
        let nothing: Vec<_> = figures.iter().filter(is_nothing).collect();
        assert!(nothing.is_empty(), "{name}?{query} tells nothing of {nothing:?}: {data}");
    }
    let told = report(client, "win-rate", "period=all&group_by=page&explain=ids")["data"].clone();
    for group in told["groups"].as_array().expect("groups").iter().chain([&told["total"]]) {
        are_named(group, &["completed", "decided", "won", "lost"]);
    }
    let told = report(client, "velocity", "period=all&explain=ids")["data"].clone();
    for bucket in told["buckets"].as_array().expect("buckets") {
        are_named(bucket, &["started", "completed", "promoted", "new_ideas", "wip"]);
        for (result, number) in bucket["by_result"].as_object().expect("results") {
            assert_eq!(
                bucket["ids"][result].as_array().map(Vec::len),
                number.as_u64().and_then(|it| it.try_into().ok())
            );
        }
    }
}

/// Each of these figures has as many ids beside it as it counts.
#[track_caller]
fn are_named(figures: &Value, names: &[&str]) {
    for name in names {
        let ids = figures["ids"][name].as_array().map(Vec::len);
        assert_eq!(ids, figures[name].as_u64().and_then(|it| it.try_into().ok()), "{name} of {figures}");
    }
}

/// A table has a line for each of the main list; every report can be drawn, the same each time.
fn tables_and_drawings(client: &Client) {
    let query = "from=2024-01-20&to=2025-02-28";
    for (name, list) in [
        ("win-rate", "groups"),
        ("velocity", "buckets"),
        ("time-in-stage", "stages"),
        ("ideas", "matrix"),
        ("learnings", "buckets"),
        ("impact", "experiments"),
        ("coverage", "items"),
        ("team-activity", "users"),
        ("health", "experiments"),
        ("timeline", "experiments"),
        ("overview", ""),
    ] {
        let data = report(client, name, query)["data"].clone();
        let items = data[list].as_array().cloned().unwrap_or_default();
        let lines = match name {
            "overview" => 22,
            "win-rate" => items.len() + 1,
            "timeline" => items.iter().filter_map(|it| it["segments"].as_array().map(Vec::len)).sum(),
            _ => items.len(),
        };
        let table = client.get(&format!("/reports/{name}?{query}&format=csv")).status_is(200);
        assert_eq!(table.text().matches("\r\n").count(), lines + 1, "{name}: {}", table.text());
        assert_eq!(table.header("x-total-count"), Some(lines.to_string().as_str()), "{name}");
        let drawn = [(); 2].map(|()| client.get(&format!("/reports/{name}.svg?{query}")).status_is(200).text());
        assert!(drawn[0] == drawn[1] && drawn[0].starts_with("<svg"), "{name}: {}", drawn[0]);
    }
}

/// The summary of a research collection.
fn of_a_collection(client: &Client, project: i64) {
    let collection = crate::records::collection(client, project, "Checkout");
    let within = |path: &str, more: Value| {
        let mut body = json!({ "project_id": project, "research_collection_id": collection, "name": "In it" });
        body.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
        made(client, path, body)
    };
    within("/insights", json!({ "type": "problem" }));
    within("/insights", json!({}));
    within("/learnings", json!({ "confidence": "high" }));
    within("/forms", json!({}));
    let gone = within("/learnings", json!({}));
    client.delete(&format!("/learnings/{gone}")).status_is(204);
    let told = client.get(&format!("/research-collections/{collection}/summary")).status_is(200).data().clone();
    assert_eq!(told["insights"]["problem"], json!(1));
    assert_eq!((&told["insights"]["none"], &told["learnings"]["high"]), (&json!(1), &json!(1)));
    assert_eq!(told["learnings"].get("none").unwrap_or(&json!(0)), &json!(0));
    assert_eq!([&told["forms"], &told["observations"], &told["responses"]], [&json!(1), &json!(0), &json!(0)]);
}

/// Each entry about a record of one of both projects is of one of them; those about others are of none.
fn of_projects(client: &Client, team_records: &TeamRecords, projects: [i64; 2]) {
    let counted = |query: &str| -> i64 {
        let told = report(client, "team-activity", &format!("from=2020-01-01&{query}"))["data"].clone();
        told["heatmap"].as_array().expect("cells").iter().filter_map(|cell| cell["count"].as_i64()).sum()
    };
    let each = projects.map(|project| counted(&format!("filter[project_id]={project}")));
    let both = counted(&format!("filter[project_id]={},{}", projects[0], projects[1]));
    let others = ["team", "user", "tag", "key", "invitation"].map(|kind| json!(kind));
    // One tag is of a project; pages that are gone are nowhere now.
    let is_there = |it: &Value| team_records.pages.iter().any(|page| page["id"] == it["subject_id"]);
    let is_of_none =
        |it: &&Value| others.contains(&it["subject_type"]) || (it["subject_type"] == json!("page") && !is_there(it));
    let of_none = team_records.log.iter().filter(is_of_none).count() - 1;
    assert_eq!(each[0] + each[1], both);
    assert_eq!(usize::try_from(both).expect("a number") + of_none, team_records.log.len());
}

/// The summaries of projects.
fn summaries(client: &Client, team_records: &TeamRecords) {
    for project in &team_records.projects {
        let path = format!("/projects/{}/summary", project["id"]);
        let told = client.get(&path).status_is(200).data().clone();
        let own = |records: &[Value]| {
            records.iter().filter(|it| it["project_id"] == project["id"]).cloned().collect::<Vec<_>>()
        };
        let experiments = own(&team_records.experiments);
        let with = |status: &str, of: &[Value]| of.iter().filter(|it| it["status"] == json!(status)).count();
        assert_eq!(told["counts"]["experiments"]["completed"], json!(with("completed", &experiments)));
        assert_eq!(told["counts"]["ideas"]["rejected"], json!(with("rejected", &own(&team_records.ideas))));
        assert_eq!(told["counts"]["learnings"]["total"], json!(own(&team_records.learnings).len()));
        assert_eq!(told["counts"]["pages"]["archived"], json!(1));
        assert_eq!(told["running"], json!(with("running", &experiments) + with("paused", &experiments)));
        let query = format!("filter[project_id]={}", project["id"]);
        let total = report(client, "win-rate", &format!("{query}&period=all"))["data"]["total"].clone();
        let recent = report(client, "overview", &query)["data"]["velocity_per_month"].clone();
        alike(&path, &told["win_rate"], &total["win_rate"]);
        alike(&path, &told["win_rate_ci"], &total["win_rate_ci"]);
        let ratio = told["velocity_per_month"].as_f64().expect("a number") - recent.as_f64().expect("a number");
        assert!(ratio.abs() < 1e-4, "{path}: {told} {recent}");
        assert!(told["last_activity_at"].is_string());
    }
}
