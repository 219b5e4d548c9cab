//! A chart of any form.

use crate::about::About;
use crate::forms::Form;
use crate::frame::{Frame, View};
use crate::{Bars, Cells, Columns, Funnel, Intervals, Quantiles, Stacked, Steps, Timeline, Whiskers};

/// Figures in the form that they are drawn in.
#[derive(Clone, Debug, PartialEq)]
pub enum Chart {
    Bars(Bars),
    Whiskers(Whiskers),
    Columns(Columns),
    Quantiles(Quantiles),
    Funnel(Funnel),
    Cells(Cells),
    Stacked(Stacked),
    Steps(Steps),
    Timeline(Timeline),
    Intervals(Intervals),
}

impl Chart {
    /// The chart as an SVG document, which may also stand within HTML.
    pub fn draw(&self, about: &About, view: &View) -> String {
        let form = self.form();
        if self.is_empty(about) {
            let mut frame = Frame::new(view, about, &described("No data in this period", about), &[]);
            frame.empty();
            return frame.finish();
        }
        let figures = described(&form.figures().join("; "), about);
        let mut frame = Frame::new(view, about, &figures, &form.legend());
        form.draw(&mut frame);
        frame.finish()
    }

    /// Whether there is nothing to draw, which the drawing says then.
    pub fn is_empty(&self, about: &About) -> bool {
        about.no_data.unwrap_or_else(|| self.form().is_empty())
    }

    fn form(&self) -> &dyn Form {
        match self {
            Self::Bars(it) => it,
            Self::Whiskers(it) => it,
            Self::Columns(it) => it,
            Self::Quantiles(it) => it,
            Self::Funnel(it) => it,
            Self::Cells(it) => it,
            Self::Stacked(it) => it,
            Self::Steps(it) => it,
            Self::Timeline(it) => it,
            Self::Intervals(it) => it,
        }
    }
}

/// The figures as text, with what is told beside them.
fn described(figures: &str, about: &About) -> String {
    let parts: Vec<&str> = std::iter::once(figures).chain(about.notes.iter().map(String::as_str)).collect();
    format!("{}.", parts.join("; "))
}
