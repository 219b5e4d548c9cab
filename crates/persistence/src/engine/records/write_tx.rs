//! What a writing job does across kinds.

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use uplift_domain::access::TeamId;
use uplift_domain::activity::{Batch, Entry};
use uplift_domain::listing::Link;
use uplift_domain::ports::{Ends, ReadTx, WriteTx};
use uplift_domain::record::{Id, Time};
use uplift_domain::{Kind, Project, Refusal};

use super::super::super::dialect::NUMBERS;
use super::super::lists::statement::Statement;
use super::super::session::pending::Line;
use super::super::session::session::{Session, refuse};
use super::by_kind::table_of;
use super::relations::of_kinds;

impl ReadTx for Session<'_> {}

impl WriteTx for Session<'_> {
    fn now(&self) -> Time {
        self.now
    }

    fn batch(&self) -> Batch {
        Batch(uuid::Uuid::new_v4().to_string())
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
        self.entries.push(Line::new(team, entry, self.now));
        Ok(())
    }

    fn move_counter(&mut self, team: TeamId, kind: Kind, filter: &'static str, value: &str, by: i64) {
        *self.tallies.entry((team.get(), kind.singular(), filter, value.to_owned())).or_default() += by;
    }

    fn rename(&mut self, team: TeamId, kind: Kind, id: i64, from: Option<&str>, to: Option<&str>) {
        self.names.note(team, kind, id, from, to);
    }

    fn attach(&mut self, team: TeamId, link: Link, (from, id, to): Ends, related: &[i64]) -> Result<(), Refusal> {
        if related.is_empty() {
            return Ok(());
        }
        let (ends, (before, after)) = ([link.near(from), link.far(to)], NUMBERS);
        let [near, far] = &ends;
        let insert =
            Statement::<BigInt>::new("INSERT INTO ").name(link.table).words(" (team_id, ").name(near.id.clone());
        let mut statement = insert.words(", ").name(far.id.clone());
        for (column, _) in ends.iter().filter_map(|end| end.kind.as_ref()) {
            statement = statement.words(", ").name(column.clone());
        }
        statement = statement.words(") SELECT CAST(").number(team.get()).words(" AS bigint), CAST(").number(id);
        statement = statement.words(" AS bigint), number");
        for (_, kind) in ends.iter().filter_map(|end| end.kind.as_ref()) {
            statement = statement.words(", CAST(").text(*kind).words(" AS text)");
        }
        statement
            .words(" FROM (")
            .words(before)
            .text(serde_json::json!(related).to_string())
            .words(after)
            .words(") AS numbers WHERE true ON CONFLICT DO NOTHING")
            .execute(self.writing()?)
            .map(|_| ())
            .map_err(refuse)
    }

    fn detach(&mut self, team: TeamId, link: Link, (from, id, to): Ends, related: &[i64]) -> Result<(), Refusal> {
        if related.is_empty() {
            return Ok(());
        }
        let (near, far) = (link.near(from), link.far(to));
        let delete = Statement::<BigInt>::new("DELETE FROM ").name(link.table).words(" WHERE team_id = ");
        of_kinds(delete.number(team.get()), link.table, &near, &far)
            .words(" AND ")
            .name(near.id)
            .words(" = ")
            .number(id)
            .words(" AND ")
            .name(far.id)
            .among(related)
            .execute(self.writing()?)
            .map(|_| ())
            .map_err(refuse)
    }
}
