//! Research collections, as they are asked for.

use uplift_domain::{
    ResearchCollectionFilter as Filter, ResearchCollectionRelation as Relation, ResearchCollectionSort as Sort,
};
use uplift_tables::{ResearchCollectionCells, ResearchCollectionRow};
use uplift_tables::{insights, learnings, research_collections};

use super::prelude::*;

store!(ResearchCollection in research_collections as ResearchCollectionRow, ResearchCollectionCells);

fn narrow<'q>(query: Query<'q>, filter: Filter, want: &Want) -> Query<'q> {
    match filter {
        Filter::Id => number!(query, research_collections::id, want),
        Filter::ProjectId => number!(query, research_collections::project_id, want),
        Filter::UserId => number!(query, research_collections::user_id, want),
        Filter::Name => part!(query, research_collections::name_folded, want),
        Filter::Method => word!(query, research_collections::method, want),
        Filter::Status => word!(query, research_collections::status, want),
    }
}

fn order(query: Query<'_>, sort: Sort, way: Way) -> Query<'_> {
    match sort {
        Sort::Id => by!(query, way, research_collections::id),
        Sort::Name => by!(query, way, research_collections::name),
        Sort::CreatedAt => by!(query, way, research_collections::created_at),
        Sort::UpdatedAt => by!(query, way, research_collections::updated_at),
        Sort::StartedAt => by!(query, way, research_collections::started_at),
        Sort::EndedAt => by!(query, way, research_collections::ended_at),
    }
}

fn related(
    session: &mut Session<'_>,
    of: related::Of<'_, ResearchCollection>,
    relation: Relation,
    ask: Ask,
    allowance: &mut Allowance<'_>,
) -> Result<Option<Related>, Refusal> {
    match relation {
        Relation::Project => related::one::<Project, _>(session, of, allowance, |it| Some(it.project_id.get())),
        Relation::User => related::one::<User, _>(session, of, allowance, |it| it.user_id.map(Id::get)),
        Relation::Insights => many!(session, of, ask, allowance, Insight in insights.research_collection_id),
        Relation::Learnings => many!(session, of, ask, allowance, Learning in learnings.research_collection_id),
    }
}
