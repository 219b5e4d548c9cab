//! The numbers that schemes give out.

use std::collections::HashSet;

use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};
use uplift_domain::access::TeamId;
use uplift_domain::numbering::{ActiveAssignment, Assigned, Assignment, Entity, scope_key};
use uplift_domain::ports::Numbers;
use uplift_domain::record::{Choices, Id, Name, Stored, Value};
use uplift_domain::{Kind, NumberingScheme, Project, Refusal};
use uplift_tables::{numbering_assignments, numbering_schemes, numbering_sequences, projects};

use super::super::backend;
use super::kinds::table_of;
use super::sequences::Sequence;
use super::session::{Session, refuse};
use super::statement::Statement;

/// How many identifiers are looked up at once at most.
const MOST_AT_ONCE: usize = 1_000;

impl Session<'_> {
    fn look_for_scheme(
        &mut self,
        team: TeamId,
        entity: Entity,
        project: Id<Project>,
    ) -> Result<Option<Assigned>, Refusal> {
        let scheme = numbering_schemes::team_id
            .eq(numbering_assignments::team_id)
            .and(numbering_schemes::id.eq(numbering_assignments::scheme_id));
        let named = projects::team_id
            .eq(numbering_assignments::team_id)
            .and(projects::id.eq(project.get()))
            .and(projects::deleted_at.is_null());
        let key = |project| numbering_assignments::assignment_scope_key.eq(scope_key(project).to_string());
        let row: Option<(i64, String, String, i64, Option<String>)> = numbering_assignments::table
            .inner_join(numbering_schemes::table.on(scheme))
            .left_join(projects::table.on(named))
            .filter(numbering_assignments::team_id.eq(team.get()))
            .filter(numbering_assignments::entity_type.eq(entity.name()))
            .filter(key(Some(project)).or(key(None)))
            .filter(numbering_assignments::is_active.eq(true))
            // `project:…` comes before `team`.
            .order(numbering_assignments::assignment_scope_key.asc())
            .select((
                numbering_schemes::id,
                numbering_schemes::scope,
                numbering_schemes::template,
                numbering_schemes::initial_number,
                projects::code.nullable(),
            ))
            .first(self.reading(&["numbering_assignments", "numbering_schemes", "projects"])?)
            .optional()
            .map_err(refuse)?;
        row.map(|(id, scope, template, initial_number, code)| {
            Ok(Assigned {
                id: Id::new(id),
                scope: Value::from_raw(scope)?,
                template: Value::from_raw(template)?,
                initial_number: Value::from_raw(initial_number)?,
                code: Value::from_raw(code)?,
            })
        })
        .transpose()
    }
}

