//! The figures of overview, win-rate and velocity.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::calendar::{At, DAY, clock, written_day};
use super::computed::{
    View, Window, covered, days, decided, float, found, mean, name_of, quantile, ratio, rounded, share,
};
use super::team_records::{at, id, ids, number};

const RESULTS: [&str; 6] = ["won", "lost", "inconclusive", "neutral", "stopped_early", "invalid"];

fn with(experiments: &[&Value], result: &str) -> usize {
    experiments.iter().filter(|it| it["result"] == json!(result)).count()
}

fn by_result(experiments: &[&Value]) -> Value {
    RESULTS.iter().map(|result| ((*result).to_owned(), json!(with(experiments, result)))).collect()
}

/// Ideas that are not decided on yet.
pub(super) fn open(idea: &Value) -> bool {
    let statuses = ["backlog", "under_review", "approved", "planned"];
    idea["archived_at"].is_null() && statuses.contains(&idea["status"].as_str().expect("a status"))
}

pub(super) fn stale(view: &View<'_>, ideas: &[&Value]) -> usize {
    let most = view.team_records.team["settings"]["stale_idea_days"].as_i64().expect("a number") * DAY;
    let last = |idea: &Value| {
        let own = view
            .team_records
            .log
            .iter()
            .filter(|it| it["subject_type"] == json!("idea") && it["subject_id"] == idea["id"]);
        own.filter_map(|it| at(it, "created_at")).max().expect("an entry")
    };
    ideas.iter().filter(|it| open(it) && view.now - last(it) >= most).count()
}

pub(super) fn overview(view: &View<'_>, window: Window, _query: &str) -> Value {
    let completed = view.completed(window);
    let there: Vec<&Value> =
        view.ideas.iter().copied().filter(|it| at(it, "created_at").is_some_and(|at| at < window.until)).collect();
    let ideas = |field: &str| view.ideas.iter().filter(|it| window.holds(at(it, field))).count();
    let mut experiments = by_result(&completed);
    experiments["running"] = json!(view.active(window.until.min(view.now)));
    experiments["started"] = json!(view.experiments.iter().filter(|it| window.holds(at(it, "started_at"))).count());
    experiments["completed"] = json!(completed.len());
    let sure: usize = RESULTS[..4].iter().map(|result| with(&completed, result)).sum();
    let cycles: Vec<f64> = completed
        .iter()
        .map(|it| days(decided(it).expect("a moment") - at(it, "started_at").expect("a start")))
        .collect();
    let runs = view.experiments.iter().flat_map(|it| view.team_records.runs(id(it)));
    let ran = covered(runs.filter_map(|run| window.cut(run, view.now)).collect());
    let worth: Vec<f64> = completed
        .iter()
        .filter(|it| it["result"] == json!("won"))
        .filter_map(|it| number(it, "annual_impact"))
        .collect();
    let all = window.days(view.now);
    json!({
        "ideas": {
            "total": there.len(), "open": there.iter().filter(|it| open(it)).count(),
            "new": ideas("created_at"), "promoted": ideas("promoted_at"), "stale": stale(view, &there),
        },
        "experiments": experiments,
        "win_rate": share(with(&completed, "won"), sure),
        "conclusive_rate": share(with(&completed, "won") + with(&completed, "lost"), sure),
        "velocity_per_month": ratio(float(completed.len()) * 30.4375, all),
        "median_cycle_days": quantile(&cycles, 0.5).map(rounded),
        "learnings": view.learnings.iter().filter(|it| window.holds(found(it))).count(),
        "insights": view.insights.iter().filter(|it| window.holds(found(it))).count(),
        "coverage_days_rate": ratio(ran, all),
        "annual_impact": (!worth.is_empty()).then(|| worth.iter().sum::<f64>()),
    })
}

/// The interval of Wilson at 95 %.
pub(super) fn wilson(part: usize, whole: usize) -> Value {
    if whole == 0 {
        return Value::Null;
    }
    let (z, n) = (1.959_963_984_540_054_f64, float(whole));
    let p = float(part) / n;
    let (middle, half) = (p + z * z / (2.0 * n), z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt());
    let below = 1.0 + z * z / n;
    json!([((middle - half) / below).max(0.0), (middle + half) / below])
}

