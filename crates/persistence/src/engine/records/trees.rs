//! What is read of trees.

use diesel::RunQueryDsl;
use diesel::sql_types::BigInt;
use uplift_domain::access::TeamId;
use uplift_domain::ports::Trees;
use uplift_domain::{Kind, Refusal};

use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};

/// The column that names the record above.
const PARENT: &str = "parent_id";

impl Trees for Session<'_> {
    fn ancestors(&mut self, team: TeamId, kind: Kind, id: i64, most: usize) -> Result<Vec<i64>, Refusal> {
        let table = kind.table();
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let first = Statement::<BigInt>::new("WITH RECURSIVE walked (id, next, step) AS (SELECT ");
        let first = first.column(table, "id").words(", ").column(table, PARENT).words(", CAST(1 AS bigint) FROM ");
        let first = first.name(table).words(" WHERE ").column(table, "team_id").words(" = ").number(team.get());
        let first = first.words(" AND ").column(table, "id").words(" = ").number(id);
        let next = first.words(" UNION ALL SELECT ").column(table, "id").words(", ").column(table, PARENT);
        let next = next.words(", walked.step + 1 FROM walked INNER JOIN ").name(table).words(" ON ");
        let next = next.column(table, "team_id").words(" = ").number(team.get()).words(" AND ").column(table, "id");
        let next = next.words(" = walked.next WHERE ").column(table, "deleted_at").words(" IS NULL AND walked.step < ");
        let path = next.number(most).words(") SELECT id FROM walked ORDER BY step");
        path.load(self.conn()?).map_err(refuse)
    }

    /// Each level is a statement: followed in one, both databases may look through the whole table for each record.
    fn levels(&mut self, team: TeamId, kind: Kind, id: i64, most: usize) -> Result<usize, Refusal> {
        let table = kind.table();
        let (mut levels, mut above) = (1, vec![id]);
        while levels <= most {
            let below = Statement::<BigInt>::new("SELECT id FROM ").name(table).words(" WHERE team_id = ");
            let below = below.number(team.get()).words(" AND ").name(PARENT).among(&above);
            above = below.words(" AND deleted_at IS NULL").load(self.conn()?).map_err(refuse)?;
            if above.is_empty() {
                break;
            }
            levels += 1;
        }
        Ok(levels)
    }
}