impl Numbers for Session<'_> {
    fn scheme_for(&mut self, team: TeamId, entity: Entity, project: Id<Project>) -> Result<Option<Assigned>, Refusal> {
        let key = (team.get(), entity, project.get());
        if let Some(known) = self.known.schemes.get(&key) {
            return Ok(known.clone());
        }
        let found = self.look_for_scheme(team, entity, project)?;
        self.known.schemes.insert(key, found.clone());
        Ok(found)
    }

    fn hold_numbers(&mut self, team: TeamId) -> Result<(), Refusal> {
        if self.numbers_held.insert(team.get()) {
            backend::hold_numbers(self.conn()?, team.get()).map_err(refuse)?;
        }
        Ok(())
    }

    fn next_number(&mut self, team: TeamId, scheme: &Assigned, sequence: Option<Id<Project>>) -> Result<i64, Refusal> {
        self.wrote = true;
        let key = (team.get(), scheme.id.get(), sequence.map(Id::get));
        if let Some(Sequence { next, .. }) = self.sequences.get_mut(&key) {
            *next += 1;
            return Ok(*next - 1);
        }
        let next = self.first_number(team, scheme, sequence)?;
        self.sequences.insert(key, Sequence { next, written: next });
        Ok(next - 1)
    }

    fn skip_numbers(&mut self, team: TeamId, scheme: &Assigned, sequence: Option<Id<Project>>, by: i64) {
        let key = (team.get(), scheme.id.get(), sequence.map(Id::get));
        if let Some(Sequence { next, .. }) = self.sequences.get_mut(&key) {
            *next += by;
        }
    }

    fn first_free(
        &mut self,
        team: TeamId,
        kind: Kind,
        within: Option<Id<Project>>,
        candidates: &mut dyn Iterator<Item = Name>,
    ) -> Result<Option<(i64, Name)>, Refusal> {
        let key = (team.get(), kind, within.map(Id::get));
        let mut candidates = candidates.fuse();
        let Some(first) = candidates.next() else { return Ok(None) };
        // The jobs that follow may claim identifiers too: theirs are looked up at once.
        let mut ahead = self.jobs.clamp(1, MOST_AT_ONCE);
        if self.known.free.entry(key).or_default().contains(&first) {
            self.known.take(team.get(), kind, &first);
            return Ok(Some((0, first)));
        }
        let mut looked: Vec<Name> = vec![first];
        let mut skipped = 0;
        while !looked.is_empty() {
            looked.extend(candidates.by_ref().take(ahead - looked.len()));
            let taken: HashSet<Name> = self.taken(team, kind, within, &looked)?.into_iter().collect();
            let found = looked.iter().zip(skipped..).find(|(it, _)| !taken.contains(it));
            let found = found.map(|(it, at)| (at, it.clone()));
            skipped += i64::try_from(looked.len()).unwrap_or(i64::MAX);
            if let Some(free) = self.known.free.get_mut(&key) {
                free.extend(looked.drain(..).filter(|it| !taken.contains(it)));
            }
            if let Some((at, identifier)) = found {
                self.known.take(team.get(), kind, &identifier);
                return Ok(Some((at, identifier)));
            }
            ahead = MOST_AT_ONCE.min(ahead * 10);
            looked = candidates.by_ref().take(ahead).collect();
        }
        Ok(None)
    }

    fn taken(
        &mut self,
        team: TeamId,
        kind: Kind,
        within: Option<Id<Project>>,
        identifiers: &[Name],
    ) -> Result<Vec<Name>, Refusal> {
        if !kind.has_field("identifier") {
            return Ok(Vec::new());
        }
        let table = table_of(kind)?;
        let mut statement = Statement::<Nullable<Text>>::new("SELECT identifier FROM ").name(table);
        statement = statement.words(" WHERE team_id = ").number(team.get()).words(" AND identifier");
        statement = match identifiers {
            [one] => statement.words(" = ").text(one.as_str()),
            _ => statement.words(" IN (").each(identifiers.iter().map(Name::as_str)).words(")"),
        };
        if let Some(project) = within {
            statement = statement.words(" AND project_id = ").number(project.get());
        }
        let taken: Vec<Option<String>> = statement.load(self.reading(&[table])?).map_err(refuse)?;
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
            .load(self.conn()?)
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
        scheme: &Stored<NumberingScheme>,
        assignment: &Assignment,
    ) -> Result<(), Refusal> {
        diesel::insert_into(numbering_assignments::table)
            .values((
                numbering_assignments::team_id.eq(team.get()),
                numbering_assignments::scheme_id.eq(scheme.id.get()),
                numbering_assignments::entity_type.eq(assignment.entity_type.name()),
                numbering_assignments::assignment_scope_key.eq(assignment.assignment_scope_key.as_str()),
                numbering_assignments::project_id.eq(assignment.project_id.map(Id::get)),
                numbering_assignments::is_active.eq(scheme.record.is_active),
            ))
            .execute(self.changing(Kind::NumberingScheme)?)
            .map(|_| ())
            .map_err(refuse)
    }

    fn open_sequence(
        &mut self,
        team: TeamId,
        scheme: &Stored<NumberingScheme>,
        sequence: Option<Id<Project>>,
    ) -> Result<(), Refusal> {
        use numbering_sequences::{next_number, project_id, scheme_id, table, team_id};
        diesel::insert_into(table)
            .values((
                team_id.eq(team.get()),
                scheme_id.eq(scheme.id.get()),
                numbering_sequences::scope_key.eq(scope_key(sequence).as_str()),
                project_id.eq(sequence.map(Id::get)),
                next_number.eq(scheme.record.initial_number.get()),
            ))
            .on_conflict_do_nothing()
            .execute(self.changing(Kind::NumberingScheme)?)
            .map(|_| ())
            .map_err(refuse)
    }
}
