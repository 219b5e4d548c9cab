//! Learnings, as they are asked for.

use uplift_domain::{LearningFilter as Filter, LearningRelation as Relation, LearningSort as Sort};
use uplift_tables::{LearningRow, NewLearning};
use uplift_tables::{insights, learning_insight, learnings};

use super::prelude::*;

store!(Learning in learnings as LearningRow, NewLearning);

fn apply_filter<'q>(query: Query<'q>, filter: Filter, values: &FilterValues) -> Query<'q> {
    match filter {
        Filter::Id => number!(query, learnings::id, values),
        Filter::ProjectId => number!(query, learnings::project_id, values),
        Filter::ResearchCollectionId => number!(query, learnings::research_collection_id, values),
        Filter::UserId => number!(query, learnings::user_id, values),
        Filter::Confidence => word!(query, learnings::confidence, values),
        Filter::Name => part!(query, learnings::name_folded, values),
    }
}

fn apply_sort(query: Query<'_>, sort: Sort, direction: Direction) -> Query<'_> {
    match sort {
        Sort::Id => by!(query, direction, learnings::id),
        Sort::ProjectId => by!(query, direction, learnings::project_id),
        Sort::ResearchCollectionId => by!(query, direction, learnings::research_collection_id),
        Sort::UserId => by!(query, direction, learnings::user_id),
        Sort::Name => by!(query, direction, learnings::name),
        // Confidence is free text: words without a rank come after those with one, by their text.
        Sort::Confidence => by!(by!(query, direction, learnings::confidence_rank), direction, learnings::confidence),
        Sort::LearnedAt => by!(query, direction, learnings::learned_at),
        Sort::CreatedAt => by!(query, direction, learnings::created_at),
        Sort::UpdatedAt => by!(query, direction, learnings::updated_at),
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
