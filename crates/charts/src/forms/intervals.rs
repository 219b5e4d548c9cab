//! Estimates with their intervals around 0.

use super::Form;
use crate::figure::{Measure, figure, nothing};
use crate::frame::{Frame, Key, Sign};
use crate::ink::{Shape, Stroke};
use crate::rows::{Across, Row, Rows, grouped};

/// An estimate with its interval for each row, and a line at 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Intervals {
    pub measure: Measure,
    pub rows: Vec<Interval>,
}

/// An estimate and its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Interval {
    /// What it is one of: rows of one group that stand beneath each other share a heading. Empty where they have none.
    pub group: String,
    pub label: String,
    pub estimate: Option<f64>,
    /// Where the interval begins; None beside an end: it has no bound on this side.
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub verdict: Verdict,
}

/// What an estimate says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Better,
    Worse,
    Undecided,
    /// Nothing, since it cannot be believed.
    Untrusted,
}

impl Verdict {
    fn name(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Undecided => "not significant",
            Self::Untrusted => "not trusted",
        }
    }

    /// Its shape, the number of its colour and whether it is filled.
    fn sign(self) -> (Shape, usize, bool) {
        match self {
            Self::Better => (Shape::Diamond, 2, true),
            Self::Worse => (Shape::Square, 1, true),
            Self::Undecided => (Shape::Circle, 0, false),
            Self::Untrusted => (Shape::Square, 3, false),
        }
    }
}

impl Intervals {
    fn value_of(&self, row: &Interval) -> String {
        let estimate = self.measure.write(row.estimate);
        match (figure(row.low), figure(row.high)) {
            (None, None) => estimate,
            (low, high) => {
                let bound = |it: Option<f64>| it.map_or_else(|| "open".to_owned(), |it| self.measure.format.write(it));
                format!("{estimate} ({} to {})", bound(low), bound(high))
            }
        }
    }

    fn title_of(&self, row: &Interval) -> String {
        let group = if row.group.is_empty() { String::new() } else { format!("{} · ", row.group) };
        format!("{group}{}: {}, {}", row.label, self.value_of(row), row.verdict.name())
    }

    fn values(&self) -> Vec<f64> {
        self.rows.iter().flat_map(|it| [it.estimate, it.low, it.high]).filter_map(figure).collect()
    }
}

impl Form for Intervals {
    fn is_empty(&self) -> bool {
        nothing(self.values())
    }

    fn figures(&self) -> Vec<String> {
        self.rows.iter().map(|it| self.title_of(it)).collect()
    }

    fn legend(&self) -> Vec<Key> {
        let key = |verdict: Verdict, name: &str| {
            let (shape, series, filled) = verdict.sign();
            Key { sign: Sign::Point { shape, series, filled }, name: name.to_owned() }
        };
        if self.rows.iter().any(|it| it.verdict == Verdict::Untrusted) {
            return vec![key(Verdict::Untrusted, "Not trusted")];
        }
        vec![key(Verdict::Better, "Better"), key(Verdict::Worse, "Worse"), key(Verdict::Undecided, "Not significant")]
    }

    fn draw(&self, frame: &mut Frame) {
        let wide = frame.area.width >= 560.0;
        let row = |it: &Interval| {
            let value = if wide { self.value_of(it) } else { self.measure.write(it.estimate) };
            Row::new(&it.label, value)
        };
        let (rows, drawn): (Vec<Row>, Vec<Option<&Interval>>) =
            grouped(&self.rows, |it| &it.group, row).into_iter().unzip();
        let figures = self.values();
        let rows = Rows::lay(frame, &rows, &Across::Figures(&figures, &self.measure));
        let (scale, palette) = (rows.scale, frame.palette);
        for (row, band) in drawn.into_iter().zip(&rows.bands) {
            let Some(row) = row else { continue };
            let middle = band.y + band.height / 2.0;
            let (shape, series, filled) = row.verdict.sign();
            let colour = palette.series(series);
            let cap = (band.height * 0.3).min(7.0);
            let bounds = (figure(row.low), figure(row.high));
            frame.ink.mark(&self.title_of(row), |ink| {
                if bounds != (None, None) {
                    let low = bounds.0.map_or(band.x, |it| scale.at(it));
                    let high = bounds.1.map_or(band.right(), |it| scale.at(it));
                    ink.line((low, middle), (high, middle), Stroke::new(colour, 2.0));
                    for (x, _) in [(low, bounds.0), (high, bounds.1)].into_iter().filter(|(_, bound)| bound.is_some()) {
                        ink.line((x, middle - cap), (x, middle + cap), Stroke::new(colour, 2.0));
                    }
                }
                if let Some(estimate) = figure(row.estimate) {
                    let fill = if filled { colour } else { palette.ground };
                    ink.shape(shape, (scale.at(estimate), middle), cap.min(5.0), fill, Stroke::new(colour, 2.0));
                }
            });
        }
    }
}
