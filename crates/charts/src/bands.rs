//! The layout of forms with one band for each bucket or category, side by side.

use crate::axis::beneath;
use crate::axis::{BENEATH, at_left};
use crate::figure::{Measure, real, times};
use crate::frame::Frame;
use crate::ink::{Anchor, Area, Stroke};
use crate::scale::Scale;

/// How wide a band is at most.
const WIDEST: f64 = 96.0;

/// What stands side by side, which says what is left out where there is too much of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Along {
    /// Stretches of time: the latest are shown, and labels are thinned out.
    Buckets,
    /// Categories: the first are shown, and labels are cut.
    Categories,
}

/// Bands that are laid out: labels and axes are drawn, the marks are not.
pub(crate) struct Bands {
    pub(crate) scale: Scale,
    /// The number of each bucket shown, from 0, and where its marks go.
    pub(crate) bands: Vec<(usize, Area)>,
}

impl Bands {
    /// Lays them into the area of the frame.
    pub(crate) fn lay(
        frame: &mut Frame,
        labels: &[String],
        along: (Along, &str),
        figures: &[f64],
        measure: &Measure,
    ) -> Self {
        let font = frame.font;
        let area = Area { height: (frame.area.height - font * BENEATH).max(1.0), ..frame.area };
        let (plot, scale) = at_left(frame, area, figures, measure, font * 1.5);
        let (along, title) = along;
        let least = match along {
            Along::Buckets => 4.0,
            Along::Categories => font * 3.0,
        };
        let shown = labels.len().min(times(plot.width, least, labels.len()).max(1));
        let left_out = labels.len() - shown;
        let band = plot.width / real(shown.max(1));
        let first = if along == Along::Buckets { left_out } else { 0 };
        let mut bands = Vec::new();
        let mut beneath_them = Vec::new();
        for (place, (number, label)) in labels.iter().enumerate().skip(first).take(shown).enumerate() {
            let x = plot.x + real(place) * band;
            let gap = (band * 0.12).min(12.0);
            let wide = (band - 2.0 * gap).min(WIDEST);
            let x_of_band = x + (band - wide) / 2.0;
            bands.push((number, Area { x: x_of_band, y: plot.y, width: wide, height: plot.height }));
            beneath_them.push((x + band / 2.0, label.clone()));
        }
        let title = match (along, left_out) {
            (_, 0) => title.to_owned(),
            (Along::Buckets, _) => format!("{title} ({left_out} earlier not shown)"),
            (Along::Categories, _) => format!("{title} ({left_out} more not shown)"),
        };
        if along == Along::Categories {
            for (middle, label) in &beneath_them {
                frame.note(label, (*middle, plot.bottom() + font * 1.45), band - 4.0, Anchor::Middle);
            }
            beneath_them.clear();
        }
        beneath(frame, plot, &beneath_them, &title);
        Self { scale, bands }
    }
}

/// A column from one figure to another.
pub(crate) struct Column<'a> {
    pub(crate) title: &'a str,
    pub(crate) series: usize,
    pub(crate) from: f64,
    pub(crate) to: f64,
}

/// Draws a column of this width.
pub(crate) fn column(frame: &mut Frame, scale: &Scale, x: f64, wide: f64, column: &Column<'_>) {
    let (from, to) = (scale.at(column.from), scale.at(column.to));
    let (fill, colour) = (frame.fill(column.series), frame.palette.series(column.series));
    let stroke = (wide > 4.0).then(|| Stroke::new(colour, 1.0));
    frame.ink.mark(column.title, |ink| ink.rect(Area::between((x, from), (x + wide, to)), &fill, stroke));
}

/// Writes the figure of a column above it, where there is room.
pub(crate) fn figure_above(frame: &mut Frame, scale: &Scale, x: f64, wide: f64, (to, text): (f64, &str)) {
    frame.figure(text, (x + wide / 2.0, scale.at(to.max(0.0)) - 4.0), wide);
}
