//! The layout of forms with one row for each thing: its label, its mark, its figure.

use crate::axis::{BENEATH, Stretch, days_beneath, figures_beneath};
use crate::figure::{Measure, real, times};
use crate::frame::Frame;
use crate::ink::{Anchor, Area};
use crate::scale::Scale;
use crate::text::width;

/// The height of a row by that of its letters, and how small letters are at least, in pixels.
const LINE: f64 = 1.35;
const SMALLEST: f64 = 8.5;

/// The share of the width that what stands at the right of rows has at most.
const MOST_OF_VALUES: f64 = 0.3;

/// The share of the width that labels have at most, where there is little of it and where there is more.
const MOST_OF_LABELS: [f64; 2] = [0.32, 0.42];

/// How thick a mark is at most.
const THICKEST: f64 = 24.0;

/// The texts of a row.
pub(crate) struct Row {
    pub(crate) label: String,
    /// What stands at the right of it.
    pub(crate) value: String,
    /// Whether it is the heading of those beneath it, which has all the width and no mark.
    pub(crate) is_heading: bool,
}

impl Row {
    pub(crate) fn new(label: impl Into<String>, value: impl Into<String>) -> Self {
        Self { label: label.into(), value: value.into(), is_heading: false }
    }

    /// The label where it has to keep to the left of the marks.
    fn own_label(&self) -> &str {
        if self.is_heading { "" } else { &self.label }
    }

    /// What stands at the right of it where there is little room: without what is said in brackets.
    fn short_value(&self) -> &str {
        self.value.split_once(" (").map_or(&self.value, |(value, _)| value)
    }

    pub(crate) fn heading(label: impl Into<String>) -> Self {
        Self { is_heading: true, ..Self::new(label, "") }
    }
}

/// The rows of these things, each with what it is of; above those of a group stands a heading, which is of none.
pub(crate) fn grouped<T>(all: &[T], group_of: fn(&T) -> &str, row: impl Fn(&T) -> Row) -> Vec<(Row, Option<&T>)> {
    let (mut rows, mut group) = (Vec::new(), "");
    for one in all {
        if group_of(one) != group {
            group = group_of(one);
            rows.push((Row::heading(group), None));
        }
        rows.push((row(one), Some(one)));
    }
    rows
}

/// What lies beneath the rows.
pub(crate) enum Across<'a> {
    Figures(&'a [f64], &'a Measure),
    /// From a position to another, and the days between which ticks stand.
    Days {
        from: f64,
        to: f64,
        first: i32,
        last: i32,
    },
    /// Nothing: the marks are shares of the width.
    Shares,
}

/// Rows that are laid out: labels, figures and axis are drawn, the marks are not.
pub(crate) struct Rows {
    pub(crate) scale: Scale,
    /// Where the mark of each row goes, as many as there is room for.
    pub(crate) bands: Vec<Area>,
}

impl Rows {
    /// Lays them into the area of the frame and says how many have no room.
    pub(crate) fn lay(frame: &mut Frame, rows: &[Row], across: &Across<'_>) -> Self {
        let (area, usual) = (frame.area, frame.font);
        let foot = if matches!(across, Across::Shares) { 0.0 } else { usual * BENEATH };
        let height = (area.height - foot).max(usual);
        // Where there are many, all of them in small letters say more than the first in large ones.
        let font = (height / real(rows.len().max(1)) / LINE).clamp(SMALLEST.min(usual), usual);
        let least = font * LINE;
        // What fits to a hair does so whatever is lost by rounding.
        let fitting = times(height + 1e-6, least, rows.len().max(1)).max(1);
        let shown = if rows.len() > fitting { fitting.saturating_sub(1).max(1) } else { rows.len() };
        let left_out = rows.iter().skip(shown).filter(|it| !it.is_heading).count();
        let note = if left_out > 0 { least } else { 0.0 };
        let widest = |of: fn(&Row) -> &str, most: f64| {
            let widest = rows.iter().take(shown).map(|it| width(of(it), font)).fold(0.0, f64::max);
            if widest == 0.0 { 0.0 } else { widest.min(area.width * most) + 10.0 }
        };
        let is_narrow = rows.iter().any(|it| width(&it.value, font) > area.width * MOST_OF_VALUES);
        let value_of: fn(&Row) -> &str = if is_narrow { Row::short_value } else { |it| &it.value };
        let [narrow, wide] = MOST_OF_LABELS;
        let most = if area.width < 560.0 { narrow } else { wide };
        let (labels, values) = (widest(Row::own_label, most), widest(value_of, MOST_OF_VALUES));
        let plot = Area {
            x: area.x + labels,
            y: area.y,
            width: area.width - labels - values,
            height: (height - note).max(1.0),
        };
        let band = plot.height / real(shown.max(1));
        let scale = match across {
            Across::Figures(figures, measure) => {
                let stretches = stretches(rows.get(..shown).unwrap_or(rows), plot, (band, note));
                figures_beneath(frame, (lower(plot, note), &stretches), figures, measure)
            }
            Across::Days { from, to, first, last } => days_beneath(frame, lower(plot, note), *from, *to, *first, *last),
            Across::Shares => Scale::new(0.0, 1.0, plot.x, plot.right()),
        };
        let thick = (band * 0.68).min(THICKEST);
        let mut bands = Vec::new();
        frame.font = font;
        for (position, row) in rows.iter().take(shown).enumerate() {
            let middle = plot.y + (real(position) + 0.5) * band;
            let room = if row.is_heading { area.width } else { labels - 9.0 };
            frame.line_or_two(&row.label, (area.x, middle + font * 0.35), (room, band), row.is_heading);
            frame.label(value_of(row), (area.right(), middle + font * 0.35), values - 9.0, Anchor::End);
            bands.push(Area { x: plot.x, y: middle - thick / 2.0, width: plot.width, height: thick });
        }
        frame.font = usual;
        if left_out > 0 {
            let at = (area.x, plot.bottom() + font);
            frame.note(&format!("… and {left_out} more"), at, area.width, Anchor::Start);
        }
        Self { scale, bands }
    }
}

/// Where lines of the grid go: beside rows with marks, and not through headings. The last goes down to the axis.
fn stretches(rows: &[Row], plot: Area, (band, note): (f64, f64)) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    let mut top = plot.y;
    for same in rows.chunk_by(|one, other| one.is_heading == other.is_heading) {
        let bottom = top + band * real(same.len());
        if same.first().is_some_and(|row| !row.is_heading) {
            stretches.push((top, bottom));
        }
        top = bottom;
    }
    if let Some((_, bottom)) = stretches.last_mut() {
        *bottom = plot.bottom() + note;
    }
    stretches
}

/// The plot down to the axis, with the line that says how much is left out.
fn lower(plot: Area, note: f64) -> Area {
    Area { height: plot.height + note, ..plot }
}
