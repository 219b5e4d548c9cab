//! Research collections, as they are asked for.

use uplift_domain::{
    ResearchCollectionFilter as Filter, ResearchCollectionRelation as Relation, ResearchCollectionSort as Sort,
};
use uplift_tables::{NewResearchCollection, ResearchCollectionRow};
use uplift_tables::{insights, learnings, research_collections};

use super::prelude::*;

store!(ResearchCollection in research_collections as ResearchCollectionRow, NewResearchCollection);

fn apply_filter<'q>(query: Query<'q>, filter: Filter, values: &FilterValues) -> Query<'q> {
    match filter {
        Filter::Id => number!(query, research_collections::id, values),
        Filter::ProjectId => number!(query, research_collections::project_id, values),
        Filter::UserId => number!(query, research_collections::user_id, values),
        Filter::Name => part!(query, research_collections::name_folded, values),
        Filter::Method => word!(query, research_collections::method, values),
        Filter::Status => word!(query, research_collections::status, values),
    }
}

fn apply_sort(query: Query<'_>, sort: Sort, direction: Direction) -> Query<'_> {
    match sort {
        Sort::Id => by!(query, direction, research_collections::id),
        Sort::Name => by!(query, direction, research_collections::name),
        Sort::CreatedAt => by!(query, direction, research_collections::created_at),
        Sort::UpdatedAt => by!(query, direction, research_collections::updated_at),
        Sort::StartedAt => by!(query, direction, research_collections::started_at),
        Sort::EndedAt => by!(query, direction, research_collections::ended_at),
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
