//! The numbers that schemes give out.

use diesel::prelude::*;
use uplift_domain::access::TeamId;
use uplift_domain::listing::Want;
use uplift_domain::numbering::{ActiveAssignment, Assigned, Assignment, Entity, scope_key};
use uplift_domain::ports::Numbers;
use uplift_domain::record::{Id, Kept, Name, Value, Words};
use uplift_domain::{Kind, NumberingScheme, Project, Refusal};
use uplift_tables::{ideas, insights, numbering_assignments, numbering_schemes, numbering_sequences};

use super::super::backend::{self, Db};
use super::compare;
use super::session::{Session, refuse};

impl Numbers for Session<'_> {
    fn scheme_for(&mut self, team: TeamId, entity: Entity, project: Id<Project>) -> Result<Option<Assigned>, Refusal> {
        let scheme = numbering_schemes::team_id
            .eq(numbering_assignments::team_id)
            .and(numbering_schemes::id.eq(numbering_assignments::scheme_id));
        let keys = [scope_key(Some(project)), scope_key(None)].map(|key| key.to_string());
        let row: Option<(i64, String, String, i64)> = numbering_assignments::table
            .inner_join(numbering_schemes::table.on(scheme))
            .filter(numbering_assignments::team_id.eq(team.get()))
            .filter(numbering_assignments::entity_type.eq(entity.name()))
            .filter(numbering_assignments::assignment_scope_key.eq_any(keys))
            .filter(numbering_assignments::is_active.eq(true))
            // `project:…` comes before `team`.
            .order(numbering_assignments::assignment_scope_key.asc())
            .select((
                numbering_schemes::id,
                numbering_schemes::scope,
                numbering_schemes::template,
                numbering_schemes::initial_number,
            ))
            .first(self.conn)
            .optional()
            .map_err(refuse)?;
        row.map(|(id, scope, template, initial_number)| {
            Ok(Assigned {
                id: Id::new(id),
                scope: Value::from_raw(scope)?,
                template: Value::from_raw(template)?,
                initial_number: Value::from_raw(initial_number)?,
            })
        })
        .transpose()
    }

    fn hold_numbers(&mut self, team: TeamId) -> Result<(), Refusal> {
        if self.numbers_held.insert(team.get()) {
            backend::hold_numbers(self.conn, team.get()).map_err(refuse)?;
        }
        Ok(())
    }

    fn next_number(&mut self, team: TeamId, scheme: &Assigned, sequence: Option<Id<Project>>) -> Result<i64, Refusal> {
        use numbering_sequences::{next_number, project_id, scheme_id, table, team_id};
        let (team, scheme_key, key) = (team.get(), scheme.id.get(), scope_key(sequence));
        let of_key = || numbering_sequences::scope_key.eq(key.as_str());
        let row = table.filter(team_id.eq(team)).filter(scheme_id.eq(scheme_key)).filter(of_key());
        let taken: Option<i64> = diesel::update(row)
            .set(next_number.eq(next_number + 1))
            .returning(next_number)
            .get_result(self.writing())
            .optional()
            .map_err(refuse)?;
        if let Some(after) = taken {
            return Ok(after - 1);
        }
        // The first claim makes the row; of two at once, the second finds that of the first.
        let first = scheme.initial_number.get().saturating_add(1);
        let project = project_id.eq(sequence.map(Id::get));
        let after: i64 = diesel::insert_into(table)
            .values((team_id.eq(team), scheme_id.eq(scheme_key), of_key(), project, next_number.eq(first)))
            .on_conflict((team_id, scheme_id, numbering_sequences::scope_key))
            .do_update()
            .set(next_number.eq(next_number + 1))
            .returning(next_number)
            .get_result(self.writing())
            .map_err(refuse)?;
        Ok(after - 1)
    }

    fn skip_numbers(
        &mut self,
        team: TeamId,
        scheme: &Assigned,
        sequence: Option<Id<Project>>,
        by: i64,
    ) -> Result<(), Refusal> {
        use numbering_sequences::{next_number, scheme_id, table, team_id};
        let key = numbering_sequences::scope_key.eq(scope_key(sequence).as_str().to_owned());
        let row = table.filter(team_id.eq(team.get())).filter(scheme_id.eq(scheme.id.get())).filter(key);
        let skipped = diesel::update(row).set(next_number.eq(next_number + by)).execute(self.writing());
        skipped.map(|_| ()).map_err(refuse)
    }

    fn taken(
        &mut self,
        team: TeamId,
        kind: Kind,
        within: Option<Id<Project>>,
        identifiers: &[Name],
    ) -> Result<Vec<Name>, Refusal> {
        let wanted: Vec<String> = identifiers.iter().map(ToString::to_string).collect();
        macro_rules! taken {
            ($table:ident) => {{
                let mut same: $table::BoxedQuery<'_, Db> =
                    $table::table.filter($table::team_id.eq(team.get())).into_boxed();
                same = word!(same, $table::identifier, Want(wanted));
                if let Some(project) = within {
                    same = same.filter($table::project_id.eq(project.get()));
                }
                same.select($table::identifier).load(self.conn).map_err(refuse)?
            }};
        }
        let taken: Vec<Option<String>> = match kind {
            Kind::Idea => taken!(ideas),
            Kind::Insight => taken!(insights),
            Kind::Team
            | Kind::User
            | Kind::Project
            | Kind::ResearchCollection
            | Kind::Learning
            | Kind::Attachment
            | Kind::File
            | Kind::NumberingScheme
            | Kind::Activity
            | Kind::Key
            | Kind::Membership => Vec::new(),
        };
        taken.into_iter().flatten().map(|identifier| Ok(Name::from_raw(identifier)?)).collect()
    }

    fn count_claim(&mut self, team: TeamId, scheme: Id<NumberingScheme>) {
        *self.claims.entry((team.get(), scheme.get())).or_default() += 1;
    }

    fn active_assignments(&mut self, team: TeamId) -> Result<Vec<ActiveAssignment>, Refusal> {
        let scheme = numbering_schemes::team_id
            .eq(numbering_assignments::team_id)
            .and(numbering_schemes::id.eq(numbering_assignments::scheme_id));
        let rows: Vec<(String, Option<i64>, String, String)> = numbering_assignments::table
            .inner_join(numbering_schemes::table.on(scheme))
            .filter(numbering_assignments::team_id.eq(team.get()))
            .filter(numbering_assignments::is_active.eq(true))
            .select((
                numbering_assignments::entity_type,
                numbering_assignments::project_id,
                numbering_schemes::name,
                numbering_schemes::template,
            ))
            .load(self.conn)
            .map_err(refuse)?;
        let read = |(entity, project, scheme, template)| {
            Ok(ActiveAssignment {
                entity: Value::from_raw(entity)?,
                project: Value::from_raw(project)?,
                scheme: Value::from_raw(scheme)?,
                template: Value::from_raw(template)?,
            })
        };
        rows.into_iter().map(read).collect()
    }

    fn insert_assignment(
        &mut self,
        team: TeamId,
        scheme: &Kept<NumberingScheme>,
        assignment: &Assignment,
    ) -> Result<(), Refusal> {
        diesel::insert_into(numbering_assignments::table)
            .values((
                numbering_assignments::team_id.eq(team.get()),
                numbering_assignments::scheme_id.eq(scheme.id.get()),
                numbering_assignments::entity_type.eq(assignment.entity_type.name()),
                numbering_assignments::assignment_scope_key.eq(assignment.assignment_scope_key.as_str()),
                numbering_assignments::project_id.eq(assignment.project_id.map(Id::get)),
                numbering_assignments::is_active.eq(scheme.it.is_active),
            ))
            .execute(self.writing())
            .map(|_| ())
            .map_err(refuse)
    }

    fn open_sequence(
        &mut self,
        team: TeamId,
        scheme: &Kept<NumberingScheme>,
        sequence: Option<Id<Project>>,
    ) -> Result<(), Refusal> {
        use numbering_sequences::{next_number, project_id, scheme_id, table, team_id};
        diesel::insert_into(table)
            .values((
                team_id.eq(team.get()),
                scheme_id.eq(scheme.id.get()),
                numbering_sequences::scope_key.eq(scope_key(sequence).as_str()),
                project_id.eq(sequence.map(Id::get)),
                next_number.eq(scheme.it.initial_number.get()),
            ))
            .on_conflict_do_nothing()
            .execute(self.writing())
            .map(|_| ())
            .map_err(refuse)
    }
}
