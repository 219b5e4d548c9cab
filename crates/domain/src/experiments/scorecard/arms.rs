//! A result row as an arm of a comparison.

use crate::ResultRow;
use crate::kinds::MetricType;
use crate::record::double;
use crate::statistics::{Arm, Covariate, RatioSums};

/// The arm that a row tells of toward a goal of this kind; nothing where the row lacks what that takes.
pub(in crate::experiments) fn arm(row: &ResultRow, metric: MetricType) -> Option<Arm> {
    let users = double(row.users.get());
    let arm = match metric {
        MetricType::Binomial => Arm::binary(users, double(row.conversions?.get())),
        MetricType::Mean | MetricType::Count => Arm::of_values(users, row.sum?.get(), row.sum_squares?.get()),
        MetricType::Ratio => Arm::of_ratio(
            users,
            &RatioSums {
                sum: row.sum?.get(),
                sum_squares: row.sum_squares?.get(),
                denominator_sum: row.denominator_sum?.get(),
                denominator_sum_squares: row.denominator_sum_squares?.get(),
                cross_sum: row.cross_sum?.get(),
            },
        ),
    };
    Some(arm.with(covariate(row)))
}

fn covariate(row: &ResultRow) -> Option<Covariate> {
    Some(Covariate {
        sum: row.pre_sum?.get(),
        sum_squares: row.pre_sum_squares?.get(),
        cross_sum: row.pre_cross_sum?.get(),
    })
}
