//! How the variations do toward one goal.

use super::super::words::GoalRole;
use super::arms::arm;
use super::facts::{Facts, Terms};
use crate::access::Statistics;
use crate::kinds::MetricType;
use crate::record::{Stored, double};
use crate::statistics::{Arm, Comparison, Settings, Test, Warning, adjust, compare};
use crate::{Goal, Variation};

pub(in crate::experiments) struct GoalCard {
    pub(in crate::experiments) goal: Stored<Goal>,
    pub(in crate::experiments) role: GoalRole,
    /// In the order of the variations.
    pub(in crate::experiments) variations: Vec<VariationCard>,
}

/// An interval, either end of which may be open.
pub(super) type Interval = (Option<f64>, Option<f64>);

/// A variation's figures toward a goal. Those that compare it with the control are none for the control itself.
#[derive(Default)]
pub(in crate::experiments) struct VariationCard {
    pub(in crate::experiments) variation_id: i64,
    pub(super) key: String,
    pub(in crate::experiments) is_control: bool,
    pub(in crate::experiments) users: f64,
    pub(super) conversions: Option<f64>,
    pub(super) rate: Option<f64>,
    pub(super) mean: Option<f64>,
    pub(super) sd: Option<f64>,
    pub(super) diff_abs: Option<f64>,
    pub(super) diff_ci: Option<Interval>,
    pub(in crate::experiments) uplift: Option<f64>,
    pub(in crate::experiments) ci: Option<Interval>,
    pub(in crate::experiments) p_value: Option<f64>,
    pub(super) p_value_adjusted: Option<f64>,
    pub(in crate::experiments) chance_to_win: Option<f64>,
    pub(super) expected_loss: Option<f64>,
    pub(super) significant: Option<bool>,
    /// Whether the difference is in the direction of the goal, where it is significant.
    pub(super) better: Option<bool>,
    pub(super) warnings: Vec<Warning>,
}

impl GoalCard {
    pub(super) fn of(facts: &Facts, (goal, role): &(Stored<Goal>, GoalRole), terms: &Terms) -> Self {
        let metric = goal.record.metric_type;
        let arm_of = |variation: &Stored<Variation>| facts.row(variation, goal).and_then(|row| arm(row, metric));
        let control = facts.variations.iter().find(|it| it.record.is_control).and_then(arm_of);
        let card = |variation: &Stored<Variation>| {
            let arm = arm_of(variation);
            let mut card = VariationCard::of(variation, arm.as_ref(), metric);
            card.users = facts.row(variation, goal).map_or(0.0, |row| double(row.users.get()));
            if let (false, Some(control), Some(arm)) = (card.is_control, &control, &arm) {
                let confidence = 1.0 - facts.experiment.record.significance.get();
                card.compare((control, arm), goal, terms, confidence);
            }
            card
        };
        Self { goal: goal.clone(), role: *role, variations: facts.variations.iter().map(card).collect() }
    }

    pub(in crate::experiments) fn treatments(&self) -> impl Iterator<Item = &VariationCard> {
        self.variations.iter().filter(|card| !card.is_control)
    }

    /// How far a variation goes in the direction of the goal.
    pub(in crate::experiments) fn gain(&self, card: &VariationCard) -> Option<f64> {
        card.uplift.map(|uplift| self.goal.record.direction.gain(uplift))
    }
}

impl VariationCard {
    fn of(variation: &Stored<Variation>, arm: Option<&Arm>, metric: MetricType) -> Self {
        let mut card = Self {
            variation_id: variation.id.get(),
            key: variation.record.key.as_str().to_owned(),
            is_control: variation.record.is_control,
            ..Self::default()
        };
        let Some(arm) = arm else { return card };
        card.mean = finite(arm.mean());
        card.sd = finite(arm.variance().sqrt());
        if metric == MetricType::Binomial {
            card.conversions = Some(arm.sum);
            card.rate = card.mean;
        }
        card
    }

