//! Bars by category.

use super::Form;
use crate::bands::{Along, Bands, Column, column, figure_above};
use crate::figure::{Measure, figure, nothing};
use crate::frame::{Frame, Key, Sign};
use crate::ink::{Area, Stroke};
use crate::rows::{Across, Row, Rows, grouped};

/// How far the outline of a gap reaches.
const GAP: f64 = 6.0;

/// A bar for each category.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    pub direction: Direction,
    pub measure: Measure,
    /// What the categories are: `Result`, `Page`.
    pub categories: String,
    /// What a marked bar means, for the legend: `Not tested`.
    pub mark: Option<String>,
    pub bars: Vec<Bar>,
}

/// Which way bars go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// One beneath the other: for many categories and long labels.
    Horizontal,
    /// Side by side: for few categories with short labels.
    Vertical,
}

/// The bar of a category.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// What it is one of; bars of one group that stand beside each other share a heading. Empty where they have none.
    pub group: String,
    pub label: String,
    pub value: Option<f64>,
    /// What is said beside the figure: `3 of 4`.
    pub note: String,
    /// Whether it is a gap, drawn as a short outline.
    pub marked: bool,
}

impl Bar {
    pub fn new(label: impl Into<String>, value: Option<f64>) -> Self {
        Self { label: label.into(), value, ..Self::default() }
    }
}

impl Bars {
    fn value_of(&self, bar: &Bar) -> String {
        let value = self.measure.write(bar.value);
        if bar.note.is_empty() { value } else { format!("{value} ({})", bar.note) }
    }

    fn title_of(&self, bar: &Bar) -> String {
        let mark = self.mark.as_deref().filter(|_| bar.marked);
        let mark = mark.map(|it| format!(", {it}")).unwrap_or_default();
        let group = if bar.group.is_empty() { String::new() } else { format!("{} · ", bar.group) };
        format!("{group}{}: {}{mark}", bar.label, self.value_of(bar))
    }

    fn values(&self) -> Vec<f64> {
        self.bars.iter().filter_map(|it| figure(it.value)).collect()
    }

    fn draw_horizontal(&self, frame: &mut Frame) {
        let (rows, bars): (Vec<Row>, Vec<Option<&Bar>>) =
            grouped(&self.bars, |it| &it.group, |it| Row::new(&it.label, self.value_of(it))).into_iter().unzip();
        let figures = self.values();
        let rows = Rows::lay(frame, &rows, &Across::Figures(&figures, &self.measure));
        for (bar, band) in bars.into_iter().zip(&rows.bands) {
            let Some(bar) = bar else { continue };
            let (from, to) = (rows.scale.at(0.0), rows.scale.at(figure(bar.value).unwrap_or(0.0)));
            let reach = Area { x: from.min(to), width: (to - from).abs(), ..*band };
            self.draw_bar(frame, bar, Area { x: from, width: GAP, ..*band }, reach);
        }
    }

    fn draw_vertical(&self, frame: &mut Frame) {
        let labels: Vec<String> = self.bars.iter().map(|it| it.label.clone()).collect();
        let along = (Along::Categories, self.categories.as_str());
        let bands = Bands::lay(frame, &labels, along, &self.values(), &self.measure);
        for (bar, (_, band)) in self.bars.iter().zip(&bands.bands) {
            let middle = band.x + band.width / 2.0;
            let wide = band.width.min(72.0);
            let band = Area { x: middle - wide / 2.0, width: wide, ..*band };
            if bar.marked {
                let zero = bands.scale.at(0.0);
                let gap = Area { y: zero - GAP, height: GAP, ..band };
                self.draw_bar(frame, bar, gap, Area { y: zero, height: 0.0, ..band });
                continue;
            }
            let to = figure(bar.value).unwrap_or(0.0);
            let drawn = Column { title: &self.title_of(bar), series: 0, from: 0.0, to };
            column(frame, &bands.scale, band.x, wide, &drawn);
            figure_above(frame, &bands.scale, band.x, wide, (to, &self.measure.write(bar.value)));
        }
    }

    fn draw_bar(&self, frame: &mut Frame, bar: &Bar, gap: Area, reach: Area) {
        let (fill, outline) = (frame.fill(0), Stroke::new(frame.palette.axis, 1.0));
        frame.ink.mark(&self.title_of(bar), |ink| {
            if bar.marked {
                ink.rect(gap, "none", Some(outline));
            }
            ink.rect(reach, &fill, None);
        });
    }
}

impl Form for Bars {
    fn is_empty(&self) -> bool {
        nothing(self.values())
    }

    fn figures(&self) -> Vec<String> {
        self.bars.iter().map(|it| self.title_of(it)).collect()
    }

    fn legend(&self) -> Vec<Key> {
        let mark = self.mark.as_ref().filter(|_| self.bars.iter().any(|it| it.marked));
        mark.map(|it| Key { sign: Sign::Outline, name: it.clone() }).into_iter().collect()
    }

    fn draw(&self, frame: &mut Frame) {
        match self.direction {
            Direction::Horizontal => self.draw_horizontal(frame),
            Direction::Vertical => self.draw_vertical(frame),
        }
    }
}
