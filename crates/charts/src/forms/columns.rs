//! Columns of several series by bucket, with a line and a target.

use super::Form;
use crate::bands::{Along, Bands, Column, column, figure_above};
use crate::figure::{Measure, Series, figure, nothing, real};
use crate::frame::{Frame, Key, Sign};
use crate::ink::{Shape, Stroke};

/// Columns side by side in each bucket.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    pub measure: Measure,
    /// What the buckets are: `Month`.
    pub buckets: String,
    /// The label of each bucket, usually the date on which it begins.
    pub labels: Vec<String>,
    /// The columns of a bucket, at most four.
    pub series: Vec<Series>,
    /// A line over the columns.
    pub line: Option<Series>,
    /// A figure to reach, a dashed line across.
    pub target: Option<f64>,
}

impl Columns {
    fn all(&self) -> impl Iterator<Item = &Series> {
        self.series.iter().take(4).chain(&self.line)
    }

    fn draw_line(&self, frame: &mut Frame, bands: &Bands, line: &Series, number: usize) {
        let colour = frame.palette.series(number);
        let ground = frame.palette.ground;
        let mut points = Vec::new();
        for (bucket, band) in &bands.bands {
            let value = line.at(*bucket);
            points.push((value, (band.x + band.width / 2.0, bands.scale.at(value.unwrap_or(0.0))), *bucket));
        }
        for stretch in points.split(|(value, _, _)| value.is_none()).filter(|it| it.len() > 1) {
            let stretch: Vec<_> = stretch.iter().map(|(_, point, _)| *point).collect();
            frame.ink.path(&stretch, Stroke::new(ground, 4.0));
            frame.ink.path(&stretch, Stroke::new(colour, 2.0));
        }
        for (value, point, bucket) in points.into_iter().filter(|(value, _, _)| value.is_some()) {
            let label = self.labels.get(bucket).map_or("", String::as_str);
            let title = format!("{label}, {}: {}", line.name, self.measure.write(value));
            frame.ink.mark(&title, |ink| ink.shape(Shape::Circle, point, 2.5, ground, Stroke::new(colour, 1.5)));
        }
    }
}

impl Form for Columns {
    fn is_empty(&self) -> bool {
        nothing(self.all().flat_map(Series::figures))
    }

    fn figures(&self) -> Vec<String> {
        let of = |bucket: usize, label: &String| {
            let values: Vec<_> =
                self.all().map(|it| format!("{} {}", it.name, self.measure.write(it.at(bucket)))).collect();
            format!("{label}: {}", values.join(", "))
        };
        let target = figure(self.target).map(|it| format!("Target: {}", self.measure.format.write(it)));
        self.labels.iter().enumerate().map(|(bucket, label)| of(bucket, label)).chain(target).collect()
    }

    fn legend(&self) -> Vec<Key> {
        let columns = self.series.iter().take(4).enumerate();
        let columns = columns.map(|(number, it)| Key { sign: Sign::Fill(number), name: it.name.clone() });
        let number = self.series.len().min(4);
        let line = self.line.iter().map(|it| Key { sign: Sign::Line(number), name: it.name.clone() });
        let target = figure(self.target)
            .map(|it| Key { sign: Sign::Dashed, name: format!("Target {}", self.measure.format.write(it)) });
        columns.chain(line).chain(target).collect()
    }

    fn draw(&self, frame: &mut Frame) {
        let figures: Vec<f64> = self.all().flat_map(Series::figures).chain(figure(self.target)).collect();
        let along = (Along::Buckets, self.buckets.as_str());
        let bands = Bands::lay(frame, &self.labels, along, &figures, &self.measure);
        let series: Vec<_> = self.series.iter().take(4).enumerate().collect();
        let mut above = Vec::new();
        for (bucket, band) in &bands.bands {
            let wide = band.width / real(series.len().max(1));
            for (number, series) in &series {
                let Some(to) = series.at(*bucket) else { continue };
                let value = self.measure.format.write(to);
                let label = self.labels.get(*bucket).map_or("", String::as_str);
                let title = format!("{label}, {}: {value}", series.name);
                let x = band.x + real(*number) * wide;
                column(frame, &bands.scale, x, wide, &Column { title: &title, series: *number, from: 0.0, to });
                above.push((x, wide, to, value));
            }
        }
        if let Some(line) = &self.line {
            self.draw_line(frame, &bands, line, series.len());
        }
        if let (Some(target), Some((_, first)), Some((_, last))) =
            (figure(self.target), bands.bands.first(), bands.bands.last())
        {
            let y = bands.scale.at(target);
            let stroke = Stroke::dashed(frame.palette.text, 1.5);
            let title = format!("Target: {}", self.measure.format.write(target));
            frame.ink.mark(&title, |ink| ink.line((first.x, y), (last.right(), y), stroke));
        }
        for (x, wide, to, value) in above {
            figure_above(frame, &bands.scale, x, wide, (to, &value));
        }
    }
}
