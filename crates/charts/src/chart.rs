//! A chart of any form, and what is said about it.

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

/// What a chart is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// What is shown: the report, the experiment.
    pub title: String,
    /// Of what: window and filters; may be empty.
    pub subtitle: String,
    /// Whether there is nothing to tell. None: so it is where no figure that would be drawn is other than 0.
    pub no_data: Option<bool>,
}

impl About {
    pub fn new(title: impl Into<String>, subtitle: impl Into<String>) -> Self {
        Self { title: title.into(), subtitle: subtitle.into(), no_data: None }
    }

    pub(crate) fn full_title(&self) -> String {
        if self.subtitle.is_empty() { self.title.clone() } else { format!("{}, {}", self.title, self.subtitle) }
    }
}

impl Chart {
    /// The chart as an SVG document, which may also stand within HTML.
    pub fn draw(&self, about: &About, view: &View) -> String {
        let form = self.form();
        if about.no_data.unwrap_or_else(|| form.is_empty()) {
            let mut frame = Frame::new(view, about, "No data in this period.", &[]);
            frame.empty();
            return frame.finish();
        }
        let figures = format!("{}.", form.figures().join("; "));
        let mut frame = Frame::new(view, about, &figures, &form.legend());
        form.draw(&mut frame);
        frame.finish()
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