pub(super) fn outcomes(view: &View<'_>, own: &[&Value]) -> Value {
    let number_of = |result: &str| with(own, result);
    let sure: usize = RESULTS[..4].iter().map(|result| number_of(result)).sum();
    let falls = |it: &Value| {
        let goal = view.team_records.goals.iter().find(|goal| goal["id"] == it["primary_goal_id"]);
        goal.is_some_and(|goal| goal["direction"] == json!("decrease"))
    };
    let gains: Vec<f64> = own
        .iter()
        .filter(|it| it["result"] == json!("won"))
        .filter_map(|it| number(it, "uplift").map(|uplift| if falls(it) { -uplift } else { uplift }))
        .collect();
    let lasted: Vec<f64> =
        own.iter().filter_map(|it| Some(days(at(it, "ended_at")? - at(it, "started_at")?))).collect();
    let mut told = by_result(own);
    for (name, figure) in [
        ("completed", json!(own.len())),
        ("decided", json!(sure)),
        ("win_rate", share(number_of("won"), sure)),
        ("win_rate_ci", wilson(number_of("won"), sure)),
        ("loss_rate", share(number_of("lost"), sure)),
        ("inconclusive_rate", share(number_of("inconclusive") + number_of("neutral"), sure)),
        ("conclusive_rate", share(number_of("won") + number_of("lost"), sure)),
        ("invalid_rate", share(number_of("invalid") + number_of("stopped_early"), own.len())),
        ("win_rate_all", share(number_of("won"), own.len())),
        ("avg_uplift_won", json!(mean(&gains))),
        ("median_duration_days", json!(quantile(&lasted, 0.5).map(rounded))),
    ] {
        told[name] = figure;
    }
    told
}

