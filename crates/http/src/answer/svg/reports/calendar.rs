//! Charts over an axis of dates.

use uplift_charts::{Chart, Format, Measure, Moment, Run, Steps, StepsAt, Stretch, Timeline};
use uplift_domain::Json;
use uplift_domain::period::place_of;
use uplift_domain::record::Time;

use super::super::json_fields::{number, text};
use super::report::ReportAnswer;
use crate::answer::words::words;

/// The zone in which dates without a time are placed: there a day begins as it is written.
const DATES: &str = "UTC";

/// What was won and avoided up to each day.
pub(super) fn impact(told: &ReportAnswer<'_>) -> Chart {
    let step = |day: &Json| {
        let at = moment(day, "date", DATES)?;
        Some(StepsAt { at, first: number(day, "won"), second: number(day, "avoided_loss") })
    };
    Chart::Steps(Steps {
        measure: Measure::new("Annual impact, cumulative (units of the goal)", Format::Number),
        first: "Won".to_owned(),
        second: "Avoided loss".to_owned(),
        steps: told.items("series").filter_map(step).collect(),
    })
}

/// When experiments ran, were paused and are planned.
pub(super) fn timeline(told: &ReportAnswer<'_>) -> Chart {
    let zone = text(told.meta, "timezone");
    let day = |name: &str| moment(told.meta, name, DATES);
    let from = day("from").unwrap_or(Moment::start_of(0));
    let to = day("to").map_or(from, |it| Moment::start_of(it.day.saturating_add(1)));
    Chart::Timeline(Timeline {
        from,
        to,
        // What is still open goes to the end of the day, so that it is drawn alike until then.
        now: moment(told.meta, "generated_at", zone).map_or(to, end_of),
        runs: told.items("experiments").map(|experiment| run(experiment, zone)).collect(),
    })
}

fn run(experiment: &Json, zone: &str) -> Run {
    let names = ["identifier", "name"].map(|name| text(experiment, name));
    let stretches = experiment.get("segments").and_then(Json::as_array).into_iter().flatten();
    let stretch = |segment: &Json| {
        let from = moment(segment, "from", zone)?;
        Some(Stretch { from, to: moment(segment, "to", zone), paused: text(segment, "kind") == "paused" })
    };
    let planned = experiment.get("planned").unwrap_or(&Json::Null);
    // A plan holds its last day.
    let ends = moment(planned, "to", DATES).map(end_of);
    Run {
        label: names.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" "),
        note: match text(experiment, "result") {
            "" => words(text(experiment, "status")),
            result => words(result),
        },
        stretches: stretches.filter_map(stretch).collect(),
        planned: (moment(planned, "from", DATES), ends),
    }
}

/// The end of the day on which a moment lies.
fn end_of(moment: Moment) -> Moment {
    Moment { part: 1.0, ..moment }
}

/// The place of a time or a date on the calendar of a zone.
fn moment(told: &Json, name: &str, zone: &str) -> Option<Moment> {
    let (day, part) = place_of(Time::parse(text(told, name))?, zone);
    Some(Moment { day, part })
}
