//! What holds for charts of every form, at every size.

mod drawn;
mod golden;
mod samples;
mod xml;

use crate::{About, Bar, Bars, Chart, Direction, Format, Measure, Moment, Run, Stretch, Theme, Timeline, View};
use drawn::check;
use samples::{about, samples, strange};

const SIZES: [(u16, u16); 6] = [(320, 200), (800, 450), (1600, 1200), (320, 1200), (1600, 200), (480, 280)];

#[test]
fn charts_of_every_form_keep_to_their_frame_at_every_size() {
    for (name, chart) in samples().into_iter().chain(strange()) {
        for (width, height) in SIZES {
            for theme in [Theme::Light, Theme::Dark] {
                let view = View::new(width, height, theme, "c1");
                let svg = chart.draw(&about(), &view);
                check(&format!("{name} at {width}x{height}"), &svg, f64::from(width), f64::from(height));
                assert_eq!(svg, chart.draw(&about(), &view), "{name} is drawn alike each time");
                assert_ne!(svg, chart.draw(&about(), &View::new(width, height, theme, "c2")), "{name} has its own ids");
            }
        }
    }
}

#[test]
fn figures_stand_in_the_description_and_at_their_marks() {
    for (name, chart) in samples().into_iter().filter(|(name, _)| !name.starts_with("many") && *name != "timeline") {
        let svg = chart.draw(&about(), &View::new(1600, 1200, Theme::Light, "c"));
        let (_, after) = svg.split_once("<desc id=\"c-desc\">").unwrap();
        let (description, drawn) = after.split_once("</desc>").unwrap();
        for figure in description.trim_end_matches('.').split("; ").filter(|it| it.starts_with("Mark")) {
            assert!(drawn.contains(&format!("<title>{figure}")), "{name}: {figure}");
        }
        assert!(description.len() > 20 && drawn.matches("<g><title>").count() >= 3, "{name}");
    }
}

#[test]
fn without_figures_the_frame_says_so() {
    let bars = |values: &[Option<f64>]| {
        Chart::Bars(Bars {
            direction: Direction::Vertical,
            measure: Measure::new("Experiments (count)", Format::Number),
            categories: "Result".to_owned(),
            mark: None,
            bars: values.iter().map(|it| Bar::new("won", *it)).collect(),
        })
    };
    let view = View::new(320, 200, Theme::Light, "c");
    for values in [&[][..], &[None], &[Some(0.0), Some(-0.0)], &[Some(f64::NAN)]] {
        let svg = bars(values).draw(&about(), &view);
        check("empty", &svg, 320.0, 200.0);
        assert!(svg.contains(">No data in this period</text>") && svg.contains("No data in this period.</desc>"));
    }
    let told = About { no_data: Some(false), ..about() };
    assert!(!bars(&[Some(0.0)]).draw(&told, &view).contains("No data"));
    let told = About { no_data: Some(true), ..about() };
    assert!(bars(&[Some(1.0)]).draw(&told, &view).contains("No data"));
}

#[test]
fn texts_of_others_stay_texts() {
    let hostile = "</title><script>alert(1)</script>\u{0}\u{1b}\" onload=\"x' & ]]>";
    let chart = Chart::Bars(Bars {
        direction: Direction::Horizontal,
        measure: Measure::new(hostile, Format::Number),
        categories: hostile.to_owned(),
        mark: Some(hostile.to_owned()),
        bars: vec![Bar {
            group: hostile.to_owned(),
            label: hostile.to_owned(),
            value: Some(1.0),
            note: hostile.to_owned(),
            marked: true,
        }],
    });
    let svg = chart.draw(&About::new(hostile, hostile), &View::new(800, 450, Theme::Light, "\"><x "));
    check("hostile", &svg, 800.0, 450.0);
    assert!(!svg.contains("<script") && !svg.contains("onload=\"") && svg.contains('\u{fffd}'));
    assert!(svg.contains("id=\"x-title\""));
}

#[test]
fn what_has_no_room_is_counted() {
    let samples = samples();
    let (_, many) = samples.iter().find(|(name, _)| *name == "many bars").unwrap();
    let svg = many.draw(&about(), &View::new(320, 200, Theme::Light, "c"));
    assert!(svg.contains(" more</text>") && svg.contains("Mark 299"), "all are told, some are drawn");
}

/// A chart of the samples, drawn so wide and high.
fn drawn(of: &str, width: u16, height: u16) -> String {
    let (_, chart) = samples().into_iter().find(|(name, _)| *name == of).unwrap();
    chart.draw(&about(), &View::new(width, height, Theme::Light, "c"))
}

