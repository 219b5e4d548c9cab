//! The positions by which records of a row are in order.

use std::ops::RangeInclusive;

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use uplift_domain::access::TeamId;
use uplift_domain::ports::{Positions, Spread};
use uplift_domain::{Kind, Refusal};

use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};

impl Positions for Session<'_> {
    fn shift(
        &mut self,
        team: TeamId,
        (kind, field, whole): (Kind, &'static str, i64),
        positions: RangeInclusive<i64>,
        by: i64,
    ) -> Result<(), Refusal> {
        let update = Statement::<BigInt>::new("UPDATE ").name(kind.table()).words(" SET position = position + ");
        let update = update.number(by).words(" WHERE team_id = ").number(team.get()).words(" AND ").name(field);
        let update = update.words(" = ").number(whole).words(" AND deleted_at IS NULL AND position BETWEEN ");
        let update = update.number(*positions.start()).words(" AND ").number(*positions.end());
        update.execute(self.changing(kind)?).map(drop).map_err(refuse)
    }

    fn position_behind(
        &mut self,
        team: TeamId,
        (kind, field, whole): (Kind, &'static str, i64),
        behind: (i64, i64),
        many: i64,
    ) -> Result<Option<i64>, Refusal> {
        let position = Statement::<BigInt>::new("SELECT position FROM ").name(kind.table());
        let of_team = position.words(" WHERE team_id = ").number(team.get()).words(" AND ").name(field);
        let behind = is_behind(of_team.words(" = ").number(whole), behind);
        let next = behind.words(" ORDER BY position, id LIMIT 1 OFFSET ").number(many);
        next.get_result(self.reading(&[kind.table()])?).optional().map_err(refuse)
    }

    fn spread(
        &mut self,
        team: TeamId,
        (kind, field, whole): (Kind, &'static str, i64),
        Spread { behind, before, apart, from }: Spread,
    ) -> Result<(), Refusal> {
        let table = kind.table();
        let update =
            Statement::<BigInt>::new("UPDATE ").name(table).words(" SET position = placed.place FROM (SELECT ");
        let placed = update.words("id AS placed_id, ").number(from).words(" + ").number(apart);
        let placed = placed.words(" * row_number() OVER (ORDER BY position, id) AS place FROM ").name(table);
        let placed = placed.words(" WHERE team_id = ").number(team.get()).words(" AND ").name(field).words(" = ");
        let placed = is_behind(placed.number(whole), behind).words(" AND position < ").number(before);
        let update =
            placed.words(") AS placed WHERE team_id = ").number(team.get()).words(" AND id = placed.placed_id");
        update.execute(self.changing(kind)?).map(drop).map_err(refuse)
    }
}

/// Live records behind a position and an id.
fn is_behind<S>(statement: Statement<S>, (position, id): (i64, i64)) -> Statement<S> {
    let live = statement.words(" AND deleted_at IS NULL AND (position, id) > (");
    live.number(position).words(", ").number(id).words(")")
}
