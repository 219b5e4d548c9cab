//! Learnings, as they are asked for.

use uplift_domain::{LearningFilter as Filter, LearningRelation as Relation, LearningSort as Sort};
use uplift_tables::{LearningCells, LearningRow};
use uplift_tables::{insights, learning_insight, learnings};

use super::prelude::*;

store!(Learning in learnings as LearningRow, LearningCells);

fn narrow<'q>(query: Query<'q>, filter: Filter, want: &Want) -> Query<'q> {
    match filter {
        Filter::Id => number!(query, learnings::id, want),
        Filter::ProjectId => number!(query, learnings::project_id, want),
        Filter::ResearchCollectionId => number!(query, learnings::research_collection_id, want),
        Filter::UserId => number!(query, learnings::user_id, want),
        Filter::Confidence => word!(query, learnings::confidence, want),
        Filter::Name => part!(query, learnings::name_folded, want),
    }
}

fn order(query: Query<'_>, sort: Sort, way: Way) -> Query<'_> {
    match sort {
        Sort::Id => by!(query, way, learnings::id),
        Sort::ProjectId => by!(query, way, learnings::project_id),
        Sort::ResearchCollectionId => by!(query, way, learnings::research_collection_id),
        Sort::UserId => by!(query, way, learnings::user_id),
        Sort::Name => by!(query, way, learnings::name),
        // Confidence is free text: words without a rank come after those with one, by their text.
        Sort::Confidence => by!(by!(query, way, learnings::confidence_rank), way, learnings::confidence),
        Sort::LearnedAt => by!(query, way, learnings::learned_at),
        Sort::CreatedAt => by!(query, way, learnings::created_at),
        Sort::UpdatedAt => by!(query, way, learnings::updated_at),
    }
}

fn related(
    session: &mut Session<'_>,
    of: related::Of<'_, Learning>,
    relation: Relation,
    ask: Ask,
    allowance: &mut Allowance<'_>,
) -> Result<Option<Related>, Refusal> {
    match relation {
        Relation::Insights => {
            linked!(session, of, ask, allowance, learning_insight.learning_id -> insight_id, Insight in insights)
        }
    }
}
