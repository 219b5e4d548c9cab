//! One small chart byte by byte: what clients compare must not change unseen.

use crate::{About, Bar, Bars, Chart, Direction, Format, Measure, Theme, View};

#[test]
fn a_small_chart_is_drawn_as_ever() {
    let chart = Chart::Bars(Bars {
        direction: Direction::Horizontal,
        measure: Measure::new("Experiments (count)", Format::Number),
        categories: "Result".to_owned(),
        mark: None,
        bars: vec![Bar::new("won", Some(2.0)), Bar::new("lost", Some(1.0))],
    });
    let svg = chart.draw(&About::new("Completed", "2026-01-01 to 2026-01-31"), &View::new(320, 200, Theme::Light, "c"));
    assert_eq!(svg.replace("><", ">\n<"), include_str!("golden.svg").trim_end());
}
