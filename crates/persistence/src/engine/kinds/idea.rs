//! Ideas, as they are asked for.

use uplift_domain::{IdeaFilter as Filter, IdeaRelation as Relation, IdeaSort as Sort, Kind};
use uplift_tables::{IdeaRow, NewIdea};
use uplift_tables::{idea_insight, ideas, insights};

use super::prelude::*;

store!(Idea in ideas as IdeaRow, NewIdea);

fn apply_filter<'q>(query: Query<'q>, filter: Filter, values: &FilterValues) -> Query<'q> {
    match filter {
        Filter::Id => number!(query, ideas::id, values),
        Filter::ProjectId => number!(query, ideas::project_id, values),
        Filter::Identifier => word!(query, ideas::identifier, values),
        Filter::Name => part!(query, ideas::name_folded, values),
        Filter::Status => word!(query, ideas::status, values),
        Filter::Priority => word!(query, ideas::priority, values),
        Filter::Category => word!(query, ideas::category, values),
        Filter::Source => word!(query, ideas::source, values),
        Filter::UserId => number!(query, ideas::user_id, values),
        Filter::AssigneeId => number!(query, ideas::assignee_id, values),
        Filter::Archived => flag!(query, ideas::archived_at.is_not_null(), ideas::archived_at.is_null(), values),
        Filter::PriorityScoreMin => amount!(query, min ideas::priority_score, values),
        Filter::PriorityScoreMax => amount!(query, max ideas::priority_score, values),
        Filter::CreatedFrom => moment!(query, from ideas::created_at, values),
        Filter::CreatedTo => moment!(query, until ideas::created_at, values),
    }
}

fn apply_sort(query: Query<'_>, sort: Sort, direction: Direction) -> Query<'_> {
    match sort {
        Sort::Id => by!(query, direction, ideas::id),
        Sort::Name => by!(query, direction, ideas::name),
        Sort::Identifier => by!(query, direction, ideas::identifier),
        Sort::Status => by!(query, direction, ideas::status_rank),
        Sort::Priority => by!(query, direction, ideas::priority_rank),
        Sort::PriorityScore => by!(query, direction, ideas::priority_score),
        Sort::DueAt => by!(query, direction, ideas::due_at),
        Sort::CreatedAt => by!(query, direction, ideas::created_at),
        Sort::UpdatedAt => by!(query, direction, ideas::updated_at),
    }
}

fn related(
    session: &mut Session<'_>,
    of: related::Of<'_, Idea>,
    relation: Relation,
    ask: Ask,
    allowance: &mut Allowance<'_>,
) -> Result<Option<Related>, Refusal> {
    match relation {
        Relation::Insights => {
            linked!(session, of, ask, allowance, idea_insight.idea_id -> insight_id, Insight in insights)
        }
        Relation::Project => related::one::<Project, _>(session, of, allowance, |it| Some(it.project_id.get())),
        Relation::User => related::one::<User, _>(session, of, allowance, |it| it.user_id.map(Id::get)),
        Relation::Assignee => related::one::<User, _>(session, of, allowance, |it| it.assignee_id.map(Id::get)),
        Relation::Attachments => attached!(session, of, ask, allowance, Kind::Idea),
    }
}
