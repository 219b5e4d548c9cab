//! Cells of rows and columns, darker and larger the more there is in them.

use super::Form;
use crate::figure::{Measure, figure, nothing, real, times};
use crate::frame::{Frame, Key, Sign};
use crate::ink::{Anchor, Area, Stroke};
use crate::text::width;

/// A figure for each row and column.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    pub measure: Measure,
    /// What the rows are: `Weekday`.
    pub row_title: String,
    pub rows: Vec<String>,
    /// What the columns are: `Hour`.
    pub column_title: String,
    pub columns: Vec<String>,
    /// The figures of each row, one for each column.
    pub values: Vec<Vec<Option<f64>>>,
}

/// Where the cells lie.
struct Grid {
    plot: Area,
    rows: usize,
    columns: usize,
    wide: f64,
    high: f64,
}

impl Cells {
    fn at(&self, row: usize, column: usize) -> Option<f64> {
        figure(self.values.get(row).and_then(|it| it.get(column)).copied().flatten())
    }

    fn all(&self) -> impl Iterator<Item = f64> + '_ {
        self.values.iter().flatten().filter_map(|it| figure(*it))
    }

    fn most(&self) -> f64 {
        self.all().map(f64::abs).fold(0.0, f64::max)
    }

    /// The step of a figure from 0 to 4: 0 for nothing, 4 for more than three quarters of the most.
    fn step(&self, value: Option<f64>) -> usize {
        let share = value.unwrap_or(0.0).abs() / self.most().max(f64::MIN_POSITIVE);
        [0.0, 0.25, 0.5, 0.75].into_iter().filter(|it| share > *it).count()
    }

    fn title_of(&self, row: usize, column: usize) -> String {
        let name = |names: &[String], place: usize| names.get(place).cloned().unwrap_or_default();
        let value = self.measure.write(self.at(row, column));
        format!("{}, {}: {value}", name(&self.rows, row), name(&self.columns, column))
    }

    fn lay(&self, frame: &mut Frame) -> Grid {
        let (area, font) = (frame.area, frame.font);
        let widest = self.rows.iter().map(|it| width(it, font)).fold(0.0, f64::max);
        let gutter = widest.min(area.width * 0.3) + 6.0;
        let title = format!("{}: {} by {}", self.measure.label, self.row_title, self.column_title);
        let top = area.y + font * 1.5;
        let plot = Area {
            x: area.x + gutter,
            y: top,
            width: area.width - gutter,
            height: (area.bottom() - top - font * 1.5).max(1.0),
        };
        let rows = self.rows.len().min(times(plot.height, font * 1.2, self.rows.len()).max(1));
        let columns = self.columns.len().min(times(plot.width, 8.0, self.columns.len()).max(1));
        let left_out = match (self.rows.len() - rows, self.columns.len() - columns) {
            (0, 0) => String::new(),
            (rows, 0) => format!(" ({rows} more rows not shown)"),
            (0, columns) => format!(" ({columns} more columns not shown)"),
            (rows, columns) => format!(" ({rows} more rows, {columns} more columns not shown)"),
        };
        frame.note(&format!("{title}{left_out}"), (area.x, area.y + font * 0.85), area.width, Anchor::Start);
        let (wide, high) = (plot.width / real(columns.max(1)), plot.height / real(rows.max(1)));
        Grid { plot, rows, columns, wide, high }
    }

    fn draw_labels(&self, frame: &mut Frame, grid: &Grid) {
        let font = frame.font;
        for (row, label) in self.rows.iter().take(grid.rows).enumerate() {
            let y = grid.plot.y + (real(row) + 0.5) * grid.high + font * 0.35;
            frame.note(label, (grid.plot.x - 5.0, y), grid.plot.x - frame.area.x - 5.0, Anchor::End);
        }
        let y = grid.plot.bottom() + font * 1.2;
        // Many columns are numbered ones, such as hours, whose labels may be left out; of few ones each is named.
        let each = if grid.columns > 12 {
            let widest = self.columns.iter().map(|it| width(it, font)).fold(0.0, f64::max) + 4.0;
            (1..grid.columns).find(|it| real(*it) * grid.wide >= widest).unwrap_or(grid.columns)
        } else {
            1
        };
        for (column, label) in self.columns.iter().take(grid.columns).enumerate().step_by(each) {
            let x = grid.plot.x + (real(column) + 0.5) * grid.wide;
            let beside = (frame.area.right() - x).min(x - frame.area.x) * 2.0;
            frame.note(label, (x, y), (grid.wide * real(each) - 4.0).min(beside), Anchor::Middle);
        }
    }
}

impl Form for Cells {
    fn is_empty(&self) -> bool {
        nothing(self.all())
    }

    fn figures(&self) -> Vec<String> {
        let cells = (0..self.rows.len()).flat_map(|row| (0..self.columns.len()).map(move |column| (row, column)));
        let told = cells.filter(|(row, column)| self.at(*row, *column).is_some_and(|it| it != 0.0));
        let told = told.map(|(row, column)| self.title_of(row, column));
        [format!("{}, all cells not named are 0 or none", self.measure.label)].into_iter().chain(told).collect()
    }

    fn legend(&self) -> Vec<Key> {
        let most = self.most();
        // Between whole figures the bounds of the steps are whole as well, and a step that has none is not named.
        let whole = self.all().all(|it| it.fract() == 0.0);
        let bound = |share: f64| if whole { (most * share).floor() } else { most * share };
        let steps = [0.0, 0.25, 0.5, 0.75, 1.0].map(bound);
        let steps = steps.iter().zip(steps.iter().skip(1)).enumerate().filter(|(_, (before, to))| to > before);
        let steps = steps.map(|(step, (_, to))| Key {
            sign: Sign::Cell(step + 1),
            name: format!("to {}", self.measure.format.write(*to)),
        });
        let none = Key { sign: Sign::Cell(0), name: self.measure.format.write(0.0) };
        [none].into_iter().chain(steps).collect()
    }

    fn draw(&self, frame: &mut Frame) {
        let grid = self.lay(frame);
        self.draw_labels(frame, &grid);
        let font = frame.font;
        let texts = self.all().map(|it| width(&self.measure.format.write(it), font));
        let fits = texts.fold(0.0, f64::max) + 4.0 <= grid.wide && font * 1.2 <= grid.high;
        for row in 0..grid.rows {
            for column in 0..grid.columns {
                let value = self.at(row, column);
                let step = self.step(value);
                let (colour, on_it) = frame.palette.cell(step);
                let cell = Area {
                    x: grid.plot.x + real(column) * grid.wide + 0.5,
                    y: grid.plot.y + real(row) * grid.high + 0.5,
                    width: grid.wide - 1.0,
                    height: grid.high - 1.0,
                };
                // Where there is no room for the figures, size tells what the colour does.
                let share = if fits { 1.0 } else { 0.2 * (real(step) + 1.0) };
                let (wide, high) = (cell.width * share, cell.height * share);
                let x = cell.x + (cell.width - wide) / 2.0;
                let y = cell.y + (cell.height - high) / 2.0;
                let grid_line = Stroke::new(frame.palette.grid, 0.5);
                frame.ink.mark(&self.title_of(row, column), |ink| {
                    ink.rect(cell, "none", Some(grid_line));
                    ink.rect(Area { x, y, width: wide, height: high }, colour, None);
                });
                if let Some(value) = value.filter(|_| fits) {
                    let at = (cell.x + cell.width / 2.0, cell.y + cell.height / 2.0 + font * 0.35);
                    frame.write(&self.measure.format.write(value), at, grid.wide, Anchor::Middle, on_it);
                }
            }
        }
    }
}
