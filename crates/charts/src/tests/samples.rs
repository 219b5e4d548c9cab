//! Charts of every form: common ones, and ones with figures and names that nobody expects.

use crate::{
    About, Bar, Bars, Cells, Chart, Columns, Direction, Format, Funnel, Interval, Intervals, Measure, Moment, Quantile,
    Quantiles, Run, Series, Stacked, Step, Steps, StepsAt, Stretch, Timeline, Verdict, Whisker, Whiskers,
};

const LONG: &str =
    "Checkout: move the voucher field below the summary, so that fewer people leave to search for a code";

pub(super) fn about() -> About {
    About::new("Win rate by project", "2026-01-01 to 2026-11-19, project: Checkout & Basket, tag: mobile, owner: Ana")
}

fn label(number: usize) -> String {
    if number % 3 == 1 { format!("Mark {number} {LONG}") } else { format!("Mark {number}") }
}

fn bars(direction: Direction, values: &[Option<f64>], format: Format) -> Chart {
    let bars = values.iter().enumerate();
    Chart::Bars(Bars {
        direction,
        measure: Measure::new("Completed experiments (count)", format),
        categories: "Result".to_owned(),
        mark: Some("Not tested".to_owned()),
        bars: bars.map(|(number, value)| Bar { marked: number == 2, ..Bar::new(label(number), *value) }).collect(),
    })
}

fn whiskers(values: &[f64]) -> Chart {
    let bar = |(number, value): (usize, &f64)| Whisker {
        label: label(number),
        value: Some(*value),
        low: Some(value * 0.6),
        high: Some(value * 1.3),
        n: 20,
    };
    Chart::Whiskers(Whiskers {
        measure: Measure::new("Win rate (%)", Format::Percent),
        interval: "95% Wilson interval".to_owned(),
        bars: values.iter().enumerate().map(bar).collect(),
        target: Some(0.5),
    })
}

fn months(count: usize) -> Vec<String> {
    (0..count).map(|it| format!("{}-{:02}-01", 2020 + it / 12, it % 12 + 1)).collect()
}

fn series(name: &str, count: usize, of: impl Fn(usize) -> Option<f64>) -> Series {
    Series::new(name, (0..count).map(of).collect())
}

fn columns(count: usize, factor: f64) -> Chart {
    let value = move |it: usize, by: usize| f64::from(u32::try_from(it * by % 11).unwrap()) * factor;
    Chart::Columns(Columns {
        measure: Measure::new("Experiments (count)", Format::Number),
        buckets: "Month".to_owned(),
        labels: months(count),
        series: vec![
            series("Started", count, |it| Some(value(it, 3))),
            series("Completed", count, |it| Some(value(it, 5))),
        ],
        line: Some(series("Rolling mean of completed", count, |it| (it > 1).then(|| value(it, 4)))),
        target: Some(6.0 * factor),
    })
}

fn stacked(count: usize, factor: f64) -> Chart {
    let part =
        |name: &str, by: usize| series(name, count, |it| Some(f64::from(u32::try_from(it * by % 7).unwrap()) * factor));
    Chart::Stacked(Stacked {
        measure: Measure::new("Learnings (count)", Format::Number),
        buckets: "Month".to_owned(),
        labels: months(count),
        series: vec![part("Low", 2), part("Medium", 3), part("High", 5), part("Unset", 1)],
    })
}

fn quantiles(values: &[f64]) -> Chart {
    let bar = |(number, value): (usize, &f64)| Quantile {
        label: label(number),
        median: Some(*value),
        p75: Some(value * 1.5),
        p90: Some(value * 2.5),
        n: 7,
    };
    let bars = values.iter().enumerate().map(bar).chain([Quantile { label: "none".to_owned(), ..Quantile::default() }]);
    Chart::Quantiles(Quantiles { measure: Measure::new("Time in stage (days)", Format::Number), bars: bars.collect() })
}

fn funnel(counts: &[u64]) -> Chart {
    let step = |(number, count): (usize, &u64)| Step {
        label: label(number),
        count: *count,
        step_rate: Some(0.5),
        cumulative_rate: Some(0.123_456),
    };
    Chart::Funnel(Funnel { counted: "Ideas (count)".to_owned(), steps: counts.iter().enumerate().map(step).collect() })
}

fn cells(rows: &[&str], columns: &[String], factor: f64) -> Chart {
    let value = |row: usize, column: usize| Some(f64::from(u32::try_from(row * column % 13).unwrap()) * factor);
    let values = (0..rows.len()).map(|row| (0..columns.len()).map(|column| value(row, column)).collect()).collect();
    Chart::Cells(Cells {
        measure: Measure::new("Entries (count)", Format::Number),
        row_title: "Weekday".to_owned(),
        rows: rows.iter().map(|it| (*it).to_owned()).collect(),
        column_title: "Hour".to_owned(),
        columns: columns.to_vec(),
        values,
    })
}

