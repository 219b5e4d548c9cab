//! The figures of impact and coverage.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::calendar::{At, clock, written, written_day};
use super::computed::{View, Window, covered, days, decided, float, ratio, rounded};
use super::team_records::{id, ids, number};

struct Arm {
    variation: i64,
    users: f64,
    mean: f64,
    variance: f64,
}

struct Lift {
    variation: i64,
    absolute: f64,
    relative: f64,
    se: f64,
    users: f64,
}

fn arm(row: &Value, goal: &Value) -> Arm {
    let figure = |name: &str| number(row, name).expect("a figure");
    let users = figure("users");
    let (mean, variance) = if goal["metric_type"] == json!("binomial") {
        let rate = figure("conversions") / users;
        (rate, rate * (1.0 - rate))
    } else {
        let (sum, squares) = (figure("sum"), figure("sum_squares"));
        (sum / users, (squares - sum * sum / users) / (users - 1.0))
    };
    Arm { variation: row["variation_id"].as_i64().expect("an id"), users, mean, variance }
}

/// The lift of the winner or of the worst, by the latest rows about everyone.
fn lift(view: &View<'_>, experiment: &Value, goal: &Value) -> Option<Lift> {
    let mut latest: BTreeMap<i64, &Value> = BTreeMap::new();
    for row in &view.team_records.results[&id(experiment)] {
        if row["goal_id"] == goal["id"] && row["segment"] == json!("") {
            let place = latest.entry(row["variation_id"].as_i64().expect("an id")).or_insert(row);
            if row["as_of"].as_str() > place["as_of"].as_str() {
                *place = row;
            }
        }
    }
    let arms: Vec<Arm> = latest.values().map(|row| arm(row, goal)).collect();
    let variations = experiment["variations"].as_array().expect("variations");
    let control = variations.iter().find(|it| it["is_control"] == json!(true)).map(id)?;
    let a = arms.iter().find(|arm| arm.variation == control)?;
    let users = arms.iter().map(|arm| arm.users).sum();
    let of = |b: &Arm| {
        let absolute = b.mean - a.mean;
        let variance =
            b.variance / (b.users * a.mean.powi(2)) + a.variance * b.mean.powi(2) / (a.users * a.mean.powi(4));
        Lift { variation: b.variation, absolute, relative: absolute / a.mean.abs(), se: variance.sqrt(), users }
    };
    let mut lifts: Vec<Lift> = arms.iter().filter(|arm| arm.variation != control && a.mean != 0.0).map(of).collect();
    let sign = if goal["direction"] == json!("decrease") { -1.0 } else { 1.0 };
    lifts.sort_by(|one, two| (sign * one.relative).total_cmp(&(sign * two.relative)));
    if experiment["result"] == json!("won") {
        lifts.retain(|it| json!(it.variation) == experiment["winner_variation_id"]);
    }
    lifts.into_iter().next()
}

pub(super) fn impact(view: &View<'_>, window: Window, query: &str) -> Value {
    let mut own = view.completed(window);
    own.retain(|it| ["won", "lost"].contains(&it["result"].as_str().expect("a result")));
    own.sort_by_key(|it| (decided(it), id(it)));
    let worth = |it: &Value| -> Option<(Lift, f64)> {
        let (primary, own) = (&it["primary_goal_id"], it["goals"].as_array().expect("goals"));
        let goal = match &view.goals {
            None => primary.clone(),
            Some(asked) if asked.iter().any(|goal| json!(goal) == *primary) => primary.clone(),
            Some(asked) => json!(asked.iter().find(|goal| own.iter().any(|own| own["id"] == json!(goal)))?),
        };
        let goal = view.team_records.goals.iter().find(|known| known["id"] == goal)?;
        let lift = lift(view, it, goal)?;
        let ran: f64 =
            view.team_records.runs_since_start(it).iter().map(|(from, to)| days(to.unwrap_or(view.now) - from)).sum();
        let exposed = number(it, "traffic_allocation").expect("a share") * ran;
        let sign = if goal["direction"] == json!("decrease") { -1.0 } else { 1.0 };
        let daily = sign * lift.absolute * lift.users / exposed;
        (ran > 0.0).then_some((lift, daily))
    };
    let worths: Vec<Option<(Lift, f64)>> = own.iter().map(|it| worth(it)).collect();
    let known: Vec<&Lift> = worths.iter().flatten().map(|(lift, _)| lift).collect();
    let debias = query.contains("debias=true");
    let k = float(known.len());
    let errors: f64 = known.iter().map(|it| it.se * it.se).sum();
    let squares: f64 = known.iter().map(|it| it.relative * it.relative).sum();
    let shrink = (debias && known.len() >= 6).then(|| ((k - 2.0) * (errors / k) / squares).clamp(0.0, 1.0));
    let kept = 1.0 - shrink.unwrap_or(0.0);
    let (mut sums, mut series, mut told, mut warnings) = ([0.0, 0.0], BTreeMap::new(), Vec::new(), Vec::new());
    for (it, worth) in own.iter().zip(&worths) {
        let annual = worth.as_ref().map(|(_, daily)| daily * 365.0);
        let of = |figure: fn(&Lift) -> f64| json!(worth.as_ref().map(|(lift, _)| figure(lift)));
        told.push(json!({
            "id": it["id"], "identifier": it["identifier"], "name": it["name"], "result": it["result"],
            "decided_at": it["decided_at"], "variation_id": worth.as_ref().map(|(lift, _)| lift.variation),
            "lift_abs": of(|lift| lift.absolute), "uplift": of(|lift| lift.relative), "se": of(|lift| lift.se),
            "daily": worth.as_ref().map(|(_, daily)| *daily), "annual": annual,
            "annual_adjusted": annual.filter(|_| shrink.is_some()).map(|annual| annual * kept),
        }));
        match annual {
            None => warnings.push(json!({ "code": "no_results", "experiment_id": it["id"] })),
            Some(annual) => {
                if it["result"] == json!("won") {
                    sums[0] += annual * kept;
                } else {
                    sums[1] -= annual * kept;
                }
                series.insert(clock(decided(it).expect("a moment")).0, sums);
            }
        }
    }
    if debias && shrink.is_none() {
        warnings.push(json!({ "code": "too_few", "experiment_id": null }));
    }
    let series = series.into_iter();
    let series =
        series.map(|(day, [won, avoided])| json!({ "date": written_day(day), "won": won, "avoided_loss": avoided }));
    json!({
        "experiments": told, "won": sums[0], "avoided_loss": sums[1], "net": sums[0] - sums[1], "shrink": shrink,
        "series": series.collect::<Vec<_>>(), "warnings": warnings,
        "assumptions": ["independence", "additivity", "constant effect over a year"],
    })
}

