//! The parts of numbering schemes: what they are assigned to, and how far they have counted.

use diesel::prelude::*;
use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::numbering::{Assignment, SequenceState};
use uplift_domain::ports::{Meter, Related};
use uplift_domain::record::{EmbeddedRow, Value};
use uplift_tables::{numbering_assignments, numbering_sequences, projects};

use super::super::super::super::dialect::among;
use super::super::super::session::session::Session;
use super::super::shared;

/// The parts of these schemes under a key.
pub(super) fn parts(
    session: &mut Session<'_>,
    key: &str,
    team: TeamId,
    schemes: &[i64],
    meter: &mut dyn Meter,
) -> Result<Option<Related>, Refusal> {
    match key {
        "assignments" => assignments(session, team, schemes, meter),
        "sequence_states" => sequence_states(session, team, schemes, meter),
        other => Err(Refusal::Fault(format!("schemes have no {other}"))),
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
    shared::parts(
        meter,
        rows.into_iter().map(|(scheme, id, entity, key, project)| {
            let record = Assignment {
                entity_type: Value::from_raw(entity)?,
                assignment_scope_key: Value::from_raw(key)?,
                project_id: Value::from_raw(project)?,
            };
            Ok((scheme, EmbeddedRow { id, record }))
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
    shared::parts(
        meter,
        rows.into_iter().map(|(scheme, id, key, project, code, next)| {
            let record = SequenceState {
                scope_key: Value::from_raw(key)?,
                project_id: Value::from_raw(project)?,
                project_code: Value::from_raw(code)?,
                next_number: Value::from_raw(next)?,
            };
            Ok((scheme, EmbeddedRow { id, record }))
        }),
    )
}
