//! What is read of numbering.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use uplift_domain::access::TeamId;
use uplift_domain::numbering::{
    ActiveAssignment, Assignment, Covered, CoveredCount, ProjectSelection, Unnumbered, scope_key,
};
use uplift_domain::ports::NumberReads;
use uplift_domain::record::{Code, Id, Name, Value};
use uplift_domain::{Kind, NumberingScheme, Project, Refusal};
use uplift_tables::{Micros, Moment, numbering_assignments, numbering_schemes, numbering_sequences, projects};

use super::super::super::dialect::among;
use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};

fn ids(projects: &[Id<Project>]) -> Vec<i64> {
    projects.iter().map(|project| project.get()).collect()
}

impl NumberReads for Session<'_> {
    fn taken_identifiers(
        &mut self,
        team: TeamId,
        kind: Kind,
        within: Option<Id<Project>>,
        identifiers: &[Name],
    ) -> Result<Vec<Name>, Refusal> {
        if !kind.has_field("identifier") {
            return Ok(Vec::new());
        }
        let table = kind.table();
        let statement = Statement::<Nullable<Text>>::new("SELECT identifier FROM ").name(table).words(" WHERE ");
        let mut statement = match identifiers {
            [one] => statement.words("identifier = ").text(one.as_str()),
            _ => {
                let each = identifiers.iter().map(Name::as_str);
                statement.in_time(table, "id").words("identifier IN (").each(each).words(")")
            }
        };
        statement = statement.words(" AND team_id = ").number(team.get());
        if let Some(project) = within {
            statement = statement.words(" AND project_id = ").number(project.get());
        }
        let taken: Vec<Option<String>> = statement.load(self.reading(&[table])?).map_err(refuse)?;
        taken.into_iter().flatten().map(|identifier| Ok(Name::from_raw(identifier)?)).collect()
    }

    fn active_assignments(&mut self, team: TeamId) -> Result<Vec<ActiveAssignment>, Refusal> {
        let scheme = numbering_schemes::team_id
            .eq(numbering_assignments::team_id)
            .and(numbering_schemes::id.eq(numbering_assignments::scheme_id));
        let rows: Vec<(i64, String, Option<i64>, String, String)> = numbering_assignments::table
            .inner_join(numbering_schemes::table.on(scheme))
            .filter(numbering_assignments::team_id.eq(team.get()))
            .filter(numbering_assignments::is_active.eq(true))
            .select((
                numbering_schemes::id,
                numbering_assignments::entity_type,
                numbering_assignments::project_id,
                numbering_schemes::name,
                numbering_schemes::template,
            ))
            .load(self.conn()?)
            .map_err(refuse)?;
        let read = |(id, entity, project, scheme, template)| {
            Ok(ActiveAssignment {
                id: Id::new(id),
                entity: Value::from_raw(entity)?,
                project: Value::from_raw(project)?,
                scheme: Value::from_raw(scheme)?,
                template: Value::from_raw(template)?,
            })
        };
        rows.into_iter().map(read).collect()
    }

    fn assignments(&mut self, team: TeamId, scheme: Id<NumberingScheme>) -> Result<Vec<Assignment>, Refusal> {
        use numbering_assignments::{assignment_scope_key, entity_type, project_id, scheme_id, table, team_id};
        let rows: Vec<(String, String, Option<i64>)> = table
            .filter(team_id.eq(team.get()))
            .filter(scheme_id.eq(scheme.get()))
            .order(numbering_assignments::id.asc())
            .select((entity_type, assignment_scope_key, project_id))
            .load(self.conn()?)
            .map_err(refuse)?;
        let read = |(entity, key, project)| {
            Ok(Assignment {
                entity_type: Value::from_raw(entity)?,
                assignment_scope_key: Value::from_raw(key)?,
                project_id: Value::from_raw(project)?,
            })
        };
        rows.into_iter().map(read).collect()
    }

    fn next_of(
        &mut self,
        team: TeamId,
        scheme: Id<NumberingScheme>,
        sequence: Option<Id<Project>>,
    ) -> Result<Option<i64>, Refusal> {
        use numbering_sequences::{next_number, scheme_id, table, team_id};
        table
            .filter(team_id.eq(team.get()))
            .filter(scheme_id.eq(scheme.get()))
            .filter(numbering_sequences::scope_key.eq(scope_key(sequence).as_str()))
            .select(next_number)
            .get_result(self.conn()?)
            .optional()
            .map_err(refuse)
    }

    fn codes(&mut self, team: TeamId, projects: &[Id<Project>]) -> Result<HashMap<Id<Project>, Code>, Refusal> {
        let rows: Vec<(i64, Option<String>)> = live!(projects, team)
            .filter(among!(projects::id, &ids(projects)))
            .select((projects::id, projects::code))
            .load(self.conn()?)
            .map_err(refuse)?;
        let coded = rows.into_iter().filter_map(|(id, code)| Some((Id::new(id), code?)));
        coded.map(|(id, code)| Ok((id, Code::from_raw(code)?))).collect()
    }

    fn count_covered(&mut self, team: TeamId, covered: &Covered) -> Result<CoveredCount, Refusal> {
        let mut count = |which: Which| -> Result<i64, Refusal> {
            let statement = of_covered(Statement::<BigInt>::new("SELECT count(*)"), team, covered, which);
            statement.get_result(self.conn()?).map_err(refuse)
        };
        Ok(CoveredCount { all: count(Which::All)?, unnumbered: count(Which::Unnumbered)?, coded: count(Which::Coded)? })
    }

    fn unnumbered(
        &mut self,
        team: TeamId,
        covered: &Covered,
        coded: bool,
        most: i64,
    ) -> Result<Vec<Unnumbered>, Refusal> {
        let which = if coded { Which::Coded } else { Which::Unnumbered };
        let statement = Statement::<(Micros, BigInt, BigInt)>::new("SELECT created_at, id, project_id");
        let statement = of_covered(statement, team, covered, which).words(" ORDER BY created_at, id").limit(most);
        let first: Vec<(Moment, i64, i64)> = statement.load(self.conn()?).map_err(refuse)?;
        let read = |(Moment(created_at), id, project)| Unnumbered { created_at, id, project: Id::new(project) };
        Ok(first.into_iter().map(read).collect())
    }
}

/// Which of the live records that are covered.
#[derive(Clone, Copy)]
enum Which {
    All,
    Unnumbered,
    /// Those without an identifier whose project has a code.
    Coded,
}

fn of_covered<S>(
    statement: Statement<S>,
    team: TeamId,
    Covered { kind, within }: &Covered,
    which: Which,
) -> Statement<S> {
    let table = kind.table();
    let statement = statement.words(" FROM ").name(table).words(" WHERE ").in_time(table, "id");
    let statement = statement.words("team_id = ").number(team.get()).words(" AND deleted_at IS NULL");
    let statement = match within {
        ProjectSelection::Only(projects) => statement.words(" AND project_id").among(&ids(projects)),
        ProjectSelection::AllBut(projects) if projects.is_empty() => statement,
        ProjectSelection::AllBut(projects) => statement.words(" AND NOT project_id").among(&ids(projects)),
    };
    match which {
        Which::All => statement,
        Which::Unnumbered => statement.words(" AND identifier IS NULL"),
        Which::Coded => statement
            .words(" AND identifier IS NULL AND EXISTS (SELECT 1 FROM projects WHERE projects.team_id = ")
            .column(table, "team_id")
            .words(" AND projects.id = ")
            .column(table, "project_id")
            .words(" AND projects.deleted_at IS NULL AND projects.code IS NOT NULL)"),
    }
}