pub(super) fn coverage(view: &View<'_>, window: Window, query: &str) -> Value {
    let team_records = view.team_records;
    let by = query.split('&').find_map(|pair| pair.strip_prefix("by=")).unwrap_or("page");
    let here =
        |it: &&Value| view.projects.as_ref().is_none_or(|asked| asked.iter().any(|id| it["project_id"] == json!(id)));
    let active = |records: &'_ [Value]| -> Vec<Value> {
        records.iter().filter(|it| it["status"] == json!("active")).filter(here).cloned().collect()
    };
    let mut items: Vec<Value> = match by {
        "page" => active(&team_records.pages),
        "audience" => active(&team_records.audiences),
        "goal" => active(&team_records.goals),
        "tag" => team_records.tags.iter().filter(here).cloned().collect(),
        _ => ["all", "desktop", "mobile", "tablet"].iter().map(|word| json!({ "id": word, "name": word })).collect(),
    };
    let visitors = |it: &Value| it["monthly_visitors"].as_i64();
    items.sort_by_key(|it| -visitors(it).unwrap_or(-1));
    let device_of =
        |page: &Value| team_records.pages.iter().find(|it| it["id"] == *page).map(|it| it["device"].clone());
    let related = |kind: &str, it: &Value, item: &Value| -> bool {
        let listed = |relation: &str| ids(&it[relation]).iter().any(|id| json!(id) == item["id"]);
        match (by, kind) {
            ("page", "ideas") => it["page_id"] == item["id"],
            ("audience", "ideas") => it["audience_id"] == item["id"],
            ("goal", "ideas") => it["primary_goal_id"] == item["id"],
            ("goal", "insights") => false,
            ("tag", _) => ids(&item[kind]).contains(&id(it)),
            ("device", "experiments") => it["device"] == item["id"],
            ("device", "ideas") => device_of(&it["page_id"]).is_some_and(|device| device == item["id"]),
            ("device", _) => ids(&it["pages"]).iter().any(|page| device_of(&json!(page)).as_ref() == Some(&item["id"])),
            _ => listed(&format!("{by}s")),
        }
    };
    let (mut all, mut untested) = (0, 0);
    let told: Vec<Value> = items
        .iter()
        .map(|item| {
            let count = |kind: &str, of: &[&Value]| of.iter().filter(|it| related(kind, it, item)).count();
            let own: Vec<&Value> =
                view.experiments.iter().copied().filter(|it| related("experiments", it, item)).collect();
            let cut = |it: &Value| -> Vec<(At, At)> {
                team_records.runs(id(it)).into_iter().filter_map(|run| window.cut(run, view.now)).collect()
            };
            let ran: Vec<&Value> = own.iter().copied().filter(|it| !cut(it).is_empty()).collect();
            let with = |result: &str| ran.iter().filter(|it| it["result"] == json!(result)).count();
            let tested = covered(ran.iter().flat_map(|it| cut(it)).collect());
            let last = own.iter().flat_map(|it| team_records.runs(id(it))).map(|(_, to)| to.unwrap_or(view.now)).max();
            all += visitors(item).unwrap_or(0);
            untested += if tested > 0.0 { 0 } else { visitors(item).unwrap_or(0) };
            let running = own.iter().filter(|it| it["status"] == json!("running"));
            json!({
                "id": item["id"], "label": item["name"], "ideas": count("ideas", &view.ideas),
                "insights": count("insights", &view.insights), "experiments": ran.len(), "running": running.count(),
                "won": with("won"), "lost": with("lost"), "inconclusive": with("inconclusive"),
                "tested_days": rounded(tested), "coverage_rate": ratio(tested, window.days(view.now)),
                "last_tested_at": last.map(|last| written(last)[..19].to_owned()),
                "monthly_visitors": if by == "page" || by == "audience" { json!(visitors(item)) } else { Value::Null },
            })
        })
        .collect();
    let float = |number: i64| f64::from(i32::try_from(number).expect("a small number"));
    json!({
        "items": told, "untested_traffic_share": ratio(float(untested), float(all)),
        "conflicts": conflicts(view, window),
    })
}

