//! The figures of team-activity and health.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::calendar::{DAY, clock, weekday};
use super::computed::{View, Window, days, decided, float, rounded, share};
use super::team_records::{at, id, ids, number};

pub(super) fn team_activity(view: &View<'_>, window: Window, _query: &str) -> Value {
    let asked =
        |it: &&Value| view.owners.as_ref().is_none_or(|asked| asked.iter().any(|id| it["causer_id"] == json!(id)));
    let log: Vec<&Value> =
        view.team_records.log.iter().filter(|it| window.holds(at(it, "created_at"))).filter(asked).collect();
    let place = |it: &Value| clock(at(it, "created_at").expect("a moment"));
    let users = view.team_records.users.iter().map(|user| {
        let own: Vec<&Value> = log.iter().copied().filter(|it| it["causer_id"] == user["id"]).collect();
        let of = |event: &str| own.iter().filter(|it| it["event"] == json!(event)).count();
        let mut created: BTreeMap<String, i64> = BTreeMap::new();
        for it in own.iter().filter(|it| it["event"] == json!("created")) {
            *created.entry(it["subject_type"].as_str().expect("a kind").to_owned()).or_default() += 1;
        }
        let last = own.iter().max_by_key(|it| at(it, "created_at"));
        let mut owned =
            view.team_records.experiments.iter().filter(|it| it["owner_id"] == user["id"]).collect::<Vec<_>>();
        owned.retain(|it| view.aa || it["type"] != json!("aa"));
        json!({
            "user_id": user["id"], "name": user["name"], "updates": of("updated"), "votes": of("voted"),
            "scores": of("scored"), "comments": created.get("comment").unwrap_or(&0),
            "learnings": created.get("learning").unwrap_or(&0), "created": created, "experiments_owned": owned.len(),
            "last_active_at": last.map(|it| it["created_at"].clone()),
            "active_days": own.iter().map(|it| place(it).0).collect::<BTreeSet<_>>().len(),
        })
    });
    let working = view.team_records.users.iter().filter(|user| user["role"] != json!("viewer"));
    let active = working.clone().filter(|user| log.iter().any(|it| it["causer_id"] == user["id"])).count();
    let cells = (1..=7).flat_map(|day| (0..24).map(move |hour| (day, hour))).map(|(day, hour)| {
        let own = log.iter().filter(|it| (weekday(place(it).0) + 1, place(it).1) == (day, hour));
        json!({ "weekday": day, "hour": hour, "count": own.count() })
    });
    json!({
        "users": users.collect::<Vec<_>>(), "participation": share(active, working.count()),
        "heatmap": cells.collect::<Vec<_>>(),
    })
}

const CHECKS: [&str; 10] = [
    "hypothesis",
    "primary_goal",
    "sample_size",
    "reached_sample",
    "min_runtime",
    "whole_weeks",
    "no_srm",
    "not_stopped_early",
    "learning",
    "implemented_in_60_days",
];

/// Whether an experiment passes a check; none where it does not apply.
fn passes(view: &View<'_>, it: &Value, check: &str) -> Option<bool> {
    let settings = &view.team_records.team["settings"];
    let ran: f64 =
        view.team_records.runs_since_start(it).iter().map(|(from, to)| days(to.unwrap_or(view.now) - from)).sum();
    let ended = !it["ended_at"].is_null();
    let completed = it["status"] == json!("completed");
    let (users, required) = (number(it, "actual_sample_size"), number(it, "required_sample_size"));
    match check {
        "hypothesis" => Some(!it["hypothesis"].is_null()),
        "primary_goal" => Some(!it["primary_goal_id"].is_null()),
        "sample_size" => {
            let goal = view.team_records.goals.iter().find(|goal| goal["id"] == it["primary_goal_id"])?;
            (goal["metric_type"] == json!("binomial")).then_some(required.is_some())
        }
        "reached_sample" => required.filter(|_| ended).map(|required| users.is_some_and(|users| users >= required)),
        "min_runtime" => ended.then(|| rounded(ran) >= number(settings, "min_runtime_days").expect("a number")),
        "whole_weeks" => ended.then(|| rounded(ran).round() > 0.0 && rounded(ran).round() % 7.0 == 0.0),
        "no_srm" => users.filter(|users| *users >= 100.0).map(|_| {
            number(it, "srm_p_value").is_none_or(|p| p >= number(settings, "srm_threshold").expect("a number"))
        }),
        "not_stopped_early" => completed.then(|| it["result"] != json!("stopped_early")),
        "learning" => (completed && it["result"] != json!("invalid")).then(|| !ids(&it["learnings"]).is_empty()),
        _ => {
            let late = decided(it).filter(|_| completed && it["decision"] == json!("ship"))? + 60 * DAY;
            (late <= view.now).then(|| at(it, "implemented_at").is_some_and(|done| done <= late))
        }
    }
}

pub(super) fn health(view: &View<'_>, window: Window, _query: &str) -> Value {
    let completed: BTreeSet<i64> = view.completed(window).into_iter().map(id).collect();
    let own: Vec<&Value> = view
        .experiments
        .iter()
        .copied()
        .filter(|it| window.holds(at(it, "started_at")) || completed.contains(&id(it)))
        .collect();
    let score = |passed: usize, all: usize| (all > 0).then(|| rounded(100.0 * float(passed) / float(all)));
    let verdicts = |it: &Value| -> Vec<(&str, bool)> {
        CHECKS.iter().filter_map(|check| Some((*check, passes(view, it, check)?))).collect()
    };
    let passed = |verdicts: &[(&str, bool)]| verdicts.iter().filter(|it| it.1).count();
    let all: Vec<(&str, bool)> = own.iter().flat_map(|it| verdicts(it)).collect();
    let checks = CHECKS.iter().map(|check| {
        let of: Vec<(i64, bool)> = own.iter().filter_map(|it| Some((id(it), passes(view, it, check)?))).collect();
        let good = of.iter().filter(|it| it.1).count();
        json!({
            "check": check, "passed": good, "applicable": of.len(), "rate": share(good, of.len()),
            "experiment_ids": of.iter().filter(|it| !it.1).map(|it| it.0).collect::<Vec<_>>(),
        })
    });
    let experiments = own.iter().map(|it| {
        let verdicts = verdicts(it);
        let failed: Vec<&str> = verdicts.iter().filter(|it| !it.1).map(|it| it.0).collect();
        json!({ "id": it["id"], "score": score(passed(&verdicts), verdicts.len()), "failed": failed })
    });
    json!({
        "score": score(passed(&all), all.len()), "checks": checks.collect::<Vec<_>>(),
        "experiments": experiments.collect::<Vec<_>>(),
    })
}
