//! Draws figures as accessible SVG: the same figures give the same bytes.
//!
//! A [`Chart`] holds figures and their words, a [`View`] says how large, in which theme and under which ids it is
//! drawn. Nothing outside both plays a part: no clock, no chance, no font file. Texts are measured by a cautious table,
//! so that labels neither overlap nor leave the frame in any common sans-serif font.

mod about;
mod axis;
mod bands;
mod chart;
mod date;
mod figure;
mod forms;
mod frame;
mod ink;
mod palette;
mod rows;
mod scale;
mod text;

#[cfg(test)]
mod tests;

pub use about::About;
pub use chart::Chart;
pub use date::Moment;
pub use figure::{Format, Measure, Series};
pub use forms::bars::{Bar, Bars, Direction};
pub use forms::cells::Cells;
pub use forms::columns::Columns;
pub use forms::funnel::{Funnel, Step};
pub use forms::intervals::{Interval, Intervals, Verdict};
pub use forms::quantiles::{Quantile, Quantiles};
pub use forms::stacked::Stacked;
pub use forms::steps::{Steps, StepsAt};
pub use forms::timeline::{Run, Stretch, Timeline};
pub use forms::whiskers::{Whisker, Whiskers};
pub use frame::View;
pub use palette::Theme;
