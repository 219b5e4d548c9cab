//! Bars with an interval around their end.

use super::Form;
use crate::figure::{Measure, figure, nothing};
use crate::frame::{Frame, Key, Sign};
use crate::ink::{Area, Stroke};
use crate::rows::{Across, Row, Rows};

/// A bar with its interval and the number behind it for each group.
#[derive(Clone, Debug, PartialEq)]
pub struct Whiskers {
    pub measure: Measure,
    /// What the interval is, for the legend: `95% Wilson interval`.
    pub interval: String,
    pub bars: Vec<Whisker>,
    /// A figure to reach, a dashed line across.
    pub target: Option<f64>,
}

/// The bar of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Whisker {
    pub label: String,
    pub value: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// How many the value was taken of.
    pub n: u64,
}

impl Whiskers {
    fn title_of(&self, bar: &Whisker) -> String {
        let (value, n) = (self.measure.write(bar.value), bar.n);
        match (figure(bar.low), figure(bar.high)) {
            (None, None) => format!("{}: {value}, n {n}", bar.label),
            _ => {
                let (low, high) = (self.measure.write(bar.low), self.measure.write(bar.high));
                format!("{}: {value} ({low} to {high}), n {n}", bar.label)
            }
        }
    }

    fn values(&self) -> Vec<f64> {
        self.bars.iter().flat_map(|it| [it.value, it.low, it.high]).filter_map(figure).collect()
    }
}

impl Form for Whiskers {
    fn is_empty(&self) -> bool {
        nothing(self.values())
    }

    fn figures(&self) -> Vec<String> {
        let target = figure(self.target).map(|it| format!("Target: {}", self.measure.format.write(it)));
        self.bars.iter().map(|it| self.title_of(it)).chain(target).collect()
    }

    fn legend(&self) -> Vec<Key> {
        let whisker = Key { sign: Sign::Whisker, name: self.interval.clone() };
        let target = figure(self.target)
            .map(|it| Key { sign: Sign::Dashed, name: format!("Target {}", self.measure.format.write(it)) });
        [whisker].into_iter().chain(target).collect()
    }

    fn draw(&self, frame: &mut Frame) {
        let row = |bar: &Whisker| {
            let value = format!("{} (n {})", self.measure.write(bar.value), bar.n);
            Row::new(&bar.label, value)
        };
        let rows: Vec<Row> = self.bars.iter().map(row).collect();
        let figures: Vec<f64> = self.values().into_iter().chain(figure(self.target)).collect();
        let rows = Rows::lay(frame, &rows, &Across::Figures(&figures, &self.measure));
        let scale = rows.scale;
        let (fill, ground) = (frame.fill(0), frame.palette.ground);
        let line = Stroke::new(frame.palette.text, 1.5);
        for (bar, band) in self.bars.iter().zip(&rows.bands) {
            let middle = band.y + band.height / 2.0;
            frame.ink.mark(&self.title_of(bar), |ink| {
                if let Some(value) = figure(bar.value) {
                    let (from, to) = (scale.at(0.0), scale.at(value));
                    ink.rect(Area::between((from, band.y), (to, band.bottom())), &fill, None);
                }
                let (Some(low), Some(high)) = (figure(bar.low), figure(bar.high)) else { return };
                let (low, high) = (scale.at(low), scale.at(high));
                let cap = band.height * 0.25;
                ink.line((low, middle), (high, middle), Stroke::new(ground, 3.0));
                for x in [low, high] {
                    ink.line((x, middle - cap), (x, middle + cap), line);
                }
                ink.line((low, middle), (high, middle), line);
            });
        }
        if let (Some(target), Some(first), Some(last)) = (figure(self.target), rows.bands.first(), rows.bands.last()) {
            let x = scale.at(target);
            let stroke = Stroke::dashed(frame.palette.text, 1.5);
            let title = format!("Target: {}", self.measure.format.write(target));
            frame.ink.mark(&title, |ink| ink.line((x, first.y), (x, last.bottom()), stroke));
        }
    }
}
