//! Writes the elements of a drawing: presentation attributes only, two decimals at most, nothing outside the frame.

use crate::text::escaped;
use std::fmt::{self, Display, Formatter, Write};

/// A place for a part of the drawing, in pixels from the upper left corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// A point of the drawing.
pub(crate) type Point = (f64, f64);

/// Where a text stands at its point.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// The mark of a point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Circle,
    Square,
    Diamond,
    Tick,
}

/// A line around or between.
#[derive(Clone, Copy)]
pub(crate) struct Stroke<'a> {
    pub(crate) colour: &'a str,
    pub(crate) width: f64,
    pub(crate) dashed: bool,
}

/// A text of the drawing.
pub(crate) struct Words<'a> {
    pub(crate) text: &'a str,
    /// What it is cut from, told by its title.
    pub(crate) whole: Option<&'a str>,
    pub(crate) size: f64,
    pub(crate) colour: &'a str,
    pub(crate) anchor: Anchor,
    /// The colour of an edge around the letters, which keeps them readable over marks.
    pub(crate) edge: Option<&'a str>,
}

/// The drawing so far.
pub(crate) struct Ink {
    written: String,
    width: f64,
    height: f64,
}

struct Coordinate(f64);

impl Area {
    pub(crate) fn right(&self) -> f64 {
        self.x + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// The area between two points, whichever comes first.
    pub(crate) fn between(one: Point, other: Point) -> Self {
        let (x, y) = (one.0.min(other.0), one.1.min(other.1));
        Self { x, y, width: (one.0 - other.0).abs(), height: (one.1 - other.1).abs() }
    }
}

impl<'a> Stroke<'a> {
    pub(crate) fn new(colour: &'a str, width: f64) -> Self {
        Self { colour, width, dashed: false }
    }

    pub(crate) fn dashed(colour: &'a str, width: f64) -> Self {
        Self { colour, width, dashed: true }
    }
}

impl Ink {
    pub(crate) fn new(width: f64, height: f64) -> Self {
        Self { written: String::with_capacity(8192), width, height }
    }

    pub(crate) fn raw(&mut self, xml: &str) {
        self.written.push_str(xml);
    }

    pub(crate) fn finish(self) -> String {
        self.written
    }

    /// A mark with its title; what `draw` draws belongs to it.
    pub(crate) fn mark(&mut self, title: &str, draw: impl FnOnce(&mut Self)) {
        self.put(format_args!("<g><title>{}</title>", escaped(title)));
        draw(self);
        self.raw("</g>");
    }

    pub(crate) fn rect(&mut self, area: Area, fill: &str, stroke: Option<Stroke<'_>>) {
        let (x, y) = self.within((area.x, area.y));
        let (right, bottom) = self.within((area.right(), area.bottom()));
        let (wide, high) = (Coordinate(right - x), Coordinate(bottom - y));
        let (x, y) = (Coordinate(x), Coordinate(y));
        self.put(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"{fill}\""));
        if let Some(stroke) = stroke {
            self.stroke(stroke);
        }
        self.raw("/>");
    }

    pub(crate) fn line(&mut self, from: Point, to: Point, stroke: Stroke<'_>) {
        self.path(&[from, to], stroke);
    }

    /// A line through all points.
    pub(crate) fn path(&mut self, points: &[Point], stroke: Stroke<'_>) {
        self.raw("<path d=\"");
        self.points(points);
        self.raw("\" fill=\"none\"");
        self.stroke(stroke);
        self.raw("/>");
    }

    pub(crate) fn shape(&mut self, shape: Shape, at: Point, radius: f64, fill: &str, stroke: Stroke<'_>) {
        let (x, y) = at;
        match shape {
            Shape::Circle => {
                let (x, y) = self.within(at);
                let (x, y, radius) = (Coordinate(x), Coordinate(y), Coordinate(radius));
                self.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\""));
                self.stroke(stroke);
                self.raw("/>");
            }
            Shape::Square => {
                let area = Area::between((x - radius, y - radius), (x + radius, y + radius));
                self.rect(area, fill, Some(stroke));
            }
            Shape::Diamond => {
                let far = radius * 1.3;
                self.raw("<path d=\"");
                self.points(&[(x, y - far), (x + far, y), (x, y + far), (x - far, y)]);
                self.put(format_args!("Z\" fill=\"{fill}\""));
                self.stroke(stroke);
                self.raw("/>");
            }
            Shape::Tick => {
                self.line((x, y - radius * 2.0), (x, y + radius * 2.0), Stroke { width: 3.0, ..stroke });
            }
        }
    }

    pub(crate) fn words(&mut self, at: Point, words: &Words<'_>) {
        if words.text.is_empty() {
            return;
        }
        let (x, y) = self.within(at);
        let (x, y, size) = (Coordinate(x), Coordinate(y), Coordinate(words.size));
        let anchor = match words.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let colour = words.colour;
        self.put(format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor} fill=\"{colour}\""));
        if let Some(edge) = words.edge {
            self.put(format_args!(
                " stroke=\"{edge}\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\""
            ));
        }
        self.raw(">");
        if let Some(whole) = words.whole {
            self.put(format_args!("<title>{}</title>", escaped(whole)));
        }
        self.put(format_args!("{}</text>", escaped(words.text)));
    }

    fn points(&mut self, points: &[Point]) {
        for (position, point) in points.iter().enumerate() {
            let (x, y) = self.within(*point);
            let (x, y) = (Coordinate(x), Coordinate(y));
            let way = if position == 0 { 'M' } else { 'L' };
            self.put(format_args!("{way}{x} {y}"));
        }
    }

    fn stroke(&mut self, stroke: Stroke<'_>) {
        let width = Coordinate(stroke.width);
        self.put(format_args!(" stroke=\"{}\" stroke-width=\"{width}\"", stroke.colour));
        if stroke.dashed {
            self.raw(" stroke-dasharray=\"5 4\"");
        }
    }

    fn within(&self, (x, y): Point) -> Point {
        (x.clamp(0.0, self.width), y.clamp(0.0, self.height))
    }

    fn put(&mut self, what: fmt::Arguments<'_>) {
        // A string takes whatever is written to it.
        let _ = self.written.write_fmt(what);
    }
}

impl Display for Coordinate {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let written = format!("{:.2}", self.0);
        let written = written.trim_end_matches('0').trim_end_matches('.');
        out.write_str(if written == "-0" || written.is_empty() { "0" } else { written })
    }
}
