//! Ideas, as they are asked for.

use uplift_domain::{IdeaFilter as Filter, IdeaRelation as Relation, IdeaSort as Sort, Kind};
use uplift_tables::{IdeaCells, IdeaRow};
use uplift_tables::{idea_insight, ideas, insights};

use super::prelude::*;

store!(Idea in ideas as IdeaRow, IdeaCells);

fn narrow<'q>(query: Query<'q>, filter: Filter, want: &Want) -> Query<'q> {
    match filter {
        Filter::Id => number!(query, ideas::id, want),
        Filter::ProjectId => number!(query, ideas::project_id, want),
        Filter::Identifier => word!(query, ideas::identifier, want),
        Filter::Name => part!(query, ideas::name_folded, want),
        Filter::Status => word!(query, ideas::status, want),
        Filter::Priority => word!(query, ideas::priority, want),
        Filter::Category => word!(query, ideas::category, want),
        Filter::Source => word!(query, ideas::source, want),
        Filter::UserId => number!(query, ideas::user_id, want),
        Filter::AssigneeId => number!(query, ideas::assignee_id, want),
        Filter::Archived => flag!(query, ideas::archived_at.is_not_null(), ideas::archived_at.is_null(), want),
        Filter::PriorityScoreMin => amount!(query, least ideas::priority_score, want),
        Filter::PriorityScoreMax => amount!(query, most ideas::priority_score, want),
        Filter::CreatedFrom => moment!(query, from ideas::created_at, want),
        Filter::CreatedTo => moment!(query, until ideas::created_at, want),
    }
}

fn order(query: Query<'_>, sort: Sort, way: Way) -> Query<'_> {
    match sort {
        Sort::Id => by!(query, way, ideas::id),
        Sort::Name => by!(query, way, ideas::name),
        Sort::Identifier => by!(query, way, ideas::identifier),
        Sort::Status => by!(query, way, ideas::status_rank),
        Sort::Priority => by!(query, way, ideas::priority_rank),
        Sort::PriorityScore => by!(query, way, ideas::priority_score),
        Sort::DueAt => by!(query, way, ideas::due_at),
        Sort::CreatedAt => by!(query, way, ideas::created_at),
        Sort::UpdatedAt => by!(query, way, ideas::updated_at),
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
