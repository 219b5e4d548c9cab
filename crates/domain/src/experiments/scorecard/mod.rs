//! The scorecard of an experiment: how each variation does toward each goal, whether that may be trusted, and what
//! follows from it.

mod arms;
mod facts;
mod goal;
mod health;
mod lines;
mod recommend;
mod request;
mod shown;

pub(crate) use health::{ENOUGH_USERS, are_whole_weeks};
pub use lines::{ResultLine, result_lines};
pub(crate) use request::{ScorecardParameters, summary};
pub(crate) use shown::SCORECARD;

pub(super) use arms::arm;
pub(super) use facts::{Facts, Terms};
pub(super) use goal::{GoalCard, VariationCard};
pub(super) use health::{ScorecardHealth, SplitStatus, required_sample_size};

pub(super) struct Scorecard {
    pub(super) goals: Vec<GoalCard>,
    pub(super) health: ScorecardHealth,
    recommendation: recommend::Recommendation,
}

impl Scorecard {
    pub(super) fn of(facts: &Facts, terms: &Terms) -> Self {
        let mut goals: Vec<_> = facts.goals.iter().map(|goal| GoalCard::of(facts, goal, terms)).collect();
        goal::correct(&mut goals, terms, facts.experiment.record.significance.get());
        let health = ScorecardHealth::of(facts, &goals);
        let recommendation = recommend::recommend(facts, terms, &goals, &health);
        Self { goals, health, recommendation }
    }
}
