//! Insights, as they are asked for.

use uplift_domain::{InsightFilter as Filter, InsightRelation as Relation, InsightSort as Sort, Kind};
use uplift_tables::learnings;
use uplift_tables::{InsightCells, InsightRow};
use uplift_tables::{idea_insight, ideas, insights, learning_insight};

use super::prelude::*;

store!(Insight in insights as InsightRow, InsightCells);

fn narrow<'q>(query: Query<'q>, filter: Filter, want: &Want) -> Query<'q> {
    match filter {
        Filter::Id => number!(query, insights::id, want),
        Filter::ProjectId => number!(query, insights::project_id, want),
        Filter::ResearchCollectionId => number!(query, insights::research_collection_id, want),
        Filter::UserId => number!(query, insights::user_id, want),
        Filter::Identifier => word!(query, insights::identifier, want),
        Filter::Name => part!(query, insights::name_folded, want),
        Filter::Type => word!(query, insights::r#type, want),
        Filter::Source => word!(query, insights::source, want),
        Filter::EvidenceStrength => word!(query, insights::evidence_strength, want),
        Filter::Status => word!(query, insights::status, want),
        Filter::DiscoveredFrom => moment!(query, from insights::discovered_at, want),
        Filter::DiscoveredTo => moment!(query, until insights::discovered_at, want),
    }
}

fn order(query: Query<'_>, sort: Sort, way: Way) -> Query<'_> {
    match sort {
        Sort::Id => by!(query, way, insights::id),
        Sort::Name => by!(query, way, insights::name),
        Sort::CreatedAt => by!(query, way, insights::created_at),
        Sort::UpdatedAt => by!(query, way, insights::updated_at),
        Sort::Identifier => by!(query, way, insights::identifier),
        Sort::DiscoveredAt => by!(query, way, insights::discovered_at),
        Sort::EvidenceStrength => by!(query, way, insights::evidence_strength_rank),
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
