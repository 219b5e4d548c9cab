//! What is read of trees: each statement follows the rows from one to the next.

use diesel::RunQueryDsl;
use diesel::sql_types::BigInt;
use uplift_domain::access::TeamId;
use uplift_domain::ports::Trees;
use uplift_domain::{Kind, Refusal};

use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};
use super::by_kind::table_of;

/// The column that names the record above.
const PARENT: &str = "parent_id";

/// The column that is walked by, and the one that it is found in.
type Walk = (&'static str, &'static str);

const UP: Walk = ("id", PARENT);
const DOWN: Walk = (PARENT, "id");

/// Asks for the records that one leads to, itself included, each with how many steps away it is: so many at most.
fn walk<S>(
    wanted: &'static str,
    team: TeamId,
    table: &'static str,
    id: i64,
    (by, found): Walk,
    most: usize,
) -> Statement<S> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let first = Statement::new("WITH RECURSIVE walked (id, next, step) AS (SELECT ");
    let first = first.column(table, "id").words(", ").column(table, found).words(", CAST(1 AS bigint) FROM ");
    let first = first.name(table).words(" WHERE ").column(table, "team_id").words(" = ").number(team.get());
    let first = first.words(" AND ").column(table, "id").words(" = ").number(id);
    let next = first.words(" UNION ALL SELECT ").column(table, "id").words(", ").column(table, found);
    let next = next.words(", walked.step + 1 FROM walked INNER JOIN ").name(table).words(" ON ");
    let next = next.column(table, "team_id").words(" = ").number(team.get()).words(" AND ").column(table, by);
    let next = next.words(" = walked.next WHERE ").column(table, "deleted_at").words(" IS NULL AND walked.step < ");
    next.number(most).words(") SELECT ").words(wanted)
}

impl Trees for Session<'_> {
    fn ancestors(&mut self, team: TeamId, kind: Kind, id: i64, most: usize) -> Result<Vec<i64>, Refusal> {
        let path = walk::<BigInt>("id FROM walked ORDER BY step", team, table_of(kind)?, id, UP, most);
        path.load(self.conn()?).map_err(refuse)
    }

    fn levels(&mut self, team: TeamId, kind: Kind, id: i64, most: usize) -> Result<usize, Refusal> {
        let wanted = "coalesce(max(step), 0) FROM walked";
        let levels = walk::<BigInt>(wanted, team, table_of(kind)?, id, DOWN, most.saturating_add(1));
        let levels: i64 = levels.get_result(self.conn()?).map_err(refuse)?;
        Ok(usize::try_from(levels).unwrap_or(usize::MAX))
    }
}
