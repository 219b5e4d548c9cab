//! The figures of time-in-stage, ideas and learnings.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::calendar::{At, DAY, written_day};
use super::computed::{View, Window, days, found, mean, quantile, rounded, share};
use super::figures::{open, stale};
use super::team_records::{Stay, at, id, ids, number};

const OF_IDEAS: [&str; 7] = ["backlog", "under_review", "approved", "planned", "in_experiment", "done", "rejected"];
const OF_EXPERIMENTS: [&str; 8] =
    ["draft", "in_preparation", "ready", "running", "paused", "analyzing", "completed", "cancelled"];

fn spread(name: &str, word: &str, own: &[f64]) -> Value {
    let shown = |figure: Option<f64>| json!(figure.map(rounded));
    json!({
        name: word, "n": own.len(), "mean": shown(mean(own)), "median": shown(quantile(own, 0.5)),
        "p75": shown(quantile(own, 0.75)), "p90": shown(quantile(own, 0.9)), "max": shown(quantile(own, 1.0)),
    })
}

pub(super) fn time_in_stage(view: &View<'_>, window: Window, query: &str) -> Value {
    let team_records = view.team_records;
    let (stages, records, histories) = if query.contains("kind=idea") {
        (&OF_IDEAS[..], &view.ideas, &team_records.of_ideas)
    } else {
        (&OF_EXPERIMENTS[..], &view.experiments, &team_records.of_experiments)
    };
    let include_open = query.contains("include_open=true");
    let stages: Vec<Value> = stages
        .iter()
        .map(|stage| {
            let own = |it: &&Value| -> Vec<Stay> {
                histories[&id(it)].iter().filter(|stay| stay.0 == *stage).cloned().collect()
            };
            let lasted = |stays: &[Stay], open: bool| -> f64 {
                let one = |stay: &Stay| Some(days(stay.2.or(open.then_some(view.now))? - stay.1));
                stays.iter().filter_map(one).sum()
            };
            let all: Vec<Vec<Stay>> = records.iter().map(own).filter(|stays| !stays.is_empty()).collect();
            let is_in = |stays: &&Vec<Stay>| stays.iter().any(|stay| stay.2.is_none());
            let counted = all
                .iter()
                .filter(|stays| stays.iter().any(|stay| window.holds(stay.2)) || (include_open && is_in(stays)));
            let figures: Vec<f64> = counted.map(|stays| lasted(stays, include_open)).collect();
            let there: Vec<f64> = all.iter().filter(is_in).map(|stays| lasted(stays, true)).collect();
            let p90 = quantile(&figures, 0.9);
            let mut told = spread("stage", stage, &figures);
            told["currently_in"] = json!(there.len());
            told["aging"] = json!(there.iter().filter(|it| p90.is_some_and(|p90| **it > p90)).count());
            told
        })
        .collect();
    json!({ "stages": stages, "spans": spans(view, window) })
}

fn spans(view: &View<'_>, window: Window) -> Vec<Value> {
    let team_records = view.team_records;
    let span = |name: &&str| {
        let of = |it: &&&Value| -> Option<f64> {
            let idea = team_records.ideas.iter().find(|idea| idea["id"] == it["idea_id"]);
            let recorded = idea.and_then(|idea| at(idea, "created_at"));
            let approved =
                idea.and_then(|idea| team_records.of_ideas[&id(idea)].iter().find(|stay| stay.0 == "approved"));
            let [started, ended, decided, implemented] =
                ["started_at", "ended_at", "decided_at", "implemented_at"].map(|field| at(it, field));
            let first_start = team_records.runs(id(it)).first().map(|run| run.0).or(started);
            let (from, to) = match *name {
                "agility" => (recorded, first_start),
                "lead" => (recorded, decided),
                "build" => (approved.map(|stay| stay.1), started),
                "run" => (started, ended),
                "analysis" => (ended, decided),
                _ => (decided, implemented),
            };
            let (from, to) = (from?, to?);
            if from > to || !window.holds(Some(to)) {
                return None;
            }
            let ran =
                || team_records.runs_since_start(it).iter().map(|(from, to)| days(to.expect("an end") - from)).sum();
            Some(if *name == "run" { ran() } else { days(to - from) })
        };
        let own: Vec<f64> = view.experiments.iter().filter_map(|it| of(&it)).collect();
        spread("span", name, &own)
    };
    ["agility", "lead", "build", "run", "analysis", "rollout"].iter().map(span).collect()
}

