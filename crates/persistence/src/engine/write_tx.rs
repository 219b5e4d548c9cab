//! What a writing job does across kinds.

use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Text};
use uplift_domain::access::TeamId;
use uplift_domain::activity::{Batch, Entry};
use uplift_domain::listing::ManyToMany;
use uplift_domain::ports::{ReadTx, WriteTx};
use uplift_domain::record::{Id, Time};
use uplift_domain::{Kind, Project, Refusal};
use uplift_tables::{attachments, idea_insight, ideas, insights};
use uplift_tables::{learning_insight, learnings, projects, research_collections};

use super::super::backend::{Conn, Db, NUMBERS, among, for_update};
use super::entries::Line;
use super::session::{Session, refuse};

impl ReadTx for Session<'_> {}

impl WriteTx for Session<'_> {
    fn now(&self) -> Time {
        self.now
    }

    fn batch(&self) -> Batch {
        Batch(uuid::Uuid::new_v4().to_string())
    }

    fn project_of(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<Option<Id<Project>>, Refusal> {
        macro_rules! stands_in {
            ($table:ident.$project:ident) => {{
                let row = live!($table, team).filter($table::id.eq(id)).select($table::$project);
                let found: Option<i64> = for_update!(row).get_result(self.conn()?).optional().map_err(refuse)?;
                Ok(found.map(Id::new))
            }};
        }
        match kind {
            Kind::Project => stands_in!(projects.id),
            Kind::ResearchCollection => stands_in!(research_collections.project_id),
            Kind::Insight => stands_in!(insights.project_id),
            Kind::Learning => stands_in!(learnings.project_id),
            Kind::Idea => stands_in!(ideas.project_id),
            Kind::Attachment => stands_in!(attachments.project_id),
            Kind::Team
            | Kind::User
            | Kind::File
            | Kind::NumberingScheme
            | Kind::Activity
            | Kind::Key
            | Kind::Membership => Ok(None),
        }
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

    fn attach(&mut self, team: TeamId, link: ManyToMany, from: Kind, id: i64, related: &[i64]) -> Result<(), Refusal> {
        if related.is_empty() {
            return Ok(());
        }
        let (table, near, far) = match (link, from) {
            (ManyToMany::LearningInsight, Kind::Learning) => ("learning_insight", "learning_id", "insight_id"),
            (ManyToMany::LearningInsight, _) => ("learning_insight", "insight_id", "learning_id"),
            (ManyToMany::IdeaInsight, Kind::Idea) => ("idea_insight", "idea_id", "insight_id"),
            (ManyToMany::IdeaInsight, _) => ("idea_insight", "insight_id", "idea_id"),
        };
        let related = serde_json::json!(related).to_string();
        Attach { table, near, far, team: team.get(), id, related }.execute(self.writing()?).map(|_| ()).map_err(refuse)
    }

    fn detach(&mut self, team: TeamId, link: ManyToMany, from: Kind, id: i64, related: &[i64]) -> Result<(), Refusal> {
        if related.is_empty() {
            return Ok(());
        }
        macro_rules! cut {
            ($link:ident.$near:ident -> $far:ident) => {
                diesel::delete(
                    $link::table
                        .filter($link::team_id.eq(team.get()))
                        .filter($link::$near.eq(id))
                        .filter(among!($link::$far, related)),
                )
                .execute(self.writing()?)
            };
        }
        match (link, from) {
            (ManyToMany::LearningInsight, Kind::Learning) => cut!(learning_insight.learning_id -> insight_id),
            (ManyToMany::LearningInsight, _) => cut!(learning_insight.insight_id -> learning_id),
            (ManyToMany::IdeaInsight, Kind::Idea) => cut!(idea_insight.idea_id -> insight_id),
            (ManyToMany::IdeaInsight, _) => cut!(idea_insight.insight_id -> idea_id),
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
