//! An arm: what is known of the users of one variation.

/// The totals of an arm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arm {
    /// How many users it has.
    pub users: f64,
    /// What they did together: of conversions, how many converted.
    pub sum: f64,
    /// The sum of the squares of what each did.
    pub sum_squares: f64,
    measured: Measured,
    pub covariate: Option<Covariate>,
}

/// What is measured of each user.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Measured {
    /// Whether they did it or did not.
    Conversion,
    Value,
    /// A value by which another is divided, over all of them.
    Ratio {
        mean: f64,
        /// The variance of the ratio, by the delta method.
        variance: f64,
    },
}

/// The totals of two values of users, of which the first is divided by the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatioSums {
    pub sum: f64,
    pub sum_squares: f64,
    pub denominator_sum: f64,
    pub denominator_sum_squares: f64,
    /// The sum of the products of both.
    pub cross_sum: f64,
}

/// What the users did before, as totals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Covariate {
    pub sum: f64,
    pub sum_squares: f64,
    /// The sum of what each did before times what that user did since.
    pub cross_sum: f64,
}

impl Arm {
    /// Whether a value divided by another is measured.
    pub(super) fn is_ratio(&self) -> bool {
        matches!(self.measured, Measured::Ratio { .. })
    }

    /// An arm of so many users of whom so many converted.
    pub const fn binary(users: f64, converted: f64) -> Self {
        Self { users, sum: converted, sum_squares: converted, measured: Measured::Conversion, covariate: None }
    }

    /// An arm of so many users, with the sum of their values and of the squares of these.
    pub const fn of_values(users: f64, sum: f64, sum_squares: f64) -> Self {
        Self { users, sum, sum_squares, measured: Measured::Value, covariate: None }
    }

    /// An arm of so many users, of whose values one is divided by the other: m = Σy/Σd, and s² = (s_y² − 2m·s_yd +
    /// m²·s_d²)/(Σd/n)² of sample variances.
    pub fn of_ratio(users: f64, sums: &RatioSums) -> Self {
        let about = |product: f64, one: f64, other: f64| (product - one * other / users) / (users - 1.0);
        let mean = sums.sum / sums.denominator_sum;
        let of_value = about(sums.sum_squares, sums.sum, sums.sum);
        let of_both = about(sums.cross_sum, sums.sum, sums.denominator_sum);
        let of_denominator = about(sums.denominator_sum_squares, sums.denominator_sum, sums.denominator_sum);
        let share = sums.denominator_sum / users;
        let variance = (of_value - 2.0 * mean * of_both + mean * mean * of_denominator) / (share * share);
        Self { measured: Measured::Ratio { mean, variance }, ..Self::of_values(users, sums.sum, sums.sum_squares) }
    }

    /// This arm with what its users did before, where that is known.
    pub const fn with(self, covariate: Option<Covariate>) -> Self {
        Self { covariate, ..self }
    }

    /// What a user did in the mean.
    pub fn mean(&self) -> f64 {
        match self.measured {
            Measured::Conversion | Measured::Value => self.sum / self.users,
            Measured::Ratio { mean, .. } => mean,
        }
    }

    /// The variance of what a user did: of conversions that of the rate, of values that of a sample.
    pub fn variance(&self) -> f64 {
        match self.measured {
            // One less the rate would lose the digits of what is missing from 1.
            Measured::Conversion => self.mean() * ((self.users - self.sum) / self.users),
            Measured::Value => self.deviations() / (self.users - 1.0),
            Measured::Ratio { variance, .. } => variance,
        }
    }

    /// The sum of squares about the mean.
    pub(super) fn deviations(&self) -> f64 {
        self.sum_squares - self.sum * self.sum / self.users
    }
}

/// A mean that was estimated, and what it rests on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    pub(super) mean: f64,
    pub(super) variance: f64,
    pub(super) users: f64,
    /// How many users converted, where the mean is the share of them and of nothing else.
    pub(super) conversions: Option<f64>,
}

impl Estimate {
    pub(super) fn of(arm: &Arm) -> Self {
        let conversions = matches!(arm.measured, Measured::Conversion).then_some(arm.sum);
        Self { mean: arm.mean(), variance: arm.variance(), users: arm.users, conversions }
    }

    /// By how much this mean is larger than the other. Of shares it is made of the counts, which are whole numbers: the
    /// shares themselves are rounded, and what rounding leaves of a difference far smaller than they are is little.
    pub(super) fn minus(&self, other: &Self) -> f64 {
        match (self.conversions, other.conversions) {
            (Some(own), Some(others)) => {
                difference_of_products((own, other.users), (others, self.users)) / (self.users * other.users)
            }
            _ => self.mean - other.mean,
        }
    }

    /// The variance of the mean.
    pub(super) fn of_mean(&self) -> f64 {
        self.variance / self.users
    }
}

/// How far two means are apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    pub(super) estimate: f64,
    /// The variance of the estimate.
    pub(super) variance: f64,
}

impl Effect {
    /// In the unit of the means.
    pub(super) fn absolute(a: &Estimate, b: &Estimate) -> Self {
        Self { estimate: b.minus(a), variance: a.of_mean() + b.of_mean() }
    }

    /// As a part of the mean of the control, with the variance of the delta method.
    pub(super) fn relative(a: &Estimate, b: &Estimate) -> Self {
        let base = a.mean * a.mean;
        Self {
            estimate: b.minus(a) / a.mean.abs(),
            variance: b.of_mean() / base + a.of_mean() * b.mean * b.mean / (base * base),
        }
    }
}

/// The product of the first two less that of the others, as if it were rounded once: what the first rounding of a
/// product leaves out is computed as well (Kahan's way, by fused multiplications).
pub(super) fn difference_of_products((a, b): (f64, f64), (c, d): (f64, f64)) -> f64 {
    let taken = c * d;
    let left_out = (-c).mul_add(d, taken);
    a.mul_add(b, -taken) + left_out
}
