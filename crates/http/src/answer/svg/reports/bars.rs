//! Charts with a bar for each thing.

use uplift_charts::{
    Bar, Bars, Chart, Direction, Format, Funnel, Measure, Quantile, Quantiles, Step, Whisker, Whiskers,
};
use uplift_domain::Json;
use uplift_domain::experiments::ExperimentResult;
use uplift_domain::record::Choices as _;

use super::super::json_fields::{count, number, text};
use super::report::ReportAnswer;
use crate::answer::words::words;

/// How many items of coverage are drawn.
const MOST_ITEMS: usize = 30;

/// Overview: completed experiments by result.
pub(super) fn overview(told: &ReportAnswer<'_>) -> Chart {
    let experiments = told.data.get("experiments").unwrap_or(&Json::Null);
    let bar = |result: &&str| Bar::new(words(result), number(experiments, result));
    Chart::Bars(Bars {
        direction: Direction::Vertical,
        measure: Measure::new("Completed experiments (count)", Format::Count),
        categories: "Result".to_owned(),
        mark: None,
        bars: ExperimentResult::NAMES.iter().map(bar).collect(),
    })
}

/// The win rate of each group; of all experiments where they are not grouped.
pub(super) fn win_rate(told: &ReportAnswer<'_>) -> Chart {
    let bar = |group: &Json, label: String| {
        let bound = |at: usize| group.get("win_rate_ci").and_then(|it| it.get(at)).and_then(Json::as_f64);
        Whisker { label, value: number(group, "win_rate"), low: bound(0), high: bound(1), n: count(group, "decided") }
    };
    let mut bars: Vec<_> = told.items("groups").map(|group| bar(group, text(group, "label").to_owned())).collect();
    if bars.is_empty() {
        bars.extend(told.data.get("total").map(|total| bar(total, "All experiments".to_owned())));
    }
    Chart::Whiskers(Whiskers {
        measure: Measure::new("Win rate (% of decided experiments)", Format::Percent),
        interval: "95 % Wilson interval".to_owned(),
        bars,
        target: told.target("win_rate"),
    })
}

/// The time that records spend in each stage.
pub(super) fn time_in_stage(told: &ReportAnswer<'_>) -> Chart {
    let bar = |stage: &Json| Quantile {
        label: words(text(stage, "stage")),
        median: number(stage, "median"),
        p75: number(stage, "p75"),
        p90: number(stage, "p90"),
        n: count(stage, "n"),
    };
    Chart::Quantiles(Quantiles {
        measure: Measure::new("Time in stage (days)", Format::Number),
        bars: told.items("stages").map(bar).collect(),
    })
}

/// How many ideas came how far.
pub(super) fn funnel(told: &ReportAnswer<'_>) -> Chart {
    let step = |step: &Json| Step {
        label: words(text(step, "step")),
        count: count(step, "count"),
        step_rate: number(step, "step_rate"),
        cumulative_rate: number(step, "cumulative_rate"),
    };
    Chart::Funnel(Funnel { counted: "Ideas (count)".to_owned(), steps: told.items("funnel").map(step).collect() })
}

/// The share of the window in which each item was tested; those without a tested day are gaps.
pub(super) fn coverage(told: &ReportAnswer<'_>) -> Chart {
    let bar = |item: &Json| Bar {
        note: item
            .get("monthly_visitors")
            .and_then(Json::as_f64)
            .map(|it| format!("{} visitors", Format::Number.write(it)))
            .unwrap_or_default(),
        marked: number(item, "tested_days").unwrap_or_default() == 0.0,
        ..Bar::new(text(item, "label"), number(item, "coverage_rate"))
    };
    Chart::Bars(Bars {
        direction: Direction::Horizontal,
        measure: Measure::new("Days with a test (% of the window)", Format::Percent),
        categories: "Item".to_owned(),
        mark: Some("Not tested".to_owned()),
        bars: told.items("items").take(MOST_ITEMS).map(bar).collect(),
    })
}

/// How many experiments pass each check.
pub(super) fn health(told: &ReportAnswer<'_>) -> Chart {
    let bar = |check: &Json| Bar {
        note: format!("{} of {}", count(check, "passed"), count(check, "applicable")),
        ..Bar::new(words(text(check, "check")), number(check, "rate"))
    };
    Chart::Bars(Bars {
        direction: Direction::Horizontal,
        measure: Measure::new("Passed (% of experiments to which the check applies)", Format::Percent),
        categories: "Check".to_owned(),
        mark: None,
        bars: told.items("checks").map(bar).collect(),
    })
}
