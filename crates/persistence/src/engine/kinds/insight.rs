//! Insights, as they are asked for.

use uplift_domain::{InsightFilter as Filter, InsightRelation as Relation, InsightSort as Sort, Kind};
use uplift_tables::learnings;
use uplift_tables::{InsightRow, NewInsight};
use uplift_tables::{idea_insight, ideas, insights, learning_insight};

use super::prelude::*;

store!(Insight in insights as InsightRow, NewInsight);

fn apply_filter<'q>(query: Query<'q>, filter: Filter, values: &FilterValues) -> Query<'q> {
    match filter {
        Filter::Id => number!(query, insights::id, values),
        Filter::ProjectId => number!(query, insights::project_id, values),
        Filter::ResearchCollectionId => number!(query, insights::research_collection_id, values),
        Filter::UserId => number!(query, insights::user_id, values),
        Filter::Identifier => word!(query, insights::identifier, values),
        Filter::Name => part!(query, insights::name_folded, values),
        Filter::Type => word!(query, insights::r#type, values),
        Filter::Source => word!(query, insights::source, values),
        Filter::EvidenceStrength => word!(query, insights::evidence_strength, values),
        Filter::Status => word!(query, insights::status, values),
        Filter::DiscoveredFrom => moment!(query, from insights::discovered_at, values),
        Filter::DiscoveredTo => moment!(query, until insights::discovered_at, values),
    }
}

fn apply_sort(query: Query<'_>, sort: Sort, direction: Direction) -> Query<'_> {
    match sort {
        Sort::Id => by!(query, direction, insights::id),
        Sort::Name => by!(query, direction, insights::name),
        Sort::CreatedAt => by!(query, direction, insights::created_at),
        Sort::UpdatedAt => by!(query, direction, insights::updated_at),
        Sort::Identifier => by!(query, direction, insights::identifier),
        Sort::DiscoveredAt => by!(query, direction, insights::discovered_at),
        Sort::EvidenceStrength => by!(query, direction, insights::evidence_strength_rank),
    }
}

fn related(
    session: &mut Session<'_>,
    of: related::Of<'_, Insight>,
    relation: Relation,
    ask: Ask,
    allowance: &mut Allowance<'_>,
) -> Result<Option<Related>, Refusal> {
    match relation {
        Relation::Project => related::one::<Project, _>(session, of, allowance, |it| Some(it.project_id.get())),
        Relation::User => related::one::<User, _>(session, of, allowance, |it| it.user_id.map(Id::get)),
        Relation::ResearchCollection => {
            let named = |it: &Insight| it.research_collection_id.map(Id::get);
            related::one::<ResearchCollection, _>(session, of, allowance, named)
        }
        Relation::Ideas => {
            linked!(session, of, ask, allowance, idea_insight.insight_id -> idea_id, Idea in ideas)
        }
        Relation::Learnings => {
            linked!(session, of, ask, allowance, learning_insight.insight_id -> learning_id, Learning in learnings)
        }
        Relation::Attachments => attached!(session, of, ask, allowance, Kind::Insight),
    }
}
