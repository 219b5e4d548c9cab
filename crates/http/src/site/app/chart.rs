//! Charts of the figures that a page was told, drawn for a desk and for a phone.

use uplift_charts::{About, Chart};
use uplift_domain::drawing::usual_height;

use super::address::PageQuery;
use super::document::Document;
use crate::answer::svg::view;
use crate::request::query::Query;

/// How high a row of a chart is, and what is around all of them; how high a chart of rows is at least, and at most; how
/// high a chart is that says there is nothing to draw. All in pixels.
const ROW: usize = 22;
const AROUND: usize = 130;
const LEAST: usize = 280;
const MOST: usize = 1_200;
const EMPTY: usize = 200;

/// How wide a chart is on a phone, in pixels.
const NARROW: &str = "320";

/// How many rows are drawn one beneath the other at most, where it is not answers that are drawn.
const MOST_DRAWN: usize = 48;

/// A chart as elements of a page, of which one is seen on a phone and one where there is more room; one alone where the
/// query of the page says how wide it is. It is so many pixels high where the query says nothing else.
pub(super) fn elements(query: &PageQuery, height: usize, (about, chart): &(About, Chart)) -> String {
    let height = if chart.is_empty(about) { EMPTY } else { height }.to_string();
    let drawn = |usual: &[(&str, &str)]| {
        let usual: Vec<_> = usual.iter().copied().filter(|(name, _)| query.get(name).is_empty()).collect();
        chart.draw(about, &view(&Query::parse(&query.with(|_| false, &usual))))
    };
    let wide = drawn(&[("height", &height)]);
    if !query.get("width").is_empty() {
        return wide;
    }
    let narrow = drawn(&[("height", &height), ("width", NARROW)]);
    format!("<div class=\"at-desk\">{wide}</div><div class=\"on-phone\">{narrow}</div>")
}

/// How high a chart of these figures is, in pixels: as its rows need.
pub(super) fn height(data: &Document) -> usize {
    let within = |question: &Document| {
        let lists = question.members().iter().filter(|(name, _)| name != "other" && name != "samples");
        let rows = |item: &Document| item.members().iter().map(|(_, value)| value.items().len()).sum::<usize>().max(1);
        1 + lists.flat_map(|(_, value)| value.items()).map(rows).sum::<usize>()
    };
    let runs = data.at("experiments").items().iter().filter(|it| !it.at("segments").is_null()).count();
    let rows = match data.at("questions").items() {
        [] => runs.max(data.at("groups").items().len()).max(data.at("items").items().len()).min(MOST_DRAWN),
        questions => questions.iter().map(within).sum(),
    };
    match rows {
        0 => usize::try_from(usual_height().get()).unwrap_or(LEAST),
        rows => of_rows(rows, ROW),
    }
}

/// How high the chart of a scorecard is drawn: it has few rows, which stand apart.
pub(super) fn height_of_scorecard(data: &Document) -> usize {
    let treatments = |goal: &Document| goal.at("variations").items().len().saturating_sub(1);
    let (goals, heading) = (data.at("goals").items(), 1);
    of_rows(goals.iter().map(|goal| treatments(goal).saturating_add(heading)).sum(), 2 * ROW)
}

fn of_rows(rows: usize, row: usize) -> usize {
    rows.saturating_mul(row).saturating_add(AROUND).clamp(LEAST, MOST)
}

#[cfg(test)]
mod tests {
    use uplift_charts::{Bars, Direction, Format, Measure};

    use super::*;

    #[test]
    fn a_chart_is_as_high_as_its_rows_need() {
        let items =
            |many: usize| Document::Object(vec![("items".to_owned(), Document::List(vec![Document::Null; many]))]);
        for (many, pixels) in [(0, 450), (5, 280), (20, 570), (400, 1186)] {
            assert_eq!(height(&items(many)), pixels);
        }
    }

    #[test]
    fn a_scorecard_is_as_high_as_its_treatments_need() {
        let goal = r#"{"variations": [{}, {}, {}]}"#;
        for (goals, pixels) in [(1, 280), (4, 658)] {
            let data = format!(r#"{{"goals": [{}]}}"#, vec![goal; goals].join(","));
            assert_eq!(height_of_scorecard(&serde_json::from_str(&data).unwrap()), pixels);
        }
    }

    #[test]
    fn a_page_draws_for_a_desk_and_for_a_phone_unless_it_says_how_large() {
        let measure = Measure::new("Experiments", Format::Number);
        let bars = Bars {
            direction: Direction::Horizontal,
            measure,
            categories: "Result".to_owned(),
            mark: None,
            bars: Vec::new(),
        };
        let chart = (About::new("Nothing", ""), Chart::Bars(bars));
        let drawn = |query: &str| elements(&PageQuery::read(query), 600, &chart);
        assert!(drawn("").contains("viewBox=\"0 0 800 200\"") && drawn("").contains("viewBox=\"0 0 320 200\""));
        assert!(drawn("width=500").starts_with("<svg") && drawn("width=500").contains("viewBox=\"0 0 500 200\""));
        assert!(drawn("height=300").contains("viewBox=\"0 0 320 300\""));
    }
}