#[test]
fn a_plan_lies_beneath_what_came_of_it() {
    let svg = drawn("timeline", 800, 450);
    let heights = |kind: &str| -> Vec<f64> {
        let marks = svg.split("<g><title>").skip(1).filter(|it| it.contains(kind));
        let height =
            |mark: &str| mark.split("<rect ").nth(1)?.split("height=\"").nth(1)?.split('"').next()?.parse().ok();
        marks.filter_map(height).collect()
    };
    let (planned, running) = (heights(": planned "), heights(": running "));
    assert!(!planned.is_empty() && !running.is_empty());
    assert!(planned.iter().all(|it| *it <= 6.0) && running.iter().all(|it| *it > 6.0), "{planned:?} {running:?}");
    assert!(!svg.contains("stroke-dasharray"), "no outline is broken");
}

#[test]
fn figures_at_the_right_say_what_they_are_and_lose_their_brackets_first() {
    assert!(drawn("quantiles", 800, 450).contains(">median / p75 / p90</text>"));
    let Chart::Bars(mut bars) = samples().remove(0).1 else { panic!("bars come first") };
    bars.bars[0].note = "1,480,000 visitors".to_owned();
    let drawn = |width| Chart::Bars(bars.clone()).draw(&about(), &View::new(width, 450, Theme::Light, "c"));
    assert!(drawn(800).contains(">12 (1,480,000 visitors)</text>"));
    assert!(drawn(320).contains(">12</text>") && drawn(320).contains("<title>Mark 0: 12 (1,480,000 visitors)</title>"));
}

#[test]
fn lines_of_the_grid_leave_out_headings() {
    let svg = drawn("intervals", 800, 450);
    let number = |text: &str, name: &str| -> f64 {
        text.split(name).nth(1).unwrap().split(['"', 'L']).next().unwrap().trim().parse().unwrap()
    };
    let texts = svg.split("<text").filter(|it| it.contains(">Goal ") && it.contains("paint-order"));
    let headings: Vec<f64> = texts.map(|it| number(it, " y=\"")).collect();
    let lines = svg.split("<path d=\"M").filter(|it| it.contains(Theme::Light.palette().grid));
    let lines: Vec<(f64, f64)> = lines.map(|it| (number(it, " "), number(&it[it.find('L').unwrap()..], " "))).collect();
    assert!(headings.len() == 3 && lines.len() > 3, "{svg}");
    assert!(headings.iter().all(|y| lines.iter().all(|(top, bottom)| y < top || y > bottom)), "{headings:?} {lines:?}");
}

#[test]
fn what_began_today_is_seen() {
    let svg = drawn("timeline", 800, 450);
    assert!(svg.contains("<title>Today: 2025-04-20</title>"), "{svg}");
    let now = Moment::start_of(20_100);
    let begun = Run {
        label: "New".to_owned(),
        stretches: vec![Stretch { from: now, to: None, paused: false }],
        ..Run::default()
    };
    let chart = Timeline { from: Moment::start_of(20_000), to: Moment::start_of(20_101), now, runs: vec![begun] };
    let svg = Chart::Timeline(chart).draw(&about(), &View::new(800, 450, Theme::Light, "c"));
    let (_, mark) = svg.split_once("<title>New: running").unwrap();
    assert!(mark.split_once(" width=\"").unwrap().1.starts_with('4'), "{mark}");
}

#[test]
fn lines_of_dates_have_their_dates() {
    for (of, width) in [("steps", 800), ("steps", 480), ("timeline", 800), ("timeline", 320)] {
        let svg = drawn(of, width, 450);
        let grid = Theme::Light.palette().grid;
        let upright = |path: &&str| {
            let Some((from, to)) = path.split('"').next().and_then(|it| it.split_once('L')) else { return false };
            path.contains(grid) && from.split(' ').next() == to.split(' ').next()
        };
        let lines = svg.split("<path d=\"M").skip(1).filter(upright).count();
        let is_date = |text: &&str| {
            let written = text.rsplit('>').next().unwrap_or_default();
            text.contains("text-anchor=\"middle\"") && written.len() == 10 && written.starts_with('2')
        };
        let dates = svg.split("</text>").filter(is_date).count();
        assert!(lines > 0 && lines == dates, "{of} {width}: {lines} lines, {dates} dates");
    }
}

#[test]
fn what_no_mark_shows_is_told_beneath_the_title_and_in_the_description() {
    let about = About { notes: vec!["Win rate 44%, target 50%".to_owned()], ..about() };
    for (name, chart) in samples() {
        let svg = chart.draw(&about, &View::new(800, 450, Theme::Light, "c"));
        check(name, &svg, 800.0, 450.0);
        assert!(svg.contains("; Win rate 44%, target 50%.</desc>"), "{name}");
        assert!(svg.contains(">Win rate 44%, target 50%</text>"), "{name}");
    }
}
