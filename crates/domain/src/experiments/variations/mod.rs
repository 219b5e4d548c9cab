//! The variations of an experiment: at most so many, in an order, one of them the control.

mod control;
mod create;
mod delete;
mod duplicate;
mod update;

pub(crate) use control::set_control;
pub(crate) use create::create;
pub(crate) use delete::delete;
pub(crate) use duplicate::duplicate;
pub(crate) use update::update;

use crate::access::TeamId;
use crate::listing::{FilterValues, Listing, PageRequest};
use crate::ports::{ReadPort, ReadTx, Unmetered, WritePort, WriteTx};
use crate::record::{Id, Percent, Stored};
use crate::{Experiment, Refusal, Variation, VariationFilter};

/// How many variations an experiment may have.
pub(super) const MOST: usize = 20;

/// The variations of experiments, in their order.
///
/// # Errors
/// When the database fails.
pub(super) fn of(
    tx: &mut dyn ReadTx,
    team: TeamId,
    experiments: &[Id<Experiment>],
) -> Result<Vec<Stored<Variation>>, Refusal> {
    let own = FilterValues(experiments.iter().map(Id::to_string).collect());
    let size = i64::try_from(MOST * experiments.len()).unwrap_or(i64::MAX);
    let page = PageRequest { number: 1, size };
    let listing = Listing { page, ..Listing::of(vec![(VariationFilter::ExperimentId, own)]) };
    let mut variations = Variation::reads(tx).list(team, &listing, &mut Unmetered)?.records;
    variations.sort_by_key(|it| (it.record.position.get(), it.id.get()));
    Ok(variations)
}

/// The experiment of a variation, kept from changing until the transaction ends.
fn experiment_of(tx: &mut dyn WriteTx, team: TeamId, id: Id<Experiment>) -> Result<Stored<Experiment>, Refusal> {
    let missing = || Refusal::Fault(format!("the experiment {id} of a variation is not there"));
    Experiment::writes(tx).find_to_change(team, id)?.ok_or_else(missing)
}

/// The weights of so many variations that are all alike, but for the control at this place, which has what is left.
pub(super) fn even_weights(variations: usize, control: usize) -> Vec<Percent> {
    const WHOLE: u32 = 10_000;
    let hundredths = |number: u32| Percent::new(f64::from(number) / 100.0).unwrap_or(Percent::NOTHING);
    let others = u32::try_from(variations).unwrap_or(WHOLE).max(1);
    let each = WHOLE / others;
    let left = WHOLE - each * (others - 1);
    (0..variations).map(|at| hundredths(if at == control { left } else { each })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_weights_sum_to_a_hundred_and_the_control_has_what_is_left() {
        let weights = |many, control| even_weights(many, control).iter().map(|it| it.get()).collect::<Vec<_>>();
        assert_eq!(weights(3, 0), [33.34, 33.33, 33.33]);
        assert_eq!(weights(2, 1), [50.0, 50.0]);
        assert_eq!(weights(1, 0), [100.0]);
        assert_eq!(weights(7, 2), [14.28, 14.28, 14.32, 14.28, 14.28, 14.28, 14.28]);
        assert!(weights(0, 0).is_empty());
        for many in 1..=MOST {
            let sum: f64 = weights(many, 0).iter().sum();
            assert!((sum - 100.0).abs() < 1e-9, "{many}: {sum}");
        }
    }
}
