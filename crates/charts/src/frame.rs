//! What surrounds every chart: ground, title, legend, and the texts for those who do not see it.

use crate::about::About;
use crate::ink::{Anchor, Area, Ink, Point, Shape, Stroke, Words};
use crate::palette::{Palette, Theme};
use crate::text::{broken, escaped, fit, width};

/// How a chart is drawn.
#[derive(Clone, Debug)]
pub struct View {
    width: u16,
    height: u16,
    theme: Theme,
    prefix: String,
}

/// What a colour, pattern or shape means.
pub(crate) struct Key {
    pub(crate) sign: Sign,
    pub(crate) name: String,
}

/// How a key is shown.
#[derive(Clone, Copy)]
pub(crate) enum Sign {
    /// A mark filled as those of a series.
    Fill(usize),
    /// A mark that is only outlined.
    Outline,
    /// A low mark that is only outlined.
    Strip,
    /// A line of a series.
    Line(usize),
    /// A dashed line.
    Dashed,
    /// A line across with its ends.
    Whisker,
    /// An upright line.
    Upright,
    /// A point, filled or hollow.
    Point { shape: Shape, series: usize, filled: bool },
    /// A cell of this step.
    Cell(usize),
}

/// A drawing whose surroundings are there; forms draw into its area.
pub(crate) struct Frame {
    pub(crate) ink: Ink,
    pub(crate) palette: &'static Palette,
    pub(crate) prefix: String,
    /// What is left for the form.
    pub(crate) area: Area,
    /// The size of the letters, in pixels.
    pub(crate) font: f64,
}

const MARGIN: f64 = 10.0;

impl View {
    /// A view of so many pixels, at least 200 × 120, whose ids begin with the prefix: charts of one page need different
    /// ones. Of the prefix letters, digits and hyphens count.
    pub fn new(width: u16, height: u16, theme: Theme, prefix: &str) -> Self {
        let prefix: String = prefix.chars().filter(|it| it.is_ascii_alphanumeric() || *it == '-').collect();
        let prefix =
            if prefix.starts_with(|it: char| it.is_ascii_alphabetic()) { prefix } else { format!("chart{prefix}") };
        Self { width: width.max(200), height: height.max(120), theme, prefix }
    }
}

