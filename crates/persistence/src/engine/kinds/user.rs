//! The members of a team, as they are asked for.

use uplift_domain::{UserFilter as Filter, UserRelation as Relation, UserSort as Sort};
use uplift_tables::UserRow;
use uplift_tables::{ideas, insights, learnings, team_users};

use super::prelude::*;

shelf!(User in team_users as UserRow);

fn narrow<'q>(query: Query<'q>, filter: Filter, want: &Want) -> Query<'q> {
    match filter {
        Filter::Id => number!(query, team_users::id, want),
        Filter::Name => part!(query, team_users::name_folded, want),
        Filter::Email => part!(query, team_users::email_folded, want),
        Filter::Role => word!(query, team_users::role, want),
    }
}

fn order(query: Query<'_>, sort: Sort, way: Way) -> Query<'_> {
    match sort {
        Sort::Id => by!(query, way, team_users::id),
        Sort::Name => by!(query, way, team_users::name),
        Sort::CreatedAt => by!(query, way, team_users::created_at),
        Sort::UpdatedAt => by!(query, way, team_users::updated_at),
        Sort::Email => by!(query, way, team_users::email),
        Sort::Role => by!(query, way, team_users::role),
        Sort::LastActiveAt => by!(query, way, team_users::last_active_at),
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
