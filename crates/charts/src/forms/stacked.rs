//! Columns by bucket whose parts stand on each other.

use super::Form;
use crate::bands::{Along, Bands, Column, column, figure_above};
use crate::figure::{Measure, Series, nothing};
use crate::frame::{Frame, Key, Sign};

/// A column of parts in each bucket. Parts are counted from 0 upwards, negative ones downwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Stacked {
    pub measure: Measure,
    /// What the buckets are: `Month`.
    pub buckets: String,
    /// The label of each bucket, usually the date on which it begins.
    pub labels: Vec<String>,
    /// The parts, from the lowest, at most four.
    pub series: Vec<Series>,
}

/// A part of a column: its number, and the figures between which it stands.
struct StackSegment {
    series: usize,
    from: f64,
    to: f64,
}

impl Stacked {
    fn parts(&self, bucket: usize) -> Vec<StackSegment> {
        let (mut above, mut below) = (0.0_f64, 0.0_f64);
        let mut parts = Vec::new();
        for (series, values) in self.series.iter().take(4).enumerate() {
            let Some(value) = values.at(bucket).filter(|it| *it != 0.0) else { continue };
            let end = if value > 0.0 { &mut above } else { &mut below };
            parts.push(StackSegment { series, from: *end, to: *end + value });
            *end += value;
        }
        parts
    }
}

impl Form for Stacked {
    fn is_empty(&self) -> bool {
        nothing(self.series.iter().take(4).flat_map(Series::figures))
    }

    fn figures(&self) -> Vec<String> {
        let of = |bucket: usize, label: &String| {
            let part = |it: &Series| format!("{} {}", it.name, self.measure.write(it.at(bucket)));
            let parts: Vec<_> = self.series.iter().take(4).map(part).collect();
            format!("{label}: {}", parts.join(", "))
        };
        self.labels.iter().enumerate().map(|(bucket, label)| of(bucket, label)).collect()
    }

    fn legend(&self) -> Vec<Key> {
        let series = self.series.iter().take(4).enumerate();
        series.map(|(number, it)| Key { sign: Sign::Fill(number), name: it.name.clone() }).collect()
    }

    fn draw(&self, frame: &mut Frame) {
        let ends = (0..self.labels.len()).flat_map(|bucket| self.parts(bucket)).map(|it| it.to);
        let figures: Vec<f64> = ends.collect();
        let along = (Along::Buckets, self.buckets.as_str());
        let bands = Bands::lay(frame, &self.labels, along, &figures, &self.measure);
        for (bucket, band) in &bands.bands {
            let label = self.labels.get(*bucket).map_or("", String::as_str);
            let parts = self.parts(*bucket);
            for part in &parts {
                let name = self.series.get(part.series).map_or("", |it| it.name.as_str());
                let title = format!("{label}, {name}: {}", self.measure.format.write(part.to - part.from));
                let drawn = Column { title: &title, series: part.series, from: part.from, to: part.to };
                column(frame, &bands.scale, band.x, band.width, &drawn);
            }
            // The figure of the whole stands above the column, which only parts that go up have.
            if !parts.is_empty() && parts.iter().all(|it| it.to > it.from) {
                let whole = parts.iter().map(|it| it.to).fold(0.0, f64::max);
                figure_above(frame, &bands.scale, band.x, band.width, (whole, &self.measure.format.write(whole)));
            }
        }
    }
}