impl Frame {
    pub(crate) fn new(view: &View, about: &About, description: &str, legend: &[Key]) -> Self {
        let (wide, high) = (f64::from(view.width), f64::from(view.height));
        let palette = view.theme.palette();
        let mut ink = Ink::new(wide, high);
        let prefix = view.prefix.as_str();
        ink.raw(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\" \
             role=\"img\" aria-labelledby=\"{prefix}-title {prefix}-desc\" font-family=\"sans-serif\">\
             <title id=\"{prefix}-title\">{}</title><desc id=\"{prefix}-desc\">{}</desc><defs>{}</defs>",
            escaped(&about.full_title()),
            escaped(description),
            palette.patterns(prefix)
        ));
        let whole = Area { x: 0.0, y: 0.0, width: wide, height: high };
        ink.rect(whole, palette.ground, None);
        let large = wide >= 480.0 && high >= 280.0;
        let font = if large { 12.0 } else { 10.0 };
        let area = Area { x: MARGIN, y: MARGIN, width: wide - 2.0 * MARGIN, height: high - 2.0 * MARGIN };
        let mut frame = Self { ink, palette, prefix: view.prefix.clone(), area, font };
        frame.heading(about, if large { 16.0 } else { 12.0 });
        frame.keys(legend);
        frame
    }

    /// A text in the size of the chart, cut to its room, of which it then tells the whole.
    pub(crate) fn label(&mut self, text: &str, at: Point, room: f64, anchor: Anchor) {
        self.write(text, at, room, anchor, self.palette.text);
    }

    /// The label of a row, on two lines where one is too short and the row is high enough; that of a heading is faint.
    pub(crate) fn line_or_two(&mut self, text: &str, (x, y): Point, (room, height): (f64, f64), is_heading: bool) {
        // A heading lies over the lines of the grid.
        let (colour, edge) = match is_heading {
            true => (self.palette.faint, Some(self.palette.ground)),
            false => (self.palette.text, None),
        };
        let (first, rest) = match broken(text, self.font, room) {
            Some(broken) if height >= self.font * 2.4 => broken,
            Some(_) | None => return self.write_over(text, (x, y), room, Anchor::Start, (colour, edge)),
        };
        self.write_over(first, (x, y - self.font * 0.6), room, Anchor::Start, (colour, edge));
        self.write_over(rest, (x, y + self.font * 0.6), room, Anchor::Start, (colour, edge));
    }

    /// Writes a fainter text, for ticks and titles of axes.
    pub(crate) fn note(&mut self, text: &str, at: Point, room: f64, anchor: Anchor) {
        self.write(text, at, room, anchor, self.palette.faint);
    }

    /// Says in the middle that there is nothing to draw.
    pub(crate) fn empty(&mut self) {
        let Area { x, y, width, height } = self.area;
        self.ink.rect(self.area, "none", Some(Stroke::new(self.palette.grid, 1.0)));
        let at = (x + width / 2.0, y + height / 2.0 + self.font / 3.0);
        self.label("No data in this period", at, width, Anchor::Middle);
    }

    pub(crate) fn fill(&self, series: usize) -> String {
        self.palette.fill(series, &self.prefix)
    }

    pub(crate) fn finish(mut self) -> String {
        self.ink.raw("</svg>");
        self.ink.finish()
    }

    /// A figure beside its mark, readable over others, where there is room for all of it.
    pub(crate) fn figure(&mut self, text: &str, at: Point, room: f64) {
        if width(text, self.font) <= room {
            let (size, colour, edge) = (self.font, self.palette.text, Some(self.palette.ground));
            let words = Words { text, whole: None, size, colour, anchor: Anchor::Middle, edge };
            self.ink.words(at, &words);
        }
    }

    pub(crate) fn write(&mut self, text: &str, at: Point, room: f64, anchor: Anchor, colour: &str) {
        self.write_over(text, at, room, anchor, (colour, None));
    }

    /// Writes a text in a colour and, where it lies over something, with an edge of another colour.
    fn write_over(&mut self, text: &str, at: Point, room: f64, anchor: Anchor, (colour, edge): (&str, Option<&str>)) {
        let fitted = fit(text, self.font, room);
        let whole = fitted.cut.then_some(text);
        let words = Words { text: &fitted.shown, whole, size: self.font, colour, anchor, edge };
        self.ink.words(at, &words);
    }

    fn heading(&mut self, about: &About, size: f64) {
        let Area { x, y, width, .. } = self.area;
        let fitted = fit(&about.title, size, width);
        let words = Words {
            text: &fitted.shown,
            whole: fitted.cut.then_some(about.title.as_str()),
            size,
            colour: self.palette.text,
            anchor: Anchor::Start,
            edge: None,
        };
        self.ink.words((x, y + size * 0.85), &words);
        self.take(size * 1.25);
        if !about.subtitle.is_empty() {
            self.note(&about.subtitle, (x, self.area.y + self.font * 0.85), width, Anchor::Start);
            self.take(self.font * 1.3);
        }
        if !about.notes.is_empty() {
            self.label(&about.notes.join("; "), (x, self.area.y + self.font * 0.85), width, Anchor::Start);
            self.take(self.font * 1.3);
        }
        self.take(4.0);
    }

    /// The legend in one row; where it is too long, each entry gets the same share of it.
    fn keys(&mut self, legend: &[Key]) {
        if legend.is_empty() {
            return;
        }
        let (sign, gap) = (self.font + 8.0, 12.0);
        let wanted: Vec<f64> = legend.iter().map(|it| sign + width(&it.name, self.font) + gap).collect();
        let share = self.area.width / crate::figure::real(legend.len());
        let all_fit = wanted.iter().sum::<f64>() <= self.area.width;
        let mut x = self.area.x;
        let middle = self.area.y + self.font * 0.5;
        for (key, wanted) in legend.iter().zip(wanted) {
            let room = if all_fit { wanted } else { share };
            self.sign(key.sign, (x + self.font / 2.0, middle));
            let at = (x + sign - 2.0, middle + self.font * 0.35);
            self.note(&key.name, at, room - sign - gap + 2.5, Anchor::Start);
            x += room;
        }
        self.take(self.font * 1.5);
    }

    fn sign(&mut self, sign: Sign, (x, y): Point) {
        let palette = self.palette;
        let reach = self.font / 2.0;
        let swatch = Area::between((x - reach, y - reach * 0.9), (x + reach, y + reach * 0.9));
        let line = [(x - reach, y), (x + reach + 2.0, y)];
        match sign {
            Sign::Fill(series) => {
                let fill = self.fill(series);
                self.ink.rect(swatch, &fill, Some(Stroke::new(palette.series(series), 1.0)));
            }
            Sign::Outline => self.ink.rect(swatch, "none", Some(Stroke::new(palette.axis, 1.0))),
            Sign::Whisker => {
                let stroke = Stroke::new(palette.text, 1.5);
                self.ink.path(&line, stroke);
                for (end, _) in line {
                    self.ink.line((end, y - reach * 0.6), (end, y + reach * 0.6), stroke);
                }
            }
            Sign::Upright => self.ink.line((x, y - reach), (x, y + reach), Stroke::new(palette.text, 1.5)),
            Sign::Strip => {
                let strip = Area::between((x - reach, y - reach * 0.4), (x + reach, y + reach * 0.4));
                self.ink.rect(strip, palette.ground, Some(Stroke::new(palette.axis, 1.0)));
            }
            Sign::Line(series) => {
                self.ink.path(&line, Stroke::new(palette.series(series), 2.0));
                self.ink.shape(Shape::Circle, (x, y), 2.5, palette.ground, Stroke::new(palette.series(series), 1.5));
            }
            Sign::Dashed => self.ink.path(&line, Stroke::dashed(palette.text, 1.5)),
            Sign::Point { shape, series, filled } => {
                let colour = palette.series(series);
                let fill = if filled { colour } else { palette.ground };
                self.ink.shape(shape, (x, y), 4.0, fill, Stroke::new(colour, 1.5));
            }
            Sign::Cell(step) => self.ink.rect(swatch, palette.cell(step).0, Some(Stroke::new(palette.grid, 1.0))),
        }
    }

    fn take(&mut self, height: f64) {
        self.area.y += height;
        self.area.height -= height;
    }
}