pub(super) fn ideas(view: &View<'_>, window: Window, query: &str) -> Value {
    let top: usize =
        query.split('&').find_map(|pair| pair.strip_prefix("top=")).map_or(10, |it| it.parse().expect("a number"));
    let created = |it: &Value| at(it, "created_at").expect("a moment");
    let there: Vec<&Value> =
        view.ideas.iter().copied().filter(|it| it["archived_at"].is_null() && created(it) < window.until).collect();
    let open: Vec<&Value> = there.iter().copied().filter(|it| open(it)).collect();
    let words = |words: &[&str]| words.iter().map(|word| json!(word)).chain([Value::Null]).collect::<Vec<_>>();
    let matrix = OF_IDEAS.iter().flat_map(|status| {
        let there = &there;
        words(&["low", "medium", "high", "critical"]).into_iter().map(move |priority| {
            let own = there.iter().filter(|it| it["status"] == json!(status) && it["priority"] == priority).count();
            json!({ "status": status, "priority": priority, "count": own })
        })
    });
    let bands = [(0.0, 25.0), (25.0, 50.0), (50.0, 75.0), (75.0, 100.0)];
    let band = |(band, (from, to)): (usize, (f64, f64))| {
        let within = |it: &&&Value| {
            number(it, "priority_score_normalized")
                .is_some_and(|it| from <= it && (it < to || (it == 100.0 && to == 100.0)))
        };
        json!({ "band": band + 1, "from": from, "to": to, "count": there.iter().filter(within).count() })
    };
    let ages = [("0-30", 0, 30), ("31-90", 31, 90), ("91-180", 91, 180), ("180+", 181, i64::MAX)];
    let age = |(name, from, to): (&str, i64, i64)| {
        let own = open.iter().filter(|it| (from..=to).contains(&((view.now - created(it)) / DAY))).count();
        json!({ "bucket": name, "count": own })
    };
    let mut best: Vec<&Value> = open.iter().copied().filter(|it| !it["priority_score"].is_null()).collect();
    best.sort_by(|one, two| {
        let score = |it: &Value| number(it, "priority_score").expect("a score");
        score(two).total_cmp(&score(one)).then(id(one).cmp(&id(two)))
    });
    best.truncate(top);
    let best = best.iter().map(|it| json!({ "id": it["id"], "identifier": it["identifier"], "name": it["name"], "priority_score": it["priority_score"] }));
    let sources = words(&["internal", "customer", "research", "data", "competitor", "form", "other"]);
    let sources = sources
        .iter()
        .map(|word| json!({ "source": word, "count": there.iter().filter(|it| it["source"] == *word).count() }));
    let cohort: Vec<&Value> = view.ideas.iter().copied().filter(|it| window.holds(Some(created(it)))).collect();
    json!({
        "matrix": matrix.collect::<Vec<_>>(),
        "bands": bands.into_iter().enumerate().map(band).collect::<Vec<_>>(),
        "unscored": there.iter().filter(|it| it["priority_score_normalized"].is_null()).count(),
        "stale": stale(view, &open),
        "age": ages.map(age),
        "top": best.collect::<Vec<_>>(),
        "sources": sources.collect::<Vec<_>>(),
        "promotion_rate": share(cohort.iter().filter(|it| !it["promoted_at"].is_null()).count(), cohort.len()),
        "rejection_reasons": reasons(view, window),
        "funnel": funnel(view, &cohort),
    })
}

