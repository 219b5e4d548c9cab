//! Student's distribution, whose tail keeps its digits however far out it is and however many degrees of freedom there
//! are.

use super::distributions::{normal_above, normal_with_above};
use super::gamma::ln_beta;

/// From which square of t on a tail is too small to be told by what is within, where few degrees make that slow to sum,
/// and where not.
const FAR: (f64, f64) = (3.0, 16.0);

/// How many terms are made at most; far fewer bring all that counts.
const MOST_TERMS: u32 = 10_000;

/// How many of Newton's steps lead to a quantile at most: in the heaviest tails each doubles what it is at.
const MOST_STEPS: usize = 2_000;

/// From which square on 1 is nothing beside it.
const HUGE: f64 = 1e16;

/// Student's distribution.
struct Student {
    df: f64,
    /// ln B(df/2, ½).
    ln_beta: f64,
}

impl Student {
    fn of(df: f64) -> Option<Self> {
        (df > 0.0).then(|| Self { df, ln_beta: ln_beta(df / 2.0, 0.5) })
    }

    /// ln (1 + t²/df), of which the square may be more than a double holds.
    fn ln_whole(&self, t: f64) -> f64 {
        let root = t / self.df.sqrt();
        if root * root > HUGE { 2.0 * root.ln() } else { (root * root).ln_1p() }
    }

    fn density(&self, t: f64) -> f64 {
        (-(self.df + 1.0) / 2.0 * self.ln_whole(t) - self.ln_beta).exp() / self.df.sqrt()
    }

    /// How much is above a t that is not below 0: half the incomplete beta function I_x(df/2, ½) at x = df/(df + t²).
    fn above(&self, t: f64) -> f64 {
        let part = t * t / self.df;
        let (x, y) = (1.0 / (1.0 + part), 1.0 / (1.0 + 1.0 / part));
        let weight = (-self.df / 2.0 * self.ln_whole(t) - self.ln_beta).exp() * y.sqrt();
        let far = if y > 0.5 { FAR.0 } else { FAR.1 };
        if t * t > far { weight / 2.0 / self.fraction(x, y) } else { 0.5 - weight * self.series(y) }
    }

    /// By what xᵃ yᵇ/B(a, b) is divided for the tail, with a = df/2 and b = ½: Didonato's and Morris's continued
    /// fraction ("Significant Digit Computation of the Incomplete Beta Function Ratios", 1992, equation 9), by Lentz's
    /// method. It takes x and y = 1 − x apart, so that nothing is lost where x is all but 1.
    fn fraction(&self, x: f64, y: f64) -> f64 {
        let (a, b) = (self.df / 2.0, 0.5);
        let behind = |m: f64| m * (b - m) * x / (a + 2.0 * m - 1.0);
        let denominator = |m: f64| {
            let ahead = (a + m) / (a + 2.0 * m + 1.0) * (a * y - b * x + 1.0 + m * (1.0 + y));
            m + ahead + if m > 0.0 { behind(m) } else { 0.0 }
        };
        let numerator = |m: f64| {
            let odd = a + 2.0 * m - 1.0;
            behind(m) * ((a + m - 1.0) / odd) * (a + b + m - 1.0) * x
        };
        let mut whole = denominator(0.0);
        let (mut above, mut below) = (whole, 0.0);
        for m in (1..MOST_TERMS).map(f64::from) {
            let (numerator, denominator) = (numerator(m), denominator(m));
            below = 1.0 / (denominator + numerator * below);
            above = denominator + numerator / above;
            let step = above * below;
            whole *= step;
            if (step - 1.0).abs() < 4.0 * f64::EPSILON {
                break;
            }
        }
        whole
    }

    /// The power series of what is between 0 and t (DLMF 8.17.8), all of whose terms are positive.
    fn series(&self, y: f64) -> f64 {
        let a = self.df / 2.0;
        let (mut term, mut sum) = (1.0, 1.0);
        for at in (0..MOST_TERMS).map(f64::from) {
            term *= (a + 0.5 + at) * y / (1.5 + at);
            sum += term;
            if term < sum * f64::EPSILON {
                break;
            }
        }
        sum
    }
}

/// How much of Student's distribution with so many degrees of freedom is above.
pub(super) fn student_above(t: f64, df: f64) -> Option<f64> {
    if df == f64::INFINITY {
        return Some(normal_above(t));
    }
    let above = Student::of(df)?.above(t.abs());
    Some(if t < 0.0 { 1.0 - above } else { above })
}

/// Above which so much of it is. Newton's steps lead there from the quantile of the normal distribution, which is
/// nearer to 0: the tail is convex, so that none of them leads beyond.
pub(super) fn student_with_above(share: f64, df: f64) -> Option<f64> {
    if share > 0.5 {
        return student_with_above(1.0 - share, df).map(|above| -above);
    }
    let mut at = normal_with_above(share).max(0.0);
    if df == f64::INFINITY {
        return Some(at);
    }
    let student = Student::of(df)?;
    for _ in 0..MOST_STEPS {
        let next = at + (student.above(at) - share) / student.density(at);
        // Where rounding is all that is left, or all is beyond what doubles hold.
        if next <= at || !next.is_finite() {
            break;
        }
        at = next;
    }
    Some(at)
}
