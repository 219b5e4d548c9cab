//! What there is to export.

use uplift_domain::access::Caller;
use uplift_domain::scoring::Weights;
use uplift_domain::{
    Audience, AudienceRelation, Comment, Experiment, ExperimentRelation, Goal, GoalRelation, Idea, IdeaRelation,
    Insight, InsightRelation, Learning, LearningRelation, Observation, ObservationRelation, Page, PageRelation,
    Project, ResearchCollection, Tag,
};

use super::activities::LogExport;
use super::columns::Column::{Computed, Field, Keys, Linked};
use super::columns::Columns::{Fields, These};
use super::export::ExportEndpoint;
use super::kind::KindExport;
use super::responses::ResponsesExport;
use super::results::ResultsExport;
use crate::answer::cell::Cell;
use crate::answer::json::plain;

/// Every export.
pub(crate) static EXPORTS: &[&dyn ExportEndpoint] = &[
    &IDEAS,
    &EXPERIMENTS,
    &ResultsExport,
    &LEARNINGS,
    &INSIGHTS,
    &OBSERVATIONS,
    &KindExport::<ResearchCollection>(Fields(&[])),
    &KindExport::<Project>(Fields(&[])),
    &KindExport::<Goal>(Fields(&[Linked("tags", GoalRelation::Tags)])),
    &KindExport::<Tag>(Fields(&[])),
    &KindExport::<Page>(Fields(&[Linked("tags", PageRelation::Tags)])),
    &KindExport::<Audience>(Fields(&[Linked("tags", AudienceRelation::Tags)])),
    &KindExport::<Comment>(Fields(&[])),
    &LogExport::Record,
    &LogExport::Team,
    &ResponsesExport,
];

static IDEAS: KindExport<Idea> = KindExport(These(&[
    Field("id", "id"),
    Field("identifier", "identifier"),
    Field("project", "project_id"),
    Field("name", "name"),
    Field("status", "status"),
    Field("priority", "priority"),
    Field("framework", "framework"),
    Computed("scores", |idea, caller, _| scores(&idea.record, caller)),
    Field("priority_score", "priority_score"),
    Field("page", "page_id"),
    Field("audience", "audience_id"),
    Field("goal", "primary_goal_id"),
    Field("owner", "assignee_id"),
    Linked("tags", IdeaRelation::Tags),
    Linked("insights", IdeaRelation::Insights),
    Field("votes", "votes_count"),
    Field("created_at", "created_at"),
    Field("updated_at", "updated_at"),
    Field("promoted_at", "promoted_at"),
    Linked("experiments", IdeaRelation::Experiments),
]));

static EXPERIMENTS: KindExport<Experiment> = KindExport(These(&[
    Field("id", "id"),
    Field("identifier", "identifier"),
    Field("project", "project_id"),
    Field("name", "name"),
    Field("hypothesis", "hypothesis"),
    Field("type", "type"),
    Field("status", "status"),
    Field("result", "result"),
    Field("decision", "decision"),
    Field("owner", "owner_id"),
    Field("goal", "primary_goal_id"),
    Linked("pages", ExperimentRelation::Pages),
    Linked("audiences", ExperimentRelation::Audiences),
    Linked("tags", ExperimentRelation::Tags),
    Field("planned_start_at", "planned_start_at"),
    Field("planned_end_at", "planned_end_at"),
    Field("started_at", "started_at"),
    Field("ended_at", "ended_at"),
    Computed("days", |experiment, _, now| Cell::Decimal(experiment.record.course.told_days(now))),
    Keys("variations", ExperimentRelation::Variations, "key"),
    Field("users", "actual_sample_size"),
    Field("uplift", "uplift"),
    Field("uplift_low", "uplift_low"),
    Field("uplift_high", "uplift_high"),
    Field("p_value", "p_value"),
    Field("chance_to_win", "chance_to_win"),
    Field("srm_p_value", "srm_p_value"),
    Field("annual_impact", "annual_impact"),
    Field("conclusion", "conclusion"),
    Linked("learnings", ExperimentRelation::Learnings),
]));

static LEARNINGS: KindExport<Learning> = KindExport(Fields(&[
    Linked("insights", LearningRelation::Insights),
    Linked("supporting_experiments", LearningRelation::SupportingExperiments),
    Linked("contradicting_experiments", LearningRelation::ContradictingExperiments),
    Linked("tags", LearningRelation::Tags),
]));

static INSIGHTS: KindExport<Insight> = KindExport(Fields(&[
    Linked("ideas", InsightRelation::Ideas),
    Linked("observations", InsightRelation::Observations),
    Linked("learnings", InsightRelation::Learnings),
    Linked("experiments", InsightRelation::Experiments),
    Linked("tags", InsightRelation::Tags),
]));

static OBSERVATIONS: KindExport<Observation> = KindExport(Fields(&[
    Linked("insights", ObservationRelation::Insights),
    Linked("ideas", ObservationRelation::Ideas),
    Linked("tags", ObservationRelation::Tags),
]));

/// The scores of an idea, each by its name.
fn scores(idea: &Idea, caller: &Caller) -> Cell {
    let weights = Weights::new(idea.framework, caller.custom.as_deref());
    let given = idea.scores.iter().flat_map(|scores| scores.in_order(weights));
    Cell::several(given.map(|(name, score)| format!("{name}={}", plain(score))))
}

#[cfg(test)]
mod tests {
    use uplift_domain::Kind;
    use uplift_domain::resource::Area;

    use super::super::export::ListOf;
    use super::*;
    use crate::operations::endpoints::ENDPOINTS;

    /// Kinds of which nobody needs a table.
    const NOT_EXPORTED: [Kind; 2] = [Kind::Form, Kind::FormResponseSummary];

    #[test]
    fn what_people_look_for_is_exported() {
        for facts in ENDPOINTS.iter().map(|endpoint| endpoint.reads().facts()) {
            let is_looked_for = match facts.area {
                Area::Experiments | Area::Research | Area::Site => true,
                Area::Reports | Area::Team | Area::Parts => false,
            };
            let exported = EXPORTS.iter().any(|it| it.list() == ListOf::Kind(facts.kind));
            let wanted = !NOT_EXPORTED.contains(&facts.kind);
            assert!(
                !is_looked_for || exported == wanted,
                "declare an export of {:?}, or say that it has none",
                facts.kind
            );
        }
    }
}
