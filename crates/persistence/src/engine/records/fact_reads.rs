//! What reports know of records, read as a few columns of many rows.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::query_dsl::LoadQuery;
use diesel::sql_types::{BigInt, Nullable, Text};
use uplift_domain::access::TeamId;
use uplift_domain::ports::{
    Covered, CoveredFacts, ExperimentFacts, FactReads, FindingFacts, GoalFacts, IdeaFacts, MemberFacts, RecordName,
};
use uplift_domain::record::stored_word;
use uplift_domain::{Kind, Refusal};
use uplift_tables::Moment;

use super::super::super::backend::{self, Conn};
use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};
use super::fact_cells::{
    CoveredCells, ExperimentCells, FindingCellValues, FindingCells, IdeaCells, covered, experiment, idea,
};

/// Every letter that is white space.
const WHITE_SPACE: &str = "\t\n\u{B}\u{C}\r \u{85}\u{A0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\
    \u{2006}\u{2007}\u{2008}\u{2009}\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}";

/// Selects the live records of the team in this table.
pub(super) fn live<S>(statement: Statement<S>, team: TeamId, table: &'static str) -> Statement<S> {
    let from = statement.words(" FROM ").name(table).words(" WHERE ").in_time(table, "id");
    from.words("team_id = ").number(team.get()).words(" AND deleted_at IS NULL")
}

/// Selects the live records of the team in this table that have these ids.
fn these<S>(statement: Statement<S>, team: TeamId, table: &'static str, ids: &[i64]) -> Statement<S> {
    let from = statement.words(" FROM ").name(table).words(" WHERE ").in_time(table, "id");
    let these = from.words("team_id = ").number(team.get()).words(" AND id").among(ids);
    // Said so, no index of live records alone is taken, of which SQLite would read all that are the team's.
    these.words(" AND NOT (deleted_at IS NOT NULL)")
}

/// Of which kind something is that is covered, of what its facts are made, and by which cursor they are read.
const fn covered_by(covered: Covered) -> (Kind, &'static str, &'static str) {
    match covered {
        Covered::Page => (Kind::Page, "SELECT id, project_id, name, status, device, monthly_visitors", "covered_pages"),
        Covered::Audience => {
            (Kind::Audience, "SELECT id, project_id, name, status, NULL, monthly_visitors", "covered_audiences")
        }
        Covered::Goal => {
            (Kind::Goal, "SELECT id, project_id, name, status, NULL, CAST(NULL AS BIGINT)", "covered_goals")
        }
        Covered::Tag => (Kind::Tag, "SELECT id, project_id, name, NULL, NULL, CAST(NULL AS BIGINT)", "covered_tags"),
    }
}

impl Session<'_> {
    /// All that a statement finds, each row made into something else.
    pub(super) fn all<S, R, T>(
        &mut self,
        cursor: &'static str,
        statement: Statement<S>,
        make: impl Fn(R) -> Result<T, Refusal>,
    ) -> Result<Vec<T>, Refusal>
    where
        for<'q> Statement<S>: LoadQuery<'q, Conn, R>,
    {
        let mut all = Vec::new();
        backend::each_row(self.conn()?, cursor, statement, |row| {
            all.push(make(row)?);
            Ok(())
        })?;
        Ok(all)
    }

    fn findings(&mut self, team: TeamId, kind: Kind, select: &'static str) -> Result<Vec<FindingFacts>, Refusal> {
        let table = kind.table();
        let statement = live(Statement::<FindingCells>::new(select), team, table).words(" ORDER BY id");
        self.all(table, statement, |(id, project_id, user_id, confidence, said, recorded): FindingCellValues| {
            let Moment(at) = said.unwrap_or(recorded);
            Ok(FindingFacts { id, project_id, user_id, confidence, at })
        })
    }
}

