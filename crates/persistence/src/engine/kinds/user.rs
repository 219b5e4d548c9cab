//! The members of a team, as they are asked for.

use uplift_domain::{UserFilter as Filter, UserRelation as Relation, UserSort as Sort};
use uplift_tables::UserRow;
use uplift_tables::{ideas, insights, learnings, team_users};

use super::prelude::*;

reads!(User in team_users as UserRow);

fn apply_filter<'q>(query: Query<'q>, filter: Filter, values: &FilterValues) -> Query<'q> {
    match filter {
        Filter::Id => number!(query, team_users::id, values),
        Filter::Name => part!(query, team_users::name_folded, values),
        Filter::Email => part!(query, team_users::email_folded, values),
        Filter::Role => word!(query, team_users::role, values),
    }
}

fn apply_sort(query: Query<'_>, sort: Sort, direction: Direction) -> Query<'_> {
    match sort {
        Sort::Id => by!(query, direction, team_users::id),
        Sort::Name => by!(query, direction, team_users::name),
        Sort::CreatedAt => by!(query, direction, team_users::created_at),
        Sort::UpdatedAt => by!(query, direction, team_users::updated_at),
        Sort::Email => by!(query, direction, team_users::email),
        Sort::Role => by!(query, direction, team_users::role),
        Sort::LastActiveAt => by!(query, direction, team_users::last_active_at),
    }
}

fn related(
    session: &mut Session<'_>,
    of: related::Of<'_, User>,
    relation: Relation,
    ask: Ask,
    allowance: &mut Allowance<'_>,
) -> Result<Option<Related>, Refusal> {
    match relation {
        Relation::Ideas => many!(session, of, ask, allowance, Idea in ideas.user_id),
        Relation::Insights => many!(session, of, ask, allowance, Insight in insights.user_id),
        Relation::Learnings => many!(session, of, ask, allowance, Learning in learnings.user_id),
    }
}
