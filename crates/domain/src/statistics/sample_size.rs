//! How many users an experiment takes to tell a difference of a given size.

use uplift_derive::Choices;

use super::distributions::{normal_below, normal_with_above};

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Metric {
    /// A share of users.
    Binomial(Method),
    /// The mean of a value with this standard deviation.
    Mean { sd: f64 },
}

/// How the variance under either hypothesis is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Method {
    /// As Evan Miller's calculator has it: under the null hypothesis the variance of the baseline.
    EvanMiller,
    /// Under the null hypothesis the variance of the mean of both rates.
    Pooled,
    /// The variance of both rates under either hypothesis.
    Unpooled,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestDesign {
    pub metric: Metric,
    /// The rate or the mean of the control.
    pub baseline: f64,
    /// The least difference that is to be told, as a part of the baseline.
    pub mde: f64,
    /// How often a difference is told that is none, corrected for the number of variations where it is to be.
    pub significance: f64,
    /// How often a difference of that size is told.
    pub power: f64,
}

/// How many users it takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleSize {
    /// For each variation, rounded up.
    pub per_variation: f64,
    pub exact: f64,
    /// The difference in the unit of the baseline.
    pub delta: f64,
    /// How often that difference is told by so many users.
    pub achieved_power: f64,
}

impl TestDesign {
    /// How many users it takes; nothing where a rate would leave its bounds.
    pub fn sample_size(&self) -> Option<SampleSize> {
        let delta = self.baseline * self.mde;
        let (r0, r1) = self.roots(delta)?;
        // Of a small power its complement would be a one that says nothing.
        let z_beta =
            if self.power < 0.5 { -normal_with_above(self.power) } else { normal_with_above(1.0 - self.power) };
        let z_alpha = normal_with_above(self.significance / 2.0);
        let root = (z_alpha * r0 + z_beta * r1) / delta;
        let exact = root * root;
        let per_variation = exact.ceil();
        let achieved_power = normal_below((per_variation.sqrt() * delta.abs() - z_alpha * r0) / r1);
        Some(SampleSize { per_variation, exact, delta, achieved_power })
    }

    /// The standard deviations of the difference of two users, where there is none and where there is that.
    fn roots(&self, delta: f64) -> Option<(f64, f64)> {
        let method = match self.metric {
            Metric::Mean { sd } => {
                let root = std::f64::consts::SQRT_2 * sd;
                return Some((root, root));
            }
            Metric::Binomial(method) => method,
        };
        let (p1, p2) = (self.baseline, self.baseline + delta);
        if !(p2 > 0.0 && p2 < 1.0) {
            return None;
        }
        let of = |p: f64| p * (1.0 - p);
        let both = (of(p1) + of(p2)).sqrt();
        Some(match method {
            Method::EvanMiller => ((2.0 * of(p1)).sqrt(), both),
            Method::Pooled => ((2.0 * of((p1 + p2) / 2.0)).sqrt(), both),
            Method::Unpooled => (both, both),
        })
    }
}
