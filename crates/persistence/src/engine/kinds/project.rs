//! Projects, as they are asked for.

use uplift_domain::{ProjectFilter as Filter, ProjectRelation as Relation, ProjectSort as Sort};
use uplift_tables::{ProjectCells, ProjectRow};
use uplift_tables::{ideas, insights, learnings, projects};

use super::prelude::*;

store!(Project in projects as ProjectRow, ProjectCells);

fn narrow<'q>(query: Query<'q>, filter: Filter, want: &Want) -> Query<'q> {
    match filter {
        Filter::Id => number!(query, projects::id, want),
        Filter::Name => part!(query, projects::name_folded, want),
        Filter::Code => word!(query, projects::code, want),
        Filter::Status => word!(query, projects::status, want),
        Filter::OwnerId => number!(query, projects::owner_id, want),
    }
}

fn order(query: Query<'_>, sort: Sort, way: Way) -> Query<'_> {
    match sort {
        Sort::Id => by!(query, way, projects::id),
        Sort::Name => by!(query, way, projects::name),
        Sort::CreatedAt => by!(query, way, projects::created_at),
        Sort::UpdatedAt => by!(query, way, projects::updated_at),
        Sort::Code => by!(query, way, projects::code),
        Sort::Status => by!(query, way, projects::status),
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