    fn compare(&mut self, (control, arm): (&Arm, &Arm), goal: &Stored<Goal>, terms: &Terms, confidence: f64) {
        let is_share = goal.record.metric_type == MetricType::Binomial;
        let falls = goal.record.direction.falls();
        let settings = Settings { confidence, cuped: terms.cuped, prior: terms.prior, ..Settings::default() };
        let relative = Settings { relative: true, ..settings };
        let absolute = compare(if is_share { Test::Z } else { Test::Welch }, control, arm, &settings);
        let lift = compare(Test::Welch, control, arm, &relative);
        self.diff_abs = absolute.estimate.and_then(finite);
        self.diff_ci = absolute.interval;
        self.uplift = lift.estimate.and_then(finite);
        let used = match terms.method {
            Statistics::Frequentist => {
                self.p_value = absolute.p_value.and_then(finite);
                self.ci = lift.interval;
                None
            }
            Statistics::Sequential => {
                let sequence = compare(Test::Sequential, control, arm, &relative);
                self.p_value = sequence.p_value.and_then(finite);
                self.ci = sequence.interval;
                Some(sequence)
            }
            Statistics::Bayesian => Some(self.believe((control, arm), (is_share, falls), &settings)),
        };
        for warning in [Some(absolute), Some(lift), used].into_iter().flatten().flat_map(|found| found.warnings) {
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
    }

    /// The figures of the Bayesian school: what is known of the effect, in the direction of the goal.
    fn believe(&mut self, (control, arm): (&Arm, &Arm), (is_share, falls): (bool, bool), by: &Settings) -> Comparison {
        let effect = compare(Test::BayesGaussian, control, arm, by);
        self.ci = effect.interval;
        if !is_share {
            self.expect(&effect, falls);
            return effect;
        }
        let exact = compare(Test::BayesExact, control, arm, by);
        self.expect(&exact, falls);
        Comparison { warnings: [effect.warnings, exact.warnings].concat(), ..exact }
    }

    /// What is expected of choosing this variation. Where less is better it wins as often as the control has more,
    /// which is computed by itself, and loses what it has more in the mean.
    fn expect(&mut self, found: &Comparison, falls: bool) {
        let (chance, loss) = if falls {
            (found.control_chance, found.expected_loss.map(|(control, _)| control))
        } else {
            (found.chance_to_win, found.expected_loss.map(|(_, treatment)| treatment))
        };
        self.chance_to_win = chance.and_then(finite);
        self.expected_loss = loss.and_then(finite);
    }
}

/// Corrects the p-values for there being several comparisons, and tells which are significant.
pub(super) fn correct(goals: &mut [GoalCard], terms: &Terms, significance: f64) {
    let counts = |goal: &GoalCard| match goal.role {
        GoalRole::Primary | GoalRole::Secondary => true,
        GoalRole::Guardrail => false,
    };
    let counted = goals.iter().filter(|goal| counts(goal)).flat_map(GoalCard::treatments);
    let raw: Vec<f64> = counted.filter_map(|card| card.p_value).collect();
    let mut adjusted = terms.correction.map_or_else(|| raw.clone(), |correction| adjust(&raw, correction)).into_iter();
    for goal in goals {
        let (is_counted, falls) = (counts(goal), goal.goal.record.direction.falls());
        for card in goal.variations.iter_mut().filter(|card| !card.is_control) {
            if let Some(p_value) = card.p_value {
                card.p_value_adjusted = if is_counted { adjusted.next() } else { Some(p_value) };
            }
            let by_chance = card.chance_to_win.map(|chance| (chance >= 1.0 - significance, chance <= significance));
            let by_p_value = card.p_value_adjusted.map(|p_value| p_value < significance);
            card.significant = by_p_value.or(by_chance.map(|(wins, loses)| wins || loses));
            if card.significant != Some(true) {
                continue;
            }
            let effect = match terms.method {
                Statistics::Sequential => card.uplift,
                Statistics::Frequentist | Statistics::Bayesian => card.diff_abs,
            };
            let rises = effect.filter(|effect| *effect != 0.0).map(|effect| (effect > 0.0) != falls);
            card.better = by_chance.map(|(wins, _)| wins).or(rises);
        }
    }
}

pub(super) fn finite(figure: f64) -> Option<f64> {
    figure.is_finite().then_some(figure)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_chance_is_told_in_either_direction() {
        let found = Comparison {
            chance_to_win: Some(1.0),
            control_chance: Some(1.15e-17),
            expected_loss: Some((0.5, 1e-20)),
            ..Comparison::default()
        };
        let mut card = VariationCard::default();
        card.expect(&found, true);
        assert_eq!((card.chance_to_win, card.expected_loss), (Some(1.15e-17), Some(0.5)));
        card.expect(&found, false);
        assert_eq!((card.chance_to_win, card.expected_loss), (Some(1.0), Some(1e-20)));
    }
}