fn steps(count: i32, apart: i32, factor: f64) -> Chart {
    let step = |it: i32| StepsAt {
        at: Moment { day: 20_000 + it * apart, part: 0.5 },
        first: Some(f64::from(it) * factor),
        second: (it > 2).then(|| f64::from(it) * factor * 0.4),
    };
    Chart::Steps(Steps {
        measure: Measure::new("Annual impact (units of the goal)", Format::Number),
        first: "Won".to_owned(),
        second: "Avoided loss".to_owned(),
        steps: (0..count).map(step).collect(),
    })
}

fn timeline(count: usize, days: i32) -> Chart {
    let run = |number: usize| {
        let start = 20_000 + i32::try_from(number).unwrap() * 9 % days;
        let at = |day: i32| Moment { day, part: 0.25 };
        Run {
            label: label(number),
            note: if number.is_multiple_of(2) { "won".to_owned() } else { String::new() },
            stretches: vec![
                Stretch { from: at(start), to: Some(at(start + 5)), paused: false },
                Stretch { from: at(start + 5), to: Some(at(start + 8)), paused: true },
                Stretch { from: at(start + 8), to: (number.is_multiple_of(2)).then(|| at(start + 20)), paused: false },
            ],
            planned: (Some(at(start - 3)), number.is_multiple_of(3).then(|| at(start + 15))),
        }
    };
    Chart::Timeline(Timeline {
        from: Moment::start_of(20_000),
        to: Moment::start_of(20_000 + days),
        now: Moment::start_of(20_000 + days - 2),
        runs: (0..count).map(run).collect(),
    })
}

fn intervals(values: &[f64]) -> Chart {
    let verdicts = [Verdict::Better, Verdict::Worse, Verdict::Undecided];
    let row = |(number, value): (usize, &f64)| Interval {
        group: format!("Goal {}", number / 2),
        label: label(number),
        estimate: Some(*value),
        low: (number != 3).then(|| value - 0.1),
        high: Some(value + 0.2),
        verdict: verdicts[number % 3],
    };
    Chart::Intervals(Intervals {
        measure: Measure::new("Relative uplift (%)", Format::Change),
        rows: values.iter().enumerate().map(row).collect(),
    })
}

pub(super) fn samples() -> Vec<(&'static str, Chart)> {
    let hours: Vec<String> = (0..24).map(|it| it.to_string()).collect();
    let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    let statuses = ["backlog", "in review", "approved", "planned", "promoted", "rejected", "archived", "none"];
    let statuses = statuses.map(str::to_owned);
    let many: Vec<_> = (0..300).map(|it| Some(f64::from(it))).collect();
    let few = [Some(12.0), Some(3.0), Some(0.0), None, Some(7.0)];
    vec![
        ("bars", bars(Direction::Horizontal, &few, Format::Number)),
        ("upright bars", bars(Direction::Vertical, &few, Format::Number)),
        ("many bars", bars(Direction::Horizontal, &many, Format::Number)),
        ("many upright bars", bars(Direction::Vertical, &many, Format::Number)),
        ("whiskers", whiskers(&[0.35, 0.5, 0.2, 0.7])),
        ("columns", columns(12, 1.0)),
        ("many columns", columns(400, 1.0)),
        ("stacked", stacked(12, 1.0)),
        ("quantiles", quantiles(&[3.5, 8.25, 1.0, 20.0])),
        ("funnel", funnel(&[120, 60, 30, 12, 7, 3, 1])),
        ("heatmap", cells(&weekdays, &hours, 1.0)),
        ("matrix", cells(&["low", "medium", "high", "none"], &statuses, 3.0)),
        ("steps", steps(9, 20, 1234.5)),
        ("timeline", timeline(7, 200)),
        ("intervals", intervals(&[0.12, -0.05, 0.01, 0.3, -0.02])),
    ]
}

pub(super) fn strange() -> Vec<(&'static str, Chart)> {
    let extremes = [Some(1e300), Some(-1e300), Some(f64::MAX), Some(f64::NAN), Some(5e-324), Some(f64::NEG_INFINITY)];
    let wide: Vec<String> = (0..90).map(label).collect();
    vec![
        ("extreme bars", bars(Direction::Horizontal, &extremes, Format::Percent)),
        ("extreme upright bars", bars(Direction::Vertical, &extremes, Format::Change)),
        ("negative bars", bars(Direction::Vertical, &[Some(-3.0), Some(-1.5), Some(-0.2)], Format::Number)),
        ("tiny bars", bars(Direction::Horizontal, &[Some(1e-12), Some(3e-13)], Format::Number)),
        ("large whiskers", whiskers(&[1e9, -1e9, 1e-9])),
        ("large columns", columns(3, 1e299)),
        ("negative columns", columns(30, -1.0)),
        ("one column", columns(2, 0.001)),
        ("large stack", stacked(60, 1e300)),
        ("negative stack", stacked(5, -2.0)),
        ("one quantile", quantiles(&[1e15])),
        ("large funnel", funnel(&[u64::MAX, 1])),
        ("wide cells", cells(&["a", LONG], &wide, 1e10)),
        ("long steps", steps(40, 3000, -1e12)),
        ("one step", steps(2, 0, 1.0)),
        ("many runs", timeline(200, 3)),
        ("long timeline", timeline(3, 60_000)),
        ("wild intervals", intervals(&[1e300, -1e300, 0.0, 5.0])),
    ]
}
