//! Draws what tests tell.

use uplift_charts::{About, Chart, Theme, View};
use uplift_domain::Json;
use uplift_domain::record::Fields;

/// A text that would do harm where it is not escaped.
pub(super) const HOSTILE: &str = "</title><script>alert(1)</script>\" onload=\"x' & ]]>\u{0}";

/// What is drawn of what is told and asked. It holds for every drawing that the same is drawn alike, and nothing runs.
pub(super) fn drawn(draws: impl Fn(&Json, &Fields) -> (About, Chart), told: &Json, asked: &Json) -> String {
    let asked = asked.as_object().unwrap();
    let draw = || {
        let (about, chart) = draws(told, asked);
        chart.draw(&about, &View::new(1600, 1200, Theme::Light, "c"))
    };
    let svg = draw();
    assert_eq!(svg, draw());
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
    assert!(!svg.contains("<script") && !svg.contains("onload=\"") && !svg.contains("NaN"));
    svg
}

/// The figures that the description tells.
pub(super) fn figures(svg: &str) -> Vec<&str> {
    let (_, after) = svg.split_once("<desc id=\"c-desc\">").unwrap();
    after.split_once("</desc>").unwrap().0.split("; ").collect()
}
