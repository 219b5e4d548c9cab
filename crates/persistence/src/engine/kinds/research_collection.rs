//! Research collections, as they are asked for.

use uplift_domain::{
    ResearchCollection, ResearchCollectionFilter as Filter, ResearchCollectionRelation as Relation,
    ResearchCollectionSort as Sort,
};
use uplift_tables::{InsightRow, LearningRow, ProjectRow, ResearchCollectionCells, ResearchCollectionRow, UserRow};
use uplift_tables::{insights, learnings, projects, research_collections, team_users};

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
    team: TeamId,
    records: &[Kept<ResearchCollection>],
    relation: Relation,
    ask: Ask,
) -> Result<Related, Refusal> {
    type It = ResearchCollection;
    match relation {
        Relation::Project => one!(session, team, records, |it: &It| Some(it.project_id.get()), projects as ProjectRow),
        Relation::User => one!(session, team, records, |it: &It| it.user_id.map(Id::get), team_users as UserRow),
        Relation::Insights => many!(session, team, records, ask, insights.research_collection_id as InsightRow),
        Relation::Learnings => many!(session, team, records, ask, learnings.research_collection_id as LearningRow),
    }
}
