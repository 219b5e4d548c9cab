//! What runs when.

use super::Form;
use crate::date::Moment;
use crate::frame::{Frame, Key, Sign};
use crate::ink::{Area, Stroke};
use crate::rows::{Across, Row, Rows};
use crate::scale::Scale;

/// A bar for each run over a window of time.
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline {
    pub from: Moment,
    /// The end of the window; what lies outside is cut.
    pub to: Moment,
    /// Where what is still open is drawn to: the end of today, or of the window.
    pub now: Moment,
    pub runs: Vec<Run>,
}

/// A run: its stretches, and when it was planned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    pub label: String,
    /// What is said at the right of it: its status or result.
    pub note: String,
    pub stretches: Vec<Stretch>,
    /// From and to; either may be open.
    pub planned: (Option<Moment>, Option<Moment>),
}

/// A stretch of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    pub from: Moment,
    /// None: it goes on.
    pub to: Option<Moment>,
    /// Whether it is a pause, drawn hatched.
    pub paused: bool,
}

/// How wide a stretch is at least.
const LEAST: f64 = 4.0;

impl Timeline {
    /// The day on which what is open is drawn to, where the window holds it. It is drawn alike all day.
    fn today(&self) -> Option<Moment> {
        let today = Moment::start_of(self.now.day);
        (self.from.day..self.to.day).contains(&today.day).then_some(today)
    }

    fn title_of(stretch: &Stretch) -> String {
        let kind = if stretch.paused { "paused" } else { "running" };
        let to = stretch.to.map_or_else(|| "open".to_owned(), Moment::date);
        format!("{kind} {} to {to}", stretch.from.date())
    }

    fn plan_of(run: &Run) -> Option<String> {
        let word = |it: Option<Moment>| it.map_or_else(|| "open".to_owned(), Moment::date);
        match run.planned {
            (None, None) => None,
            (from, to) => Some(format!("planned {} to {}", word(from), word(to))),
        }
    }

    fn draw_run(&self, frame: &mut Frame, run: &Run, band: &Area, scale: &Scale) {
        let (palette, hatched, whole) = (frame.palette, frame.fill(1), frame.fill(0));
        // The plan lies as a low strip beneath what came of it.
        let strip = (band.height * 0.22).clamp(2.0, 6.0);
        let between = |from: f64, to: f64, (top, bottom): (f64, f64)| {
            Area::between((scale.at(from), top), (scale.at(to).max(scale.at(from)), bottom))
        };
        // What began today is seen as well, with the end of the plot at its right.
        let seen = |area: Area| match LEAST - area.width {
            missing if missing > 0.0 => Area { x: (area.x - missing).max(band.x), width: LEAST, ..area },
            _enough => area,
        };
        let above = (band.y, band.bottom() - strip - 1.5);
        let (from, to) = run.planned;
        if let Some(plan) = Self::plan_of(run) {
            let from = from.map_or(self.from.position(), Moment::position);
            let to = to.map_or(self.to.position(), Moment::position);
            let outline = Stroke::new(palette.axis, 1.0);
            let beneath = (band.bottom() - strip, band.bottom());
            let title = format!("{}: {plan}", run.label);
            frame.ink.mark(&title, |ink| ink.rect(between(from, to, beneath), palette.ground, Some(outline)));
        }
        for stretch in &run.stretches {
            let now = self.now.position().max(stretch.from.position());
            let (from, to) = (stretch.from.position(), stretch.to.map_or(now, Moment::position));
            let (fill, colour) =
                if stretch.paused { (&hatched, palette.series(1)) } else { (&whole, palette.series(0)) };
            let area = seen(between(from, to, above));
            let title = format!("{}: {}", run.label, Self::title_of(stretch));
            frame.ink.mark(&title, |ink| {
                ink.rect(area, fill, Some(Stroke::new(colour, 1.0)));
                if stretch.to.is_none() {
                    let (x, middle) = (area.right(), area.y + area.height / 2.0);
                    let reach = (area.height / 2.0).min(area.width);
                    let arrow = [(x - reach, middle - reach), (x, middle), (x - reach, middle + reach)];
                    ink.path(&arrow, Stroke::new(palette.ground, 2.0));
                }
            });
        }
    }
}

impl Form for Timeline {
    fn is_empty(&self) -> bool {
        self.runs.iter().all(|it| it.stretches.is_empty() && it.planned == (None, None))
    }

    fn figures(&self) -> Vec<String> {
        let told = |run: &Run| {
            let stretches = run.stretches.iter().map(Self::title_of).chain(Self::plan_of(run));
            let stretches: Vec<_> = stretches.collect();
            let note = if run.note.is_empty() { String::new() } else { format!(" ({})", run.note) };
            format!("{}{note}: {}", run.label, stretches.join(", "))
        };
        self.runs.iter().map(told).collect()
    }

    fn legend(&self) -> Vec<Key> {
        let key = |sign, name: &str| Key { sign, name: name.to_owned() };
        let keys = vec![key(Sign::Fill(0), "Running"), key(Sign::Fill(1), "Paused"), key(Sign::Strip, "Planned")];
        keys.into_iter().chain(self.today().map(|_| key(Sign::Upright, "Today"))).collect()
    }

    fn draw(&self, frame: &mut Frame) {
        let rows: Vec<Row> = self.runs.iter().map(|it| Row::new(&it.label, &it.note)).collect();
        let (from, to) = (self.from.position(), self.to.position());
        let across = Across::Days { from, to, first: self.from.day, last: (self.to.day - 1).max(self.from.day) };
        let rows = Rows::lay(frame, &rows, &across);
        for (run, band) in self.runs.iter().zip(&rows.bands) {
            self.draw_run(frame, run, band, &rows.scale);
        }
        if let (Some(today), Some(first), Some(last)) = (self.today(), rows.bands.first(), rows.bands.last()) {
            let (x, stroke) = (rows.scale.at(today.position()), Stroke::new(frame.palette.text, 1.0));
            let title = format!("Today: {}", today.date());
            frame.ink.mark(&title, |ink| ink.line((x, first.y), (x, last.bottom()), stroke));
        }
    }
}
