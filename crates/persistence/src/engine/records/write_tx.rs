//! What a writing job does across kinds.

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use uplift_domain::access::TeamId;
use uplift_domain::activity::{Batch, Entry};
use uplift_domain::listing::Link;
use uplift_domain::ports::{Ends, ReadTx, WriteTx};
use uplift_domain::record::{Id, Time};
use uplift_domain::{Kind, Project, Refusal};

use super::super::lists::statement::Statement;
use super::super::session::pending::Line;
use super::super::session::session::{Session, refuse};
use super::by_kind::table_of;
use super::links;

impl ReadTx for Session<'_> {}

impl WriteTx for Session<'_> {
    fn now(&self) -> Time {
        self.now
    }

    fn batch(&self) -> Batch {
        Batch(uuid::Uuid::new_v4().to_string())
    }

    fn share_batch(&mut self) {
        self.batch = Some(self.batch());
    }

    fn project_of(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<Option<Id<Project>>, Refusal> {
        let column = match kind {
            Kind::Project => "id",
            kind if kind.has_field("project_id") => "project_id",
            _without => return Ok(None),
        };
        let table = table_of(kind)?;
        let statement = Statement::<BigInt>::new("SELECT ").name(column).words(" FROM ").name(table);
        let live = statement.words(" WHERE team_id = ").number(team.get()).words(" AND id = ").number(id);
        let live = live.words(" AND deleted_at IS NULL").for_update();
        let found: Option<i64> = live.get_result(self.conn()?).optional().map_err(refuse)?;
        Ok(found.map(Id::new))
    }

    fn log(&mut self, team: TeamId, entry: &Entry) -> Result<(), Refusal> {
        self.wrote = true;
        let entry = match (&entry.batch, &self.batch) {
            (None, Some(shared)) => &entry.clone().in_batch(Some(shared.clone())),
            (Some(_), _) | (None, None) => entry,
        };
        self.entries.push(Line::new(team, entry, self.now));
        Ok(())
    }

    fn move_counter(&mut self, team: TeamId, kind: Kind, filter: &'static str, value: &str, by: i64) {
        *self.tallies.entry((team.get(), kind.singular(), filter, value.to_owned())).or_default() += by;
    }

    fn rename(&mut self, team: TeamId, kind: Kind, id: i64, from: Option<&str>, to: Option<&str>) {
        self.names.note(team, kind, id, from, to);
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