impl FactReads for Session<'_> {
    fn experiment_facts(&mut self, team: TeamId, project: Option<i64>) -> Result<Vec<ExperimentFacts>, Refusal> {
        let columns = Statement::<ExperimentCells>::new(
            "SELECT id, project_id, idea_id, owner_id, primary_goal_id, winner_variation_id, \
             type, status, result, decision, device, ltrim(hypothesis, ",
        );
        let columns = columns.text(WHITE_SPACE).words(
            ") <> '', planned_start_at, planned_end_at, started_at, ended_at, decided_at, implemented_at, created_at, \
             traffic_allocation, annual_impact, uplift, srm_p_value, required_sample_size, actual_sample_size, course",
        );
        let table = Kind::Experiment.table();
        let of_team = live(columns, team, table);
        let asked = match project {
            None => of_team,
            Some(project) => of_team.words(" AND project_id = ").number(project),
        };
        self.all(table, asked.words(" ORDER BY id"), experiment)
    }

    fn controls(&mut self, team: TeamId, experiments: &[i64]) -> Result<HashMap<i64, i64>, Refusal> {
        let columns = Statement::<(BigInt, BigInt)>::new("SELECT experiment_id, id");
        let of_team = live(columns, team, Kind::Variation.table()).words(" AND experiment_id").among(experiments);
        // Said so, SQLite does not take the index of all controls of the team.
        let controls: Vec<(i64, i64)> = of_team.words(" AND is_control").load(self.conn()?).map_err(refuse)?;
        Ok(controls.into_iter().collect())
    }

    fn goal_facts(&mut self, team: TeamId) -> Result<HashMap<i64, GoalFacts>, Refusal> {
        let columns = Statement::<(BigInt, Text, Text)>::new("SELECT id, metric_type, direction");
        let table = Kind::Goal.table();
        let goal = |(id, metric_type, direction): (i64, String, String)| {
            let (metric_type, direction) = (stored_word(&metric_type)?, stored_word(&direction)?);
            Ok((id, GoalFacts { id, metric_type, direction }))
        };
        Ok(self.all(table, live(columns, team, table), goal)?.into_iter().collect())
    }

    fn idea_facts(&mut self, team: TeamId) -> Result<Vec<IdeaFacts>, Refusal> {
        let columns = Statement::<IdeaCells>::new(
            "SELECT id, project_id, assignee_id, page_id, audience_id, primary_goal_id, source, status, priority, \
             priority_score, priority_score_normalized, archived_at, promoted_at, created_at",
        );
        let table = Kind::Idea.table();
        let statement = live(columns, team, table).words(" ORDER BY id");
        self.all(table, statement, idea)
    }

    fn each_rejected_reason(
        &mut self,
        team: TeamId,
        ideas: &[i64],
        take: &mut dyn FnMut(Option<String>),
    ) -> Result<(), Refusal> {
        let reasons = Statement::<Nullable<Text>>::new("SELECT rejected_reason");
        let reasons = these(reasons, team, Kind::Idea.table(), ideas);
        backend::each_row(self.conn()?, "rejected_reasons", reasons, |reason: Option<String>| {
            take(reason);
            Ok(())
        })
    }

    fn learning_facts(&mut self, team: TeamId) -> Result<Vec<FindingFacts>, Refusal> {
        let columns = "SELECT id, project_id, user_id, confidence, learned_at, created_at";
        self.findings(team, Kind::Learning, columns)
    }

    fn insight_facts(&mut self, team: TeamId) -> Result<Vec<FindingFacts>, Refusal> {
        let columns = "SELECT id, project_id, user_id, NULL, discovered_at, created_at";
        self.findings(team, Kind::Insight, columns)
    }

    fn covered_facts(&mut self, team: TeamId, what: Covered) -> Result<Vec<CoveredFacts>, Refusal> {
        let (kind, columns, cursor) = covered_by(what);
        let statement = live(Statement::<CoveredCells>::new(columns), team, kind.table()).words(" ORDER BY id");
        self.all(cursor, statement, covered)
    }

    fn member_facts(&mut self, team: TeamId) -> Result<Vec<MemberFacts>, Refusal> {
        let columns = Statement::<(BigInt, Text, Text)>::new("SELECT id, name, role");
        let table = Kind::User.table();
        let statement = live(columns, team, table).words(" ORDER BY id");
        self.all(table, statement, |(id, name, role): (i64, String, String)| {
            Ok(MemberFacts { id, name, role: stored_word(&role)? })
        })
    }

    fn names_of(&mut self, team: TeamId, kind: Kind, ids: &[i64]) -> Result<HashMap<i64, RecordName>, Refusal> {
        let columns =
            if kind.has_field("identifier") { "SELECT id, identifier, name" } else { "SELECT id, NULL, name" };
        let called = Statement::<(BigInt, Nullable<Text>, Text)>::new(columns);
        let rows: Vec<(i64, Option<String>, String)> =
            these(called, team, kind.table(), ids).load(self.conn()?).map_err(refuse)?;
        Ok(rows.into_iter().map(|(id, identifier, name)| (id, RecordName { identifier, name })).collect())
    }

    fn responses_by_form(&mut self, team: TeamId, collection: i64) -> Result<Vec<i64>, Refusal> {
        let counts = live(Statement::<BigInt>::new("SELECT responses_count"), team, Kind::Form.table());
        counts.words(" AND research_collection_id = ").number(collection).load(self.conn()?).map_err(refuse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_what_rust_takes_for_it() {
        let all: String = (char::MIN..=char::MAX).filter(|letter| letter.is_whitespace()).collect();
        assert_eq!(WHITE_SPACE, all);
    }
}