pub(super) fn win_rate(view: &View<'_>, window: Window, query: &str) -> Value {
    let by = query.split('&').find_map(|pair| pair.strip_prefix("group_by=")).unwrap_or("none");
    let completed = view.completed(window);
    let mut groups: BTreeMap<String, (Value, String, Vec<&Value>)> = BTreeMap::new();
    let month = |at: At| written_day(clock(at).0)[..7].to_owned();
    if by == "month" {
        for bucket in window.buckets("month") {
            let key = written_day(bucket.first)[..7].to_owned();
            groups.insert(json!(key).to_string(), (json!(key), key, Vec::new()));
        }
    }
    let team_records = view.team_records;
    let linked = |it: &Value, relation: &str, names: &[Value]| -> Vec<(Value, String)> {
        ids(&it[relation]).into_iter().map(|id| (json!(id), name_of(names, id))).collect()
    };
    let single = |it: &Value, field: &str, names: &[Value]| -> Vec<(Value, String)> {
        it[field].as_i64().map(|id| (json!(id), name_of(names, id))).into_iter().collect()
    };
    for it in &completed {
        let mut keys = match by {
            "none" => continue,
            "project" => single(it, "project_id", &team_records.projects),
            "owner" => single(it, "owner_id", &team_records.users),
            "goal" => linked(it, "goals", &team_records.goals),
            "page" => linked(it, "pages", &team_records.pages),
            "audience" => linked(it, "audiences", &team_records.audiences),
            "tag" => {
                let own = team_records.tags.iter().filter(|tag| ids(&tag["experiments"]).contains(&id(it)));
                own.map(|tag| (tag["id"].clone(), tag["name"].as_str().expect("a name").to_owned())).collect()
            }
            "type" => vec![(it["type"].clone(), it["type"].as_str().expect("a word").to_owned())],
            _ => vec![decided(it).map(|at| (json!(month(at)), month(at))).expect("a month")],
        };
        if keys.is_empty() {
            keys.push((Value::Null, "None".to_owned()));
        }
        for (key, label) in keys {
            groups.entry(key.to_string()).or_insert_with(|| (key, label, Vec::new())).2.push(it);
        }
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    match by {
        "month" => groups.sort_by(|one, two| one.1.cmp(&two.1)),
        _ => groups.sort_by(|one, two| two.2.len().cmp(&one.2.len()).then_with(|| one.1.cmp(&two.1))),
    }
    let tell = |key: &Value, label: &str, own: &[&Value]| {
        let mut told = outcomes(view, own);
        (told["key"], told["label"]) = (key.clone(), json!(label));
        told
    };
    let told: Vec<Value> = groups.iter().map(|(key, label, own)| tell(key, label, own)).collect();
    json!({ "groups": told, "total": tell(&Value::Null, "Total", &completed) })
}

/// The most stretches that lie over each other at a moment, tried at the beginning of each.
fn most(stretches: &[(At, At)]) -> usize {
    let over = |moment: At| stretches.iter().filter(|(from, to)| (*from..*to).contains(&moment)).count();
    stretches.iter().map(|(from, _)| over(*from)).max().unwrap_or(0)
}

pub(super) fn velocity(view: &View<'_>, window: Window, _query: &str) -> Value {
    let buckets = window.buckets(&view.granularity);
    let mut counts: Vec<f64> = Vec::new();
    let mut told = Vec::new();
    let among = |records: &[&Value], field: &str, bucket: Window| -> usize {
        records.iter().filter(|it| bucket.holds(at(it, field))).count()
    };
    for bucket in &buckets {
        let completed = view.completed(*bucket);
        counts.push(float(completed.len()));
        let runs = view.experiments.iter().flat_map(|it| view.team_records.runs(id(it)));
        let runs: Vec<_> = runs.filter_map(|run| bucket.cut(run, view.now)).collect();
        let ran: f64 = runs.iter().map(|(from, to)| days(to - from)).sum();
        let of_projects = view.team_records.projects.iter().filter_map(|project| {
            let own = |them: &[&Value]| them.iter().filter(|it| it["project_id"] == project["id"]).count();
            let begun: Vec<&Value> =
                view.experiments.iter().copied().filter(|it| bucket.holds(at(it, "started_at"))).collect();
            let (started, ended) = (own(&begun), own(&completed));
            let any = started + ended > 0;
            any.then(|| json!({ "project_id": project["id"], "started": started, "completed": ended }))
        });
        let last = counts.len();
        told.push(json!({
            "start": written_day(bucket.first), "end": written_day(bucket.last),
            "started": among(&view.experiments, "started_at", *bucket),
            "completed": completed.len(),
            "by_result": by_result(&completed),
            "by_project": of_projects.collect::<Vec<_>>(),
            "promoted": among(&view.ideas, "promoted_at", *bucket),
            "new_ideas": among(&view.ideas, "created_at", *bucket),
            "concurrent_avg": ratio(ran, bucket.days(view.now)),
            "concurrent_max": most(&runs),
            "wip": view.active(bucket.until.min(view.now)),
            "rolling_mean": (last >= 3).then(|| counts[last - 3..].iter().sum::<f64>() / 3.0),
        }));
    }
    let n = float(counts.len());
    let sum = |of: &dyn Fn(usize) -> f64| (0..counts.len()).map(of).sum::<f64>();
    let below = n * sum(&|at| float(at) * float(at)) - sum(&|at| float(at)).powi(2);
    let above = n * sum(&|at| float(at) * counts[at]) - sum(&|at| float(at)) * sum(&|at| counts[at]);
    let (started, completed) = (among(&view.experiments, "started_at", window), view.completed(window).len());
    json!({
        "buckets": told,
        "totals": {
            "started": started, "completed": completed, "promoted": among(&view.ideas, "promoted_at", window),
            "new_ideas": among(&view.ideas, "created_at", window), "throughput_ratio": share(completed, started),
        },
        "per_month": ratio(float(completed) * 30.4375, window.days(view.now)),
        "trend_slope": if counts.len() < 2 { Value::Null } else { json!(above / below) },
    })
}

#[test]
fn an_interval_is_that_of_the_page() {
    super::alike("7 of 20", &wilson(7, 20), &json!([0.181_191_824, 0.567_145_723]));
}
