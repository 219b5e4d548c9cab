//! The numbers that schemes give out.

mod reads;
mod schemes;

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use uplift_domain::access::TeamId;
use uplift_domain::numbering::{Assigned, Entity, LookAhead, scope_key};
use uplift_domain::ports::{NumberReads as _, Numbers};
use uplift_domain::record::{Choices, Id, Name, Value};
use uplift_domain::{Json, Kind, NumberingScheme, Project, Refusal};
use uplift_tables::{Moment, numbering_assignments, numbering_schemes, projects};

use super::super::backend;
use super::super::dialect::PAIRS;
use super::lists::statement::Statement;
use super::session::pending::Sequence;
use super::session::session::{Session, refuse};
use super::upkeep::search_index::index_anew;

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
        if self.numbers_held.insert(team.get()) && backend::hold_numbers(self.conn()?, team.get()).map_err(refuse)? {
            self.known.forget_schemes(team.get());
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
        let Some(first) = candidates.next() else { return Ok(None) };
        if self.known.free.entry(key).or_default().contains(&first) {
            self.known.take(team.get(), kind, &first);
            return Ok(Some((0, first)));
        }
        let mut candidates = std::iter::once(first).chain(candidates).fuse();
        // What is inserted next may claim identifiers too: theirs are looked up at once.
        let mut ahead = LookAhead::new(self.inserts_expected());
        let mut skipped = 0;
        loop {
            let looked: Vec<Name> = candidates.by_ref().take(ahead.widen()).collect();
            if looked.is_empty() {
                return Ok(None);
            }
            let taken: HashSet<Name> = self.taken_identifiers(team, kind, within, &looked)?.into_iter().collect();
            let found = looked.iter().zip(skipped..).find(|(it, _)| !taken.contains(it));
            let found = found.map(|(it, at)| (at, it.clone()));
            skipped += i64::try_from(looked.len()).unwrap_or(i64::MAX);
            if let Some(free) = self.known.free.get_mut(&key) {
                free.extend(looked.into_iter().filter(|it| !taken.contains(it)));
            }
            if let Some((at, identifier)) = found {
                self.known.take(team.get(), kind, &identifier);
                return Ok(Some((at, identifier)));
            }
        }
    }

    fn count_claims(&mut self, team: TeamId, scheme: Id<NumberingScheme>, claims: i64) {
        *self.claims.entry((team.get(), scheme.get())).or_default() += claims;
    }

    fn hold_unnumbered(&mut self, team: TeamId, kind: Kind, ids: &[i64]) -> Result<HashMap<i64, Id<Project>>, Refusal> {
        let statement = Statement::<(BigInt, BigInt)>::new("SELECT id, project_id FROM ").name(kind.table());
        let statement = statement.words(" WHERE team_id = ").number(team.get()).words(" AND id").among(ids);
        let statement = statement.words(" AND deleted_at IS NULL AND identifier IS NULL ORDER BY id").for_update();
        let held: Vec<(i64, i64)> = statement.load(self.conn()?).map_err(refuse)?;
        Ok(held.into_iter().map(|(id, project)| (id, Id::new(project))).collect())
    }

    fn identify(&mut self, team: TeamId, kind: Kind, identifiers: &[(i64, Name)]) -> Result<(), Refusal> {
        if identifiers.is_empty() {
            return Ok(());
        }
        let pairs: Json = identifiers
            .iter()
            .map(|(id, identifier)| Json::from(vec![(*id).into(), Json::from(identifier.as_str())]))
            .collect();
        let (before, after) = PAIRS;
        Statement::<BigInt>::new("UPDATE ")
            .name(kind.table())
            .words(" SET identifier = given.word, updated_at = ")
            .moment(Moment(self.now))
            .words(" FROM (")
            .words(before)
            .text(pairs.to_string())
            .words(after)
            // By a sum SQLite does not walk through the index of the whole team for every pair.
            .words(") AS given WHERE id = given.number AND team_id + 0 = ")
            .number(team.get())
            .execute(self.changing(kind)?)
            .map_err(refuse)?;
        // Searches find a record by its identifier, too.
        self.flush_search()?;
        let mut ids: Vec<i64> = identifiers.iter().map(|(id, _)| *id).collect();
        ids.sort_unstable();
        index_anew(self.conn()?, team, kind, &ids)
    }
}
