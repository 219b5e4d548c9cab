//! Bars to the median with marks at two higher quantiles.

use super::Form;
use crate::figure::{Measure, figure, nothing};
use crate::frame::{Frame, Key, Sign};
use crate::ink::{Area, Shape, Stroke};
use crate::rows::{Across, Row, Rows};

/// A bar to the median of each stage, with marks at the third quartile and the ninth decile.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantiles {
    pub measure: Measure,
    pub bars: Vec<Quantile>,
}

/// The quantiles of a stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quantile {
    pub label: String,
    pub median: Option<f64>,
    pub p75: Option<f64>,
    pub p90: Option<f64>,
    /// How many they were taken of.
    pub n: u64,
}

/// What the figures at the right of a row are.
const HEAD: &str = "median / p75 / p90";

impl Quantiles {
    fn title_of(&self, bar: &Quantile) -> String {
        let [median, p75, p90] = [bar.median, bar.p75, bar.p90].map(|it| self.measure.write(it));
        format!("{}: median {median}, p75 {p75}, p90 {p90}, n {}", bar.label, bar.n)
    }

    fn values(&self) -> Vec<f64> {
        self.bars.iter().flat_map(|it| [it.median, it.p75, it.p90]).filter_map(figure).collect()
    }
}

impl Form for Quantiles {
    fn is_empty(&self) -> bool {
        nothing(self.values())
    }

    fn figures(&self) -> Vec<String> {
        self.bars.iter().map(|it| self.title_of(it)).collect()
    }

    fn legend(&self) -> Vec<Key> {
        let key = |sign, name: &str| Key { sign, name: name.to_owned() };
        vec![
            key(Sign::Fill(0), "Median"),
            key(Sign::Point { shape: Shape::Tick, series: 1, filled: true }, "75th percentile"),
            key(Sign::Point { shape: Shape::Diamond, series: 2, filled: true }, "90th percentile"),
        ]
    }

    fn draw(&self, frame: &mut Frame) {
        let wide = frame.area.width >= 560.0;
        let row = |bar: &Quantile| {
            let [median, p75, p90] = [bar.median, bar.p75, bar.p90].map(|it| self.measure.write(it));
            let value = match (figure(bar.median), wide) {
                (None, _) => "none".to_owned(),
                (Some(_), true) => format!("{median} / {p75} / {p90}"),
                (Some(_), false) => median,
            };
            Row::new(&bar.label, value)
        };
        let head = wide.then(|| Row { value: HEAD.to_owned(), ..Row::heading("") });
        let heads = usize::from(wide);
        let rows: Vec<Row> = head.into_iter().chain(self.bars.iter().map(row)).collect();
        let figures = self.values();
        let rows = Rows::lay(frame, &rows, &Across::Figures(&figures, &self.measure));
        let (scale, fill, palette) = (rows.scale, frame.fill(0), frame.palette);
        for (bar, band) in self.bars.iter().zip(rows.bands.iter().skip(heads)) {
            let middle = band.y + band.height / 2.0;
            let radius = (band.height * 0.32).min(6.0);
            frame.ink.mark(&self.title_of(bar), |ink| {
                if let Some(median) = figure(bar.median) {
                    let (from, to) = (scale.at(0.0), scale.at(median));
                    ink.rect(Area::between((from, band.y), (to, band.bottom())), &fill, None);
                }
                // The tick is the higher of the two and lies above: both are seen where they are one.
                let marks = [(bar.p90, Shape::Diamond, 2), (bar.p75, Shape::Tick, 1)];
                for (value, shape, series) in marks {
                    let Some(value) = figure(value) else { continue };
                    let colour = palette.series(series);
                    ink.shape(shape, (scale.at(value), middle), radius, colour, Stroke::new(colour, 1.0));
                }
            });
        }
    }
}
