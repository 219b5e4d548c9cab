//! What a writing job does across kinds.

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use uplift_domain::access::TeamId;
use uplift_domain::activity::{Batch, LogEntry};
use uplift_domain::listing::Link;
use uplift_domain::listing::search::SearchDocument;
use uplift_domain::ports::{Ends, ReadTx, Reads, WriteTx, Writes};
use uplift_domain::record::{Id, Time};
use uplift_domain::{Comment, Kind, Project, Refusal};

use super::super::super::backend;
use super::super::super::dialect::FOR_UPDATE;
use super::super::lists::statement::Statement;
use super::super::session::pending::LogRow;
use super::super::session::session::{Session, refuse};
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
        self.inserts_announced = self.inserts_announced.max(many);
    }

    fn may_be_divided(&mut self) {
        if let Some(deadline) = &mut self.deadline {
            deadline.shorten(backend::LONGEST_PART);
        }
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
        let table = part.table();
        let statement = Statement::<BigInt>::new("SELECT id FROM ").name(table).words(" WHERE team_id = ");
        let named = statement.number(team.get()).words(" AND ").name(field).words(" = ").number(whole);
        named.words(" ORDER BY id").load(self.reading(&[table])?).map_err(refuse)
    }

    fn hold(&mut self, team: TeamId, kind: Kind, ids: &[i64]) -> Result<(), Refusal> {
        if FOR_UPDATE.is_empty() || ids.is_empty() {
            return Ok(());
        }
        let statement = Statement::<BigInt>::new("SELECT id FROM ").name(kind.table()).words(" WHERE team_id = ");
        let named = statement.number(team.get()).words(" AND id").among(ids).words(" ORDER BY id").for_update();
        named.load::<i64>(self.conn()?).map(drop).map_err(refuse)
    }

    fn referrers(
        &mut self,
        team: TeamId,
        (by, fields): (Kind, &'static str),
        (kind, id): (Kind, i64),
    ) -> Result<Vec<i64>, Refusal> {
        let table = by.table();
        let of_team =
            Statement::<BigInt>::new("SELECT id FROM ").name(table).words(" WHERE team_id = ").number(team.get());
        let of_kind = of_team.words(" AND ").name(format!("{fields}_type")).words(" = ").text(kind.singular());
        let named = of_kind.words(" AND ").name(format!("{fields}_id")).words(" = ").number(id);
        named.words(" ORDER BY id").load(self.reading(&[table])?).map_err(refuse)
    }

    fn referrers_of_any(
        &mut self,
        team: TeamId,
        (by, fields): (Kind, &'static str),
        (kind, ids): (Kind, &[i64]),
    ) -> Result<Vec<(i64, i64)>, Refusal> {
        let (table, named) = (by.table(), format!("{fields}_id"));
        let select = Statement::<(BigInt, BigInt)>::new("SELECT ").name(named.clone()).words(", id FROM ").name(table);
        let of_kind =
            select.words(" WHERE team_id = ").number(team.get()).words(" AND ").name(format!("{fields}_type"));
        let of_kind = of_kind.words(" = ").text(kind.singular()).words(" AND ").name(named).among(ids);
        // Of what is deleted for good the indexes have nothing else.
        let there = if by.soft_deletes() { of_kind } else { of_kind.words(" AND deleted_at IS NULL") };
        there.load(self.reading(&[table])?).map_err(refuse)
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

    fn purge_index(&mut self, kind: Kind) -> Result<(), Refusal> {
        self.flush_search()?;
        backend::purge_index(self.writing()?, kind).map_err(refuse)
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
    /// it, since that stays. What a record is part of, or a comment on, is held before it, as by whoever changes both.
    fn stands_in(
        &mut self,
        team: TeamId,
        (kind, id): (Kind, i64),
        also_deleted: bool,
    ) -> Result<Option<Id<Project>>, Refusal> {
        if kind == Kind::Comment {
            return self.comment_stands_in(team, Id::new(id));
        }
        let (column, whole) = match (kind, kind.parent()) {
            (Kind::Project, _) => ("id", None),
            (kind, _) if kind.has_field("project_id") => ("project_id", None),
            (_, Some((whole, field))) => (field, Some(whole)),
            (_, None) => return Ok(None),
        };
        let table = kind.table();
        let named = || {
            let statement = Statement::<BigInt>::new("SELECT ").name(column).words(" FROM ").name(table);
            let named = statement.words(" WHERE team_id = ").number(team.get()).words(" AND id = ").number(id);
            if also_deleted { named } else { named.words(" AND deleted_at IS NULL") }
        };
        let hold = |session: &mut Self| -> Result<Option<i64>, Refusal> {
            named().for_update().get_result(session.conn()?).optional().map_err(refuse)
        };
        let Some(whole) = whole else { return Ok(hold(self)?.map(Id::new)) };
        // What it is part of never changes.
        let part_of: Option<i64> = named().get_result(self.conn()?).optional().map_err(refuse)?;
        let Some(part_of) = part_of else { return Ok(None) };
        let project = self.stands_in(team, (whole, part_of), true)?;
        Ok(hold(self)?.and(project))
    }

    /// The project that a live comment stands in, by the record that it is on.
    fn comment_stands_in(&mut self, team: TeamId, id: Id<Comment>) -> Result<Option<Id<Project>>, Refusal> {
        let place = |it: &Comment| it.commentable_type.kind().map(|kind| (kind, it.commentable_id.get()));
        let Some(on) = Reads::<Comment>::find(self, team, id)?.and_then(|stored| place(&stored.record)) else {
            return Ok(None);
        };
        let project = self.stands_in(team, on, true)?;
        let held = Writes::<Comment>::find_to_change(self, team, id)?.filter(|stored| stored.deleted_at.is_none());
        match held.and_then(|stored| place(&stored.record)) {
            // Another record took its place in a merge meanwhile; now that the comment is held it stays there.
            Some(other) if other != on => self.stands_in(team, other, true),
            Some(_) => Ok(project),
            None => Ok(None),
        }
    }
}