/// Moments are told to the second here; what is told more exactly has to be cut.
pub(super) fn to_seconds(told: &mut Value) {
    match told {
        Value::String(text) if text.len() > 19 && text.ends_with('Z') && text.as_bytes()[10] == b'T' => {
            text.truncate(19);
        }
        Value::Array(items) => items.iter_mut().for_each(to_seconds),
        Value::Object(members) => members.values_mut().for_each(to_seconds),
        _ => {}
    }
}

fn conflicts(view: &View<'_>, window: Window) -> Vec<Value> {
    let mut met = Vec::new();
    for one in &view.experiments {
        for two in view.experiments.iter().filter(|two| id(two) > id(one)) {
            let common = |relation: &str| -> Vec<i64> {
                let theirs = ids(&two[relation]);
                ids(&one[relation]).into_iter().filter(|id| theirs.contains(id)).collect()
            };
            let mut audiences: Vec<Option<i64>> = common("audiences").into_iter().map(Some).collect();
            if ids(&one["audiences"]).is_empty() || ids(&two["audiences"]).is_empty() {
                audiences.push(None);
            }
            for mine in view.team_records.runs(id(one)) {
                for theirs in view.team_records.runs(id(two)) {
                    let to = match (mine.1, theirs.1) {
                        (Some(one), Some(two)) => Some(one.min(two)),
                        (one, two) => one.or(two),
                    };
                    let Some((from, end)) = window.cut((mine.0.max(theirs.0), to), view.now) else { continue };
                    let to = (to.is_some() || window.until <= view.now).then_some(end);
                    for page in common("pages") {
                        met.extend(audiences.iter().map(|audience| (from, id(one), id(two), page, *audience, to)));
                    }
                }
            }
        }
    }
    met.sort_unstable();
    let told = met.into_iter().map(|(from, one, two, page, audience, to)| {
        json!({
            "experiment_ids": [one, two], "page_id": page, "audience_id": audience,
            "from": written(from)[..19], "to": to.map(|to| written(to)[..19].to_owned()),
        })
    });
    told.collect()
}

/// The members of an experiment that say when it runs, as the timeline tells them.
pub(super) fn timeline(view: &View<'_>, window: Window, _query: &str) -> Value {
    let mut told: Vec<((At, i64), Value)> = Vec::new();
    for it in &view.experiments {
        let stays = view.team_records.of_experiments[&id(it)]
            .iter()
            .filter(|stay| ["running", "paused"].contains(&stay.0.as_str()));
        let segments: Vec<_> = stays.filter(|stay| stay.2.is_none_or(|to| stay.1 < to)).collect();
        let runs = segments.iter().any(|stay| stay.1 < window.until && stay.2.unwrap_or(view.now) > window.from);
        let planned =
            ["planned_start_at", "planned_end_at"].map(|field| it[field].as_str().map(super::calendar::read_day));
        let (start, end) = (planned[0].or(planned[1]), planned[1].or(planned[0]));
        let is_planned = start.zip(end).is_some_and(|(start, end)| start <= window.last && end >= window.first);
        if !runs && !is_planned {
            continue;
        }
        let first = segments.first().map(|stay| stay.1).or(start.map(super::calendar::begins)).expect("a place");
        let shown = segments.iter().map(|(status, from, to)| {
            json!({ "from": written(*from)[..19], "to": to.map(|to| written(to)[..19].to_owned()), "kind": status })
        });
        let sorted = |relation: &str| crate::records::sorted(ids(&it[relation]));
        let entry = json!({
            "id": it["id"], "identifier": it["identifier"], "name": it["name"], "project_id": it["project_id"],
            "status": it["status"], "result": it["result"], "segments": shown.collect::<Vec<_>>(),
            "planned": { "from": it["planned_start_at"], "to": it["planned_end_at"] },
            "page_ids": sorted("pages"), "audience_ids": sorted("audiences"),
        });
        told.push(((first, id(it)), entry));
    }
    told.sort_by_key(|(place, _)| *place);
    json!({ "experiments": told.into_iter().map(|(_, entry)| entry).collect::<Vec<_>>() })
}
