//! Projects, as they are asked for.

use uplift_domain::{ProjectFilter as Filter, ProjectRelation as Relation, ProjectSort as Sort};
use uplift_tables::{NewProject, ProjectRow};
use uplift_tables::{ideas, insights, learnings, projects};

use super::prelude::*;

store!(Project in projects as ProjectRow, NewProject);

fn apply_filter<'q>(query: Query<'q>, filter: Filter, values: &FilterValues) -> Query<'q> {
    match filter {
        Filter::Id => number!(query, projects::id, values),
        Filter::Name => part!(query, projects::name_folded, values),
        Filter::Code => word!(query, projects::code, values),
        Filter::Status => word!(query, projects::status, values),
        Filter::OwnerId => number!(query, projects::owner_id, values),
    }
}

fn apply_sort(query: Query<'_>, sort: Sort, direction: Direction) -> Query<'_> {
    match sort {
        Sort::Id => by!(query, direction, projects::id),
        Sort::Name => by!(query, direction, projects::name),
        Sort::CreatedAt => by!(query, direction, projects::created_at),
        Sort::UpdatedAt => by!(query, direction, projects::updated_at),
        Sort::Code => by!(query, direction, projects::code),
        Sort::Status => by!(query, direction, projects::status),
    }
}

fn related(
    session: &mut Session<'_>,
    of: related::Of<'_, Project>,
    relation: Relation,
    ask: Ask,
    allowance: &mut Allowance<'_>,
) -> Result<Option<Related>, Refusal> {
    match relation {
        Relation::Owner => related::one::<User, _>(session, of, allowance, |it| it.owner_id.map(Id::get)),
        Relation::Ideas => many!(session, of, ask, allowance, Idea in ideas.project_id),
        Relation::Insights => many!(session, of, ask, allowance, Insight in insights.project_id),
        Relation::Learnings => many!(session, of, ask, allowance, Learning in learnings.project_id),
    }
}
