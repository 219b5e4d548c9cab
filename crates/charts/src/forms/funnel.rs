//! A funnel: how many of all reach each step.

use super::Form;
use crate::figure::{Format, figure, nothing};
use crate::frame::{Frame, Key};
use crate::ink::Area;
use crate::rows::{Across, Row, Rows};

/// Steps of which each is reached by some of those of the one before.
#[derive(Clone, Debug, PartialEq)]
pub struct Funnel {
    /// What is counted: `Ideas (count)`.
    pub counted: String,
    pub steps: Vec<Step>,
}

/// A step of a funnel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    pub label: String,
    pub count: u64,
    /// Its share of the step before.
    pub step_rate: Option<f64>,
    /// Its share of the first step.
    pub cumulative_rate: Option<f64>,
}

impl Funnel {
    fn count_of(step: &Step) -> f64 {
        u32::try_from(step.count).map_or(f64::from(u32::MAX), f64::from)
    }

    fn value_of(step: &Step) -> String {
        let count = step.count;
        match figure(step.cumulative_rate) {
            None => count.to_string(),
            Some(rate) => format!("{count} ({})", Format::Percent.write(rate)),
        }
    }

    fn title_of(step: &Step) -> String {
        let rate =
            |rate: Option<f64>, of: &str| figure(rate).map(|it| format!(", {} of {of}", Format::Percent.write(it)));
        let before = rate(step.step_rate, "the step before").unwrap_or_default();
        let all = rate(step.cumulative_rate, "all").unwrap_or_default();
        format!("{}: {}{before}{all}", step.label, step.count)
    }
}

impl Form for Funnel {
    fn is_empty(&self) -> bool {
        nothing(self.steps.iter().map(Self::count_of))
    }

    fn figures(&self) -> Vec<String> {
        self.steps.iter().map(Self::title_of).collect()
    }

    fn legend(&self) -> Vec<Key> {
        Vec::new()
    }

    fn draw(&self, frame: &mut Frame) {
        let font = frame.font;
        frame.note(
            &self.counted,
            (frame.area.x, frame.area.y + font * 0.85),
            frame.area.width,
            crate::ink::Anchor::Start,
        );
        frame.area.y += font * 1.5;
        frame.area.height -= font * 1.5;
        let row = |step: &Step| Row::new(&step.label, Self::value_of(step));
        let rows: Vec<Row> = self.steps.iter().map(row).collect();
        let rows = Rows::lay(frame, &rows, &Across::Shares);
        let most = self.steps.iter().map(Self::count_of).fold(1.0, f64::max);
        let (fill, grid) = (frame.fill(0), frame.palette.grid);
        for (step, band) in self.steps.iter().zip(&rows.bands) {
            let wide = band.width * Self::count_of(step) / most;
            let x = band.x + (band.width - wide) / 2.0;
            frame.ink.mark(&Self::title_of(step), |ink| {
                ink.rect(*band, "none", Some(crate::ink::Stroke::new(grid, 1.0)));
                ink.rect(Area { x, width: wide, ..*band }, &fill, None);
            });
        }
    }
}
