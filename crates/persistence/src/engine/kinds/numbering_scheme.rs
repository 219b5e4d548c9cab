//! Numbering schemes, as they are asked for.

use uplift_domain::numbering::{Assignment, SequenceState};
use uplift_domain::record::{Part, Value};
use uplift_domain::{
    NumberingSchemeFilter as Filter, NumberingSchemeRelation as Relation, NumberingSchemeSort as Sort,
};
use uplift_tables::{NewNumberingScheme, NumberingSchemeRow};
use uplift_tables::{numbering_assignments, numbering_schemes, numbering_sequences, projects};

use super::prelude::*;

store!(NumberingScheme in numbering_schemes as NumberingSchemeRow, NewNumberingScheme);

/// Keeps the schemes with an assignment that matches.
macro_rules! assigned {
    ($query:expr, $matches:expr) => {
        $query.filter(diesel::dsl::exists(
            numbering_assignments::table
                .filter(numbering_assignments::team_id.eq(numbering_schemes::team_id))
                .filter(numbering_assignments::scheme_id.eq(numbering_schemes::id))
                .filter($matches),
        ))
    };
}

fn apply_filter<'q>(query: Query<'q>, filter: Filter, values: &FilterValues) -> Query<'q> {
    match filter {
        Filter::Id => number!(query, numbering_schemes::id, values),
        Filter::Name => part!(query, numbering_schemes::name_folded, values),
        Filter::Scope => word!(query, numbering_schemes::scope, values),
        Filter::IsActive => {
            flag!(query, numbering_schemes::is_active.eq(true), numbering_schemes::is_active.eq(false), values)
        }
        Filter::EntityType => {
            assigned!(query, compare::in_words(numbering_assignments::entity_type, &values.words()))
        }
        Filter::ProjectId => {
            assigned!(query, compare::in_numbers(numbering_assignments::project_id, &values.numbers()))
        }
    }
}

fn apply_sort(query: Query<'_>, sort: Sort, direction: Direction) -> Query<'_> {
    match sort {
        Sort::Id => by!(query, direction, numbering_schemes::id),
        Sort::Name => by!(query, direction, numbering_schemes::name),
        Sort::CreatedAt => by!(query, direction, numbering_schemes::created_at),
        Sort::UpdatedAt => by!(query, direction, numbering_schemes::updated_at),
        Sort::Scope => by!(query, direction, numbering_schemes::scope),
        Sort::ClaimsCount => by!(query, direction, numbering_schemes::claims_count),
    }
}

fn related(
    session: &mut Session<'_>,
    of: related::Of<'_, NumberingScheme>,
    relation: Relation,
    _ask: Ask,
    allowance: &mut Allowance<'_>,
) -> Result<Option<Related>, Refusal> {
    let (team, records) = of;
    let schemes = related::ids(records);
    match relation {
        Relation::Assignments => assignments(session, team, &schemes, allowance.meter),
        Relation::SequenceStates => sequence_states(session, team, &schemes, allowance.meter),
    }
}

fn assignments(
    session: &mut Session<'_>,
    team: TeamId,
    schemes: &[i64],
    meter: &mut dyn Meter,
) -> Result<Option<Related>, Refusal> {
    use numbering_assignments::{assignment_scope_key, entity_type, project_id, scheme_id, table, team_id};
    type Row = (i64, i64, String, String, Option<i64>);
    let rows: Vec<Row> = session.take(
        table
            .filter(team_id.eq(team.get()))
            .filter(among!(scheme_id, schemes))
            .order(numbering_assignments::id.asc())
            .select((scheme_id, numbering_assignments::id, entity_type, assignment_scope_key, project_id)),
    )?;
    related::parts(
        meter,
        rows.into_iter().map(|(scheme, id, entity, key, project)| {
            let record = Assignment {
                entity_type: Value::from_raw(entity)?,
                assignment_scope_key: Value::from_raw(key)?,
                project_id: Value::from_raw(project)?,
            };
            Ok((scheme, Part { id, record }))
        }),
    )
}

fn sequence_states(
    session: &mut Session<'_>,
    team: TeamId,
    schemes: &[i64],
    meter: &mut dyn Meter,
) -> Result<Option<Related>, Refusal> {
    use numbering_sequences::{next_number, project_id, scheme_id, scope_key, table, team_id};
    type Row = (i64, i64, String, Option<i64>, Option<String>, i64);
    let rows: Vec<Row> = session.take(
        table
            .left_join(projects::table.on(projects::team_id.eq(team_id).and(projects::id.nullable().eq(project_id))))
            .filter(team_id.eq(team.get()))
            .filter(among!(scheme_id, schemes))
            .order(numbering_sequences::id.asc())
            .select((
                scheme_id,
                numbering_sequences::id,
                scope_key,
                project_id,
                projects::code.nullable(),
                next_number,
            )),
    )?;
    related::parts(
        meter,
        rows.into_iter().map(|(scheme, id, key, project, code, next)| {
            let record = SequenceState {
                scope_key: Value::from_raw(key)?,
                project_id: Value::from_raw(project)?,
                project_code: Value::from_raw(code)?,
                next_number: Value::from_raw(next)?,
            };
            Ok((scheme, Part { id, record }))
        }),
    )
}
