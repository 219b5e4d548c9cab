//! What a writing job does across kinds.

use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Text};
use uplift_domain::access::TeamId;
use uplift_domain::activity::Entry;
use uplift_domain::listing::Link;
use uplift_domain::ports::{Ledger, Library};
use uplift_domain::record::{Id, Time};
use uplift_domain::{Kind, Project, Refusal};
use uplift_tables::{ActivityRow, DocText, Moment, activities, learning_insight};

use super::super::backend::{Conn, Db, NUMBERS};
use super::session::{Session, refuse};

impl Library for Session<'_> {}

impl Ledger for Session<'_> {
    fn now(&self) -> Time {
        self.now
    }

    fn record(&mut self, team: TeamId, entry: &Entry) -> Result<(), Refusal> {
        let now = Moment(self.now);
        let row = ActivityRow {
            id: 0,
            log_name: Some("default".to_owned()),
            description: entry.event.clone(),
            subject_type: Some(entry.subject.singular().to_owned()),
            subject_id: Some(entry.subject_id),
            event: Some(entry.event.clone()),
            causer_type: entry.causer.map(|_| Kind::User.singular().to_owned()),
            causer_id: entry.causer.map(Id::get),
            properties: Some(DocText(entry.properties.to_string())),
            batch_uuid: None,
            created_at: now,
            updated_at: now,
        };
        diesel::insert_into(activities::table)
            .values((activities::team_id.eq(team.get()), row))
            .execute(self.writing())
            .map(|_| ())
            .map_err(refuse)
    }

    fn tally(&mut self, team: TeamId, kind: Kind, project: Option<Id<Project>>, by: i64) {
        self.move_counter(team, kind, project.map(Id::get), by);
    }

    fn attach(&mut self, team: TeamId, link: Link, from: Kind, id: i64, related: &[i64]) -> Result<(), Refusal> {
        if related.is_empty() {
            return Ok(());
        }
        let (table, near, far) = match link {
            Link::LearningInsight if from == Kind::Learning => ("learning_insight", "learning_id", "insight_id"),
            Link::LearningInsight => ("learning_insight", "insight_id", "learning_id"),
        };
        let related = serde_json::json!(related).to_string();
        Attach { table, near, far, team: team.get(), id, related }.execute(self.writing()).map(|_| ()).map_err(refuse)
    }

    fn detach(&mut self, team: TeamId, link: Link, from: Kind, id: i64, related: &[i64]) -> Result<(), Refusal> {
        if related.is_empty() {
            return Ok(());
        }
        match link {
            Link::LearningInsight => {
                let rows = learning_insight::table.filter(learning_insight::team_id.eq(team.get()));
                let related = related.iter().copied();
                if from == Kind::Learning {
                    let rows = rows.filter(learning_insight::learning_id.eq(id));
                    diesel::delete(rows.filter(learning_insight::insight_id.eq_any(related))).execute(self.writing())
                } else {
                    let rows = rows.filter(learning_insight::insight_id.eq(id));
                    diesel::delete(rows.filter(learning_insight::learning_id.eq_any(related))).execute(self.writing())
                }
            }
        }
        .map(|_| ())
        .map_err(refuse)
    }
}

/// Rows of a link, from one record to any number of others, in one statement.
struct Attach {
    table: &'static str,
    near: &'static str,
    far: &'static str,
    team: i64,
    id: i64,
    /// The ids of the others, as a JSON list.
    related: String,
}

impl QueryId for Attach {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Db> for Attach {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        let (before, after) = NUMBERS;
        out.push_sql("INSERT INTO ");
        out.push_identifier(self.table)?;
        out.push_sql(" (team_id, ");
        out.push_identifier(self.near)?;
        out.push_sql(", ");
        out.push_identifier(self.far)?;
        out.push_sql(") SELECT CAST(");
        out.push_bind_param::<BigInt, _>(&self.team)?;
        out.push_sql(" AS bigint), CAST(");
        out.push_bind_param::<BigInt, _>(&self.id)?;
        out.push_sql(" AS bigint), number FROM (");
        out.push_sql(before);
        out.push_bind_param::<Text, _>(&self.related)?;
        out.push_sql(after);
        out.push_sql(") AS numbers WHERE true ON CONFLICT DO NOTHING");
        Ok(())
    }
}

impl RunQueryDsl<Conn> for Attach {}
