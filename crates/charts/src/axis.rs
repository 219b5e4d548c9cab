//! Axes: their lines, ticks and titles.

use crate::date::{date_of, ticks};
use crate::figure::{Measure, times};
use crate::frame::Frame;
use crate::ink::{Anchor, Area, Point, Stroke};
use crate::scale::{Domain, Scale};
use crate::text::width;

/// The height that the labels of an axis beneath and its title take, in sizes of the font.
pub(crate) const BENEATH: f64 = 3.1;

/// An axis of figures at the left, of which the area to the right is the plot. `headroom` stays free above the highest.
pub(crate) fn at_left(
    frame: &mut Frame,
    area: Area,
    figures: &[f64],
    measure: &Measure,
    headroom: f64,
) -> (Area, Scale) {
    let font = frame.font;
    frame.note(&measure.label, (area.x, area.y + font * 0.85), area.width, Anchor::Start);
    let top = area.y + font * 1.8;
    let height = (area.bottom() - top).max(1.0);
    let most = times(height, font * 2.2, 8).max(1);
    let domain = Domain::of(figures.iter().copied(), most, measure.format);
    let labels: Vec<_> = domain.ticks().into_iter().map(|it| (it, measure.format.write(it))).collect();
    let gutter = labels.iter().map(|(_, it)| width(it, font)).fold(0.0, f64::max) + 6.0;
    let plot = Area { x: area.x + gutter, y: top, width: (area.width - gutter).max(1.0), height };
    let scale = domain.between(plot.bottom(), plot.y + headroom.min(height / 2.0));
    let mut last = f64::INFINITY;
    for (figure, label) in labels {
        let y = scale.at(figure);
        line_at(frame, (plot.x, y), (plot.right(), y), figure);
        if last - y >= font * 1.1 {
            frame.note(&label, (plot.x - 5.0, y + font * 0.35), gutter, Anchor::End);
            last = y;
        }
    }
    (plot, scale)
}

/// From where to where lines of the grid go down.
pub(crate) type Stretch = (f64, f64);

/// An axis of figures beneath the plot, with lines through these stretches of it.
pub(crate) fn figures_beneath(
    frame: &mut Frame,
    (plot, stretches): (Area, &[Stretch]),
    figures: &[f64],
    measure: &Measure,
) -> Scale {
    let most = times(plot.width, frame.font * 4.5, 8).max(1);
    let domain = Domain::of(figures.iter().copied(), most, measure.format);
    let scale = domain.between(plot.x, plot.right());
    let mut labels = Vec::new();
    for figure in domain.ticks() {
        let x = scale.at(figure);
        for (top, bottom) in stretches {
            line_at(frame, (x, *top), (x, *bottom), figure);
        }
        labels.push((x, measure.format.write(figure)));
    }
    beneath(frame, plot, &labels, &measure.label);
    scale
}

/// An axis of days beneath the plot, from the first to the last position.
pub(crate) fn days_beneath(frame: &mut Frame, plot: Area, from: f64, to: f64, first_day: i32, last_day: i32) -> Scale {
    let to = if to > from { to } else { from + 1.0 };
    let scale = Scale::new(from, to, plot.x, plot.right());
    let mut days = ticks(first_day, last_day, plot.width, width("0000-00-00 ", frame.font));
    // The last day has its date, before which others give way.
    let wide = width("0000-00-00", frame.font);
    let last = scale.at(f64::from(last_day)).min(frame.area.right() - wide / 2.0);
    days.retain(|day| scale.at(f64::from(*day)) + wide + frame.font * 0.6 <= last);
    days.push(last_day);
    let labels: Vec<_> = days.into_iter().map(|day| (scale.at(f64::from(day)), date_of(day))).collect();
    // A line without its date would say nothing.
    for x in beneath(frame, plot, &labels, "Date") {
        line_at(frame, (x, plot.y), (x, plot.bottom()), 1.0);
    }
    scale
}

/// The labels beneath a plot, as many as stand side by side, and the title of the axis. Tells where those are that do.
pub(crate) fn beneath(frame: &mut Frame, plot: Area, labels: &[(f64, String)], title: &str) -> Vec<f64> {
    let font = frame.font;
    let (left, right) = (frame.area.x, frame.area.right());
    let y = plot.bottom() + font * 1.45;
    let (mut free_from, mut labelled) = (left, Vec::new());
    for (at, label) in labels {
        let wide = width(label, font).min(right - left);
        let x = at.clamp(left + wide / 2.0, right - wide / 2.0);
        if x - wide / 2.0 >= free_from {
            frame.note(label, (x, y), right - left, Anchor::Middle);
            free_from = x + wide / 2.0 + font * 0.5;
            labelled.push(*at);
        }
    }
    frame.note(title, (left + (right - left) / 2.0, y + font * 1.35), right - left, Anchor::Middle);
    labelled
}

/// A line of the grid, stronger at 0.
fn line_at(frame: &mut Frame, from: Point, to: Point, figure: f64) {
    let stroke =
        if figure == 0.0 { Stroke::new(frame.palette.axis, 1.5) } else { Stroke::new(frame.palette.grid, 1.0) };
    frame.ink.line(from, to, stroke);
}
