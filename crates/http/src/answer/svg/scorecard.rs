//! The chart of a scorecard: the uplift of each treatment toward each goal, with its interval.

use uplift_charts::{About, Chart, Format, Interval, Intervals, Measure, Verdict};
use uplift_domain::Json;
use uplift_domain::record::Fields;

use super::json_fields::{items, said, text};

/// What is named in the title where it was asked for.
const ASKED: [&str; 6] = ["segment", "as_of", "method", "correction", "cuped", "prior_mean"];

pub(super) fn chart(told: &Json, asked: &Fields) -> (About, Chart) {
    let card = told.get("data").unwrap_or(&Json::Null);
    let rows = items(card, "goals").flat_map(|goal| {
        let of_goal = move |variation| row(goal, variation);
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

fn row(goal: &Json, variation: &Json) -> Interval {
    let bound = |at: usize| variation.get("ci").and_then(|it| it.get(at)).and_then(Json::as_f64);
    Interval {
        group: text(goal, "name").to_owned(),
        label: text(variation, "key").to_owned(),
        estimate: variation.get("uplift").and_then(Json::as_f64),
        low: bound(0),
        high: bound(1),
        verdict: match variation.get("better").and_then(Json::as_bool) {
            Some(true) => Verdict::Better,
            Some(false) => Verdict::Worse,
            None => Verdict::Undecided,
        },
    }
}
