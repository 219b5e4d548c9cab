//! The figures of impact.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::calendar::{clock, written_day};
use super::computed::{View, Window, days, decided, float};
use super::team_records::{id, number};

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

/// What an experiment brings a day by the goal that is asked for, and the lift that this follows from.
fn worth(view: &View<'_>, experiment: &Value) -> Option<(Lift, f64)> {
    let (primary, own) = (&experiment["primary_goal_id"], experiment["goals"].as_array().expect("goals"));
    let goal = match &view.goals {
        None => primary.clone(),
        Some(asked) if asked.iter().any(|goal| json!(goal) == *primary) => primary.clone(),
        Some(asked) => json!(asked.iter().find(|goal| own.iter().any(|own| own["id"] == json!(goal)))?),
    };
    let goal = view.team_records.goals.iter().find(|known| known["id"] == goal)?;
    let lift = lift(view, experiment, goal)?;
    let runs = view.team_records.runs_since_start(experiment);
    let ran: f64 = runs.iter().map(|(from, to)| days(to.unwrap_or(view.now) - from)).sum();
    let exposed = number(experiment, "traffic_allocation").expect("a share") * ran;
    let sign = if goal["direction"] == json!("decrease") { -1.0 } else { 1.0 };
    let daily = sign * lift.absolute * lift.users / exposed;
    (ran > 0.0).then_some((lift, daily))
}

/// By how much the lifts of several experiments are likely too large.
fn shrinkage(known: &[&Lift]) -> f64 {
    let k = float(known.len());
    let errors: f64 = known.iter().map(|it| it.se * it.se).sum();
    let squares: f64 = known.iter().map(|it| it.relative * it.relative).sum();
    ((k - 2.0) * (errors / k) / squares).clamp(0.0, 1.0)
}

pub(super) fn impact(view: &View<'_>, window: Window, query: &str) -> Value {
    let mut own = view.completed(window);
    own.retain(|it| ["won", "lost"].contains(&it["result"].as_str().expect("a result")));
    own.sort_by_key(|it| (decided(it), id(it)));
    let worths: Vec<Option<(Lift, f64)>> = own.iter().map(|it| worth(view, it)).collect();
    let known: Vec<&Lift> = worths.iter().flatten().map(|(lift, _)| lift).collect();
    let debias = query.contains("debias=true");
    let shrink = (debias && known.len() >= 6).then(|| shrinkage(&known));
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