fn reasons(view: &View<'_>, window: Window) -> Vec<Value> {
    let mut counts: BTreeMap<(bool, String), i64> = BTreeMap::new();
    for idea in view.ideas.iter().filter(|it| it["status"] == json!("rejected")) {
        let last = view.team_records.of_ideas[&id(idea)].last().expect("a status");
        if last.0 == "rejected" && window.holds(Some(last.1)) {
            let reason = &idea["rejected_reason"];
            *counts.entry((reason.is_null(), reason.as_str().unwrap_or_default().to_owned())).or_default() += 1;
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(key, count)| (-count, key.clone()));
    let told = counts.into_iter().map(|((is_null, reason), count)| {
        json!({ "reason": if is_null { Value::Null } else { json!(reason) }, "count": count })
    });
    told.collect()
}

fn funnel(view: &View<'_>, cohort: &[&Value]) -> Vec<Value> {
    let steps = ["ideas", "approved", "promoted", "started", "completed", "won", "implemented"];
    let reached = |idea: &Value, step: &str| {
        let own = view.team_records.experiments.iter().filter(|it| it["idea_id"] == idea["id"]);
        let mut own = own.filter(|it| view.aa || it["type"] != json!("aa"));
        match step {
            "ideas" => true,
            "approved" => view.team_records.of_ideas[&id(idea)].iter().any(|stay| stay.0 == "approved"),
            "promoted" => !idea["promoted_at"].is_null(),
            "started" => own.any(|it| !it["started_at"].is_null()),
            "completed" => own.any(|it| it["status"] == json!("completed")),
            "won" => own.any(|it| it["result"] == json!("won")),
            _ => own.any(|it| !it["implemented_at"].is_null()),
        }
    };
    let count = |step: usize| cohort.iter().filter(|idea| steps[step..].iter().any(|it| reached(idea, it))).count();
    let told = steps.iter().enumerate().map(|(at, step)| {
        let before = count(at.saturating_sub(1));
        json!({ "step": step, "count": count(at), "step_rate": share(count(at), before), "cumulative_rate": share(count(at), cohort.len()) })
    });
    told.collect()
}

fn by_confidence<'v>(own: impl Iterator<Item = &'v Value>) -> Value {
    let mut told = json!({ "low": 0, "medium": 0, "high": 0, "unset": 0 });
    for it in own {
        let word = it["confidence"].as_str().filter(|it| ["low", "medium", "high"].contains(it)).unwrap_or("unset");
        told[word] = json!(told[word].as_i64().expect("a number") + 1);
    }
    told
}

pub(super) fn learnings(view: &View<'_>, window: Window, _query: &str) -> Value {
    let own: Vec<&Value> = view.learnings.iter().copied().filter(|it| window.holds(found(it))).collect();
    let buckets = window.buckets(&view.granularity).into_iter().map(|bucket| {
        let mut told = by_confidence(own.iter().copied().filter(|it| bucket.holds(found(it))));
        (told["start"], told["end"]) = (json!(written_day(bucket.first)), json!(written_day(bucket.last)));
        told
    });
    let by_project = view.team_records.projects.iter().filter_map(|project| {
        let mut here = own.iter().copied().filter(|it| it["project_id"] == project["id"]).peekable();
        here.peek()?;
        let mut told = by_confidence(here);
        told["project_id"] = project["id"].clone();
        Some(told)
    });
    let completed = view.completed(window);
    let taught = completed.iter().filter(|it| !ids(&it["learnings"]).is_empty()).count();
    let insights: Vec<&Value> = view.insights.iter().copied().filter(|it| window.holds(found(it))).collect();
    let orphans = insights.iter().filter(|it| ids(&it["ideas"]).is_empty() && ids(&it["learnings"]).is_empty()).count();
    let rests: usize = own.iter().map(|it| ids(&it["insights"]).len()).sum();
    let old = |idea: &Value| -> bool {
        let created: At = at(idea, "created_at").expect("a moment");
        let of = idea["insights"].as_array().expect("insights");
        window.holds(Some(created)) && of.iter().any(|it| created - found(it).expect("a moment") > 30 * DAY)
    };
    let both = |it: &&&Value| {
        let (supporting, contradicting) = &view.team_records.stances[&id(it)];
        !supporting.is_empty() && !contradicting.is_empty()
    };
    json!({
        "buckets": buckets.collect::<Vec<_>>(),
        "by_project": by_project.collect::<Vec<_>>(),
        "totals": {
            "learnings": own.len(), "insights": insights.len(),
            "learning_rate": share(own.len(), completed.len()),
            "capture_rate": share(taught, completed.len()),
            "insights_per_learning": share(rests, own.len()),
            "learnings_without_insights": own.iter().filter(|it| ids(&it["insights"]).is_empty()).count(),
            "orphan_insights": orphans,
            "conflicts": own.iter().filter(both).count(),
            "reuse": view.ideas.iter().filter(|it| old(it)).count(),
        },
    })
}
