//! What a writing job does across kinds.

use std::ops::RangeInclusive;

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use uplift_domain::access::TeamId;
use uplift_domain::activity::{Batch, LogEntry};
use uplift_domain::listing::Link;
use uplift_domain::listing::search::SearchDocument;
use uplift_domain::ports::{Ends, ReadTx, WriteTx, Writes};
use uplift_domain::record::{Id, Time};
use uplift_domain::{Comment, Kind, Project, Refusal};

use super::super::super::backend;
use super::super::super::dialect::FOR_UPDATE;
use super::super::lists::statement::Statement;
use super::super::session::pending::LogRow;
use super::super::session::session::{Session, refuse};
use super::by_kind::table_of;
use super::{links, roles};

impl ReadTx for Session<'_> {}

impl WriteTx for Session<'_> {
    fn batch(&self) -> Batch {
        Batch(uuid::Uuid::new_v4().to_string())
    }

    fn next_moment(&mut self) -> Time {
        self.moments += 1;
        Time::from_micros(self.now.micros() + self.moments)
    }

    fn expect_inserts(&mut self, many: usize) {
        self.inserts_expected = self.inserts_expected.max(many);
    }

    fn is_overdue(&self) -> bool {
        self.began.elapsed() > backend::LONGEST_JOB
    }

    fn share_batch(&mut self) -> Batch {
        if let Some(batch) = &self.batch {
            return batch.clone();
        }
        let batch = self.batch();
        for line in self.entries.iter_mut().skip(self.batch_begins) {
            line.batch.get_or_insert_with(|| batch.0.clone());
        }
        self.batch.insert(batch).clone()
    }

    fn end_batch(&mut self) {
        self.batch = None;
        self.batch_begins = self.entries.len();
    }

    fn parts_of(&mut self, team: TeamId, (part, field): (Kind, &'static str), whole: i64) -> Result<Vec<i64>, Refusal> {
        let table = table_of(part)?;
        let statement = Statement::<BigInt>::new("SELECT id FROM ").name(table).words(" WHERE team_id = ");
        let named = statement.number(team.get()).words(" AND ").name(field).words(" = ").number(whole);
        named.words(" ORDER BY id").load(self.reading(&[table])?).map_err(refuse)
    }

    fn hold(&mut self, team: TeamId, kind: Kind, ids: &[i64]) -> Result<(), Refusal> {
        if FOR_UPDATE.is_empty() || ids.is_empty() {
            return Ok(());
        }
        let statement = Statement::<BigInt>::new("SELECT id FROM ").name(table_of(kind)?).words(" WHERE team_id = ");
        let named = statement.number(team.get()).words(" AND id").among(ids).words(" ORDER BY id").for_update();
        named.load::<i64>(self.conn()?).map(drop).map_err(refuse)
    }

    fn shift(
        &mut self,
        team: TeamId,
        (kind, field, whole): (Kind, &'static str, i64),
        positions: RangeInclusive<i64>,
        by: i64,
    ) -> Result<(), Refusal> {
        let update = Statement::<BigInt>::new("UPDATE ").name(table_of(kind)?).words(" SET position = position + ");
        let update = update.number(by).words(" WHERE team_id = ").number(team.get()).words(" AND ").name(field);
        let update = update.words(" = ").number(whole).words(" AND deleted_at IS NULL AND position BETWEEN ");
        let update = update.number(*positions.start()).words(" AND ").number(*positions.end());
        update.execute(self.changing(kind)?).map(drop).map_err(refuse)
    }

    fn spread(
        &mut self,
        team: TeamId,
        (kind, field, whole): (Kind, &'static str, i64),
        after: i64,
        apart: i64,
    ) -> Result<(), Refusal> {
        let table = table_of(kind)?;
        let update =
            Statement::<BigInt>::new("UPDATE ").name(table).words(" SET position = placed.place FROM (SELECT ");
        let placed = update.words("id AS placed_id, ").number(after).words(" + ").number(apart);
        let placed = placed.words(" * row_number() OVER (ORDER BY position, id) AS place FROM ").name(table);
        let placed = placed.words(" WHERE team_id = ").number(team.get()).words(" AND ").name(field).words(" = ");
        let placed = placed.number(whole).words(" AND deleted_at IS NULL) AS placed WHERE team_id = ");
        let update = placed.number(team.get()).words(" AND id = placed.placed_id");
        update.execute(self.changing(kind)?).map(drop).map_err(refuse)
    }

    fn naming(
        &mut self,
        team: TeamId,
        (by, fields): (Kind, &'static str),
        (kind, id): (Kind, i64),
    ) -> Result<Vec<i64>, Refusal> {
        let table = table_of(by)?;
        let of_team =
            Statement::<BigInt>::new("SELECT id FROM ").name(table).words(" WHERE team_id = ").number(team.get());
        let of_kind = of_team.words(" AND ").name(format!("{fields}_type")).words(" = ").text(kind.singular());
        let named = of_kind.words(" AND ").name(format!("{fields}_id")).words(" = ").number(id);
        named.words(" ORDER BY id").load(self.reading(&[table])?).map_err(refuse)
    }

    fn project_of(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<Option<Id<Project>>, Refusal> {
        self.stands_in(team, (kind, id), false)
    }

    fn log(&mut self, team: TeamId, entry: &LogEntry) -> Result<(), Refusal> {
        self.wrote = true;
        let entry = match (&entry.batch, &self.batch) {
            (None, Some(shared)) => &entry.clone().in_batch(Some(shared.clone())),
            (Some(_), _) | (None, None) => entry,
        };
        self.entries.push(LogRow::new(team, entry, self.now));
        Ok(())
    }

    fn move_counter(&mut self, team: TeamId, kind: Kind, filter: &'static str, value: &str, by: i64) {
        *self.tallies.entry((team.get(), kind.singular(), filter, value.to_owned())).or_default() += by;
    }

    fn rename(&mut self, team: TeamId, kind: Kind, id: i64, from: Option<&str>, to: Option<&str>) {
        self.names.note(team, kind, id, from, to);
    }

    fn index(&mut self, team: TeamId, kind: Kind, id: i64, document: Option<SearchDocument>) {
        self.search_index.note(team, kind, id, document);
    }

    fn attach(&mut self, team: TeamId, link: Link, ends: Ends, related: &[i64]) -> Result<(), Refusal> {
        links::attach(self, team, link, ends, related)
    }

    fn detach(&mut self, team: TeamId, link: Link, ends: Ends, related: &[i64]) -> Result<(), Refusal> {
        if related.is_empty() { Ok(()) } else { links::detach(self, team, link, ends, Some(related)) }
    }

    fn detach_all(&mut self, team: TeamId, link: Link, ends: Ends) -> Result<(), Refusal> {
        links::detach(self, team, link, ends, None)
    }

    fn set_roles(&mut self, team: TeamId, link: Link, ends: Ends, said: &[(i64, &'static str)]) -> Result<(), Refusal> {
        let Some(role) = link.role else { return Ok(()) };
        roles::set_roles(self, team, (link, role), ends, said)
    }

    fn move_links(&mut self, team: TeamId, link: Link, ends: Ends, from: &[i64]) -> Result<i64, Refusal> {
        links::move_to(self, team, link, ends, from)
    }

    fn count_links(&mut self, team: TeamId, link: Link, ends: Ends, by: i64) -> Result<(), Refusal> {
        links::count_all(self, team, link, ends, by)
    }

    fn recount_links(
        &mut self,
        team: TeamId,
        record: (Kind, i64),
        field: &'static str,
        links: &[(Kind, Link)],
    ) -> Result<(), Refusal> {
        links::recount(self, team, record, field, links)
    }
}

impl Session<'_> {
    /// The project that a record stands in. Of one that is deleted itself it is told where something else belongs to
    /// it, since that stays.
    fn stands_in(
        &mut self,
        team: TeamId,
        (kind, id): (Kind, i64),
        also_deleted: bool,
    ) -> Result<Option<Id<Project>>, Refusal> {
        if kind == Kind::Comment {
            let found = Writes::<Comment>::find_to_change(self, team, Id::new(id))?;
            let found = found.filter(|stored| also_deleted || stored.deleted_at.is_none());
            let place = found.map(|it| (it.record.commentable_type.kind(), it.record.commentable_id.get()));
            return match place {
                Some((Some(kind), id)) => self.stands_in(team, (kind, id), true),
                Some((None, _)) | None => Ok(None),
            };
        }
        let (column, whole) = match (kind, kind.parent()) {
            (Kind::Project, _) => ("id", None),
            (kind, _) if kind.has_field("project_id") => ("project_id", None),
            (_, Some((whole, field))) => (field, Some(whole)),
            (_, None) => return Ok(None),
        };
        let table = table_of(kind)?;
        let statement = Statement::<BigInt>::new("SELECT ").name(column).words(" FROM ").name(table);
        let named = statement.words(" WHERE team_id = ").number(team.get()).words(" AND id = ").number(id);
        let there = if also_deleted { named } else { named.words(" AND deleted_at IS NULL") };
        let found: Option<i64> = there.for_update().get_result(self.conn()?).optional().map_err(refuse)?;
        match (found, whole) {
            (Some(found), Some(whole)) => self.stands_in(team, (whole, found), true),
            (found, _) => Ok(found.map(Id::new)),
        }
    }
}
