//! The chart of a scorecard: the uplift of each treatment toward each goal, with its interval.

use uplift_charts::{About, Chart, Format, Interval, Intervals, Measure, Verdict};
use uplift_domain::Json;
use uplift_domain::record::Fields;

use super::json_fields::{items, said, text};

/// What is named in the title where it was asked for.
const ASKED: [&str; 6] = ["segment", "as_of", "method", "correction", "cuped", "prior_mean"];

pub(super) fn chart(told: &Json, asked: &Fields) -> (About, Chart) {
    let card = told.get("data").unwrap_or(&Json::Null);
    let split = card.get("health").and_then(|it| it.get("srm")).map_or("", |it| text(it, "status"));
    let is_trusted = split != "mismatch";
    let rows = items(card, "goals").flat_map(|goal| {
        let of_goal = move |variation| row(goal, variation, is_trusted);
        items(goal, "variations").filter(|it| it.get("is_control") == Some(&Json::Bool(false))).map(of_goal)
    });
    let rows = rows.collect();
    let measure = Measure::new("Relative uplift against the control (%)", Format::Change);
    (about(card, asked), Chart::Intervals(Intervals { measure, rows }))
}

fn about(card: &Json, asked: &Fields) -> About {
    let experiment = card.get("experiment").unwrap_or(&Json::Null);
    let names = ["identifier", "name"].map(|name| text(experiment, name));
    let name = names.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ");
    About::new(format!("Scorecard of {name}"), said(asked, &ASKED).join(", "))
}

fn row(goal: &Json, variation: &Json, is_trusted: bool) -> Interval {
    let bound = |at: usize| variation.get("ci").and_then(|it| it.get(at)).and_then(Json::as_f64);
    Interval {
        group: text(goal, "name").to_owned(),
        label: text(variation, "key").to_owned(),
        estimate: variation.get("uplift").and_then(Json::as_f64),
        low: bound(0),
        high: bound(1),
        verdict: match variation.get("better").and_then(Json::as_bool) {
            _judged if !is_trusted => Verdict::Untrusted,
            Some(true) => Verdict::Better,
            Some(false) => Verdict::Worse,
            None => Verdict::Undecided,
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::tried::{drawn, figures};
    use super::*;

    #[test]
    fn what_cannot_be_trusted_is_not_judged() {
        for (split, figure) in
            [("ok", "Buy · line: +11.7 %, better."), ("mismatch", "Buy · line: +11.7 %, not trusted.")]
        {
            let line = json!({ "key": "line", "is_control": false, "uplift": 0.1174, "better": true });
            let goals = json!([{ "name": "Buy", "variations": [line] }]);
            let told = json!({ "data": { "health": { "srm": { "status": split } }, "goals": goals } });
            assert_eq!(figures(&drawn(chart, &told, &json!({}))), [figure]);
        }
    }
}
