//! From figures to coordinates.

use crate::figure::{Format, real};

/// The stretch of figures that an axis shows: from and to a tick, 0 always within.
#[derive(Clone, Copy)]
pub(crate) struct Domain {
    low: f64,
    high: f64,
    step: f64,
}

/// A domain laid between two coordinates.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Domain {
    /// The domain of these figures with about `most` ticks, on whole numbers where things are counted or all figures are
    /// such.
    pub(crate) fn of(figures: impl IntoIterator<Item = f64>, most: usize, format: Format) -> Self {
        let (mut low, mut high, mut all_whole) = (0.0_f64, 0.0_f64, format == Format::Number);
        for figure in figures {
            low = low.min(figure);
            high = high.max(figure);
            all_whole &= figure.fract() == 0.0;
        }
        if low == high {
            high = 1.0;
        }
        let mut step = nice((high - low) / real(most.max(1)));
        if all_whole || format == Format::Count {
            step = step.max(1.0);
        }
        Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    /// The figures with a tick, from the lowest.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        let first = (self.low / self.step).round();
        let places = (0..64).map(|it| (first + f64::from(it)) * self.step);
        places.take_while(|it| *it <= self.high + self.step / 2.0).map(|it| if it == 0.0 { 0.0 } else { it }).collect()
    }

    pub(crate) fn between(&self, from: f64, to: f64) -> Scale {
        Scale::new(self.low, self.high, from, to)
    }
}

impl Scale {
    pub(crate) fn new(low: f64, high: f64, from: f64, to: f64) -> Self {
        Self { low, high, from, to }
    }

    /// Where the figure lies; at the nearer end where it is outside.
    pub(crate) fn at(&self, figure: f64) -> f64 {
        let share = if self.high > self.low { (figure - self.low) / (self.high - self.low) } else { 0.0 };
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }
}

/// The least of 1, 2, 5 times a power of ten that is not below the stretch.
fn nice(stretch: f64) -> f64 {
    let mut power = 1.0_f64;
    while power * 10.0 <= stretch {
        power *= 10.0;
    }
    while power > stretch && power > 1e-307 {
        power /= 10.0;
    }
    [1.0, 2.0, 5.0].map(|it| it * power).into_iter().find(|it| *it >= stretch * 0.999_999).unwrap_or(power * 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_hold_all_figures() {
        assert_eq!(Domain::of([3.0, 17.0], 5, Format::Number).ticks(), [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(Domain::of([2.0], 5, Format::Number).ticks(), [0.0, 1.0, 2.0]);
        assert_eq!(Domain::of([-0.2, 0.4], 3, Format::Percent).ticks(), [-0.2, 0.0, 0.2, 0.4]);
        assert_eq!(Domain::of([], 4, Format::Number).ticks(), [0.0, 1.0]);
        assert_eq!(Domain::of([2.5], 8, Format::Count).ticks(), [0.0, 1.0, 2.0, 3.0]);
        for figures in [[-1e300, 1e300], [0.0, 1e-300], [1e-9, 1e9], [-1e-300, 0.0]] {
            let domain = Domain::of(figures, 6, Format::Number);
            let scale = domain.between(10.0, 90.0);
            assert!((2..=12).contains(&domain.ticks().len()), "{figures:?}: {:?}", domain.ticks());
            assert!(figures.iter().all(|it| (10.0..=90.0).contains(&scale.at(*it))));
        }
    }
}
