//! Two sums that grow by date.

use super::Form;
use crate::axis::{BENEATH, at_left, days_beneath};
use crate::date::Moment;
use crate::figure::{Measure, figure, nothing};
use crate::frame::{Frame, Key, Sign};
use crate::ink::{Area, Shape, Stroke};

/// Two cumulative series, drawn as steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Steps {
    pub measure: Measure,
    /// The name of the first series, a whole line with circles.
    pub first: String,
    /// The name of the second, a dashed one with squares.
    pub second: String,
    /// By date.
    pub steps: Vec<StepsAt>,
}

/// Both sums at a date.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepsAt {
    pub at: Moment,
    pub first: Option<f64>,
    pub second: Option<f64>,
}

/// How a series is drawn.
struct Pen<'a> {
    name: &'a str,
    number: usize,
    shape: Shape,
    dashed: bool,
}

impl Steps {
    fn values(&self) -> Vec<f64> {
        self.steps.iter().flat_map(|it| [it.first, it.second]).filter_map(figure).collect()
    }

    fn draw_series(&self, frame: &mut Frame, pen: &Pen<'_>, points: &[(StepsAt, f64, f64, f64)]) {
        let colour = frame.palette.series(pen.number);
        let mut way: Vec<(f64, f64)> = Vec::new();
        for (_, x, y, _) in points {
            if let Some((_, before)) = way.last().copied() {
                way.push((*x, before));
            }
            way.push((*x, *y));
        }
        frame.ink.path(&way, Stroke { colour, width: 2.0, dashed: pen.dashed });
        for (step, x, y, value) in points {
            let title = format!("{}, {}: {}", step.at.date(), pen.name, self.measure.format.write(*value));
            frame.ink.mark(&title, |ink| ink.shape(pen.shape, (*x, *y), 3.0, colour, Stroke::new(colour, 1.0)));
        }
    }
}

impl Form for Steps {
    fn is_empty(&self) -> bool {
        nothing(self.values())
    }

    fn figures(&self) -> Vec<String> {
        let told = |it: &StepsAt| {
            let (first, second) = (self.measure.write(it.first), self.measure.write(it.second));
            format!("{}: {} {first}, {} {second}", it.at.date(), self.first, self.second)
        };
        self.steps.iter().map(told).collect()
    }

    fn legend(&self) -> Vec<Key> {
        let key = |shape, series, name: &String| Key {
            sign: Sign::Point { shape, series, filled: true },
            name: name.clone(),
        };
        vec![key(Shape::Circle, 0, &self.first), key(Shape::Square, 1, &self.second)]
    }

    fn draw(&self, frame: &mut Frame) {
        let area = Area { height: (frame.area.height - frame.font * BENEATH).max(1.0), ..frame.area };
        let (plot, up) = at_left(frame, area, &self.values(), &self.measure, frame.font * 0.5);
        let days = || self.steps.iter().map(|it| it.at.day);
        let (first, last) = (days().min().unwrap_or(0), days().max().unwrap_or(0));
        // Half a day on both sides, so that no mark lies on the edge.
        let (from, to) = (f64::from(first) - 0.5, f64::from(last) + 1.0);
        let along = days_beneath(frame, plot, from, to, first, last);
        let points = |of: fn(&StepsAt) -> Option<f64>| -> Vec<_> {
            let point =
                |it: &StepsAt| figure(of(it)).map(|value| (*it, along.at(it.at.position()), up.at(value), value));
            self.steps.iter().filter_map(point).collect()
        };
        let pens = [
            (Pen { name: &self.first, number: 0, shape: Shape::Circle, dashed: false }, points(|it| it.first)),
            (Pen { name: &self.second, number: 1, shape: Shape::Square, dashed: true }, points(|it| it.second)),
        ];
        for (pen, points) in pens {
            self.draw_series(frame, &pen, &points);
        }
    }
}
