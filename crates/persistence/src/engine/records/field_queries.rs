//! Queries for what the records of any kind have in a field.

use std::borrow::Cow;

use diesel::sql_types::{BigInt, Text};
use uplift_domain::access::TeamId;
use uplift_domain::listing::Direction;
use uplift_domain::record::Id;

use super::super::lists::statement::Statement;

/// A live record of a team, other than one, that has this text in a column, among those that have this number
/// in another where one is given.
pub(crate) fn is_taken(
    team: TeamId,
    table: &'static str,
    (column, text): (Cow<'static, str>, &str),
    with: Option<(&'static str, i64)>,
    other_than: Option<i64>,
) -> Statement<BigInt> {
    let mut statement = Statement::new("SELECT id FROM ").name(table).words(" WHERE team_id = ").number(team.get());
    if let Some((other, number)) = with {
        statement = statement.words(" AND ").name(other).words(" = ").number(number);
    }
    statement = statement.words(" AND ").name(column).words(" = ").text(text);
    // No record has the id 0.
    statement.words(" AND deleted_at IS NULL AND id <> ").number(other_than.unwrap_or_default()).limit(1)
}

/// What live records of a team have in a column that begins so, among those that have this number in another.
pub(crate) fn texts_beginning(
    team: TeamId,
    table: &'static str,
    (column, start): (&'static str, &str),
    with: Option<(&'static str, i64)>,
    most: i64,
) -> Statement<Text> {
    let mut statement = Statement::new("SELECT ").name(column).words(" FROM ").name(table);
    statement = statement.words(" WHERE team_id = ").number(team.get());
    if let Some((other, number)) = with {
        statement = statement.words(" AND ").name(other).words(" = ").number(number);
    }
    // Both databases compare by code point, and this is the last of them.
    let end = format!("{start}{}", char::MAX);
    statement = statement.words(" AND ").name(column).words(" >= ").text(start).words(" AND ").name(column);
    statement.words(" < ").text(end).words(" AND deleted_at IS NULL").limit(most)
}

/// The number in a column nearest to one, of another record than one.
pub(crate) fn nearest<R>(
    team: TeamId,
    table: &'static str,
    column: &'static str,
    (among, number): (&'static str, i64),
    (from, except): (i64, Id<R>),
    way: Direction,
) -> Statement<BigInt> {
    let (least, order) = match way {
        Direction::Ascending => (" >= ", " ASC"),
        Direction::Descending => (" <= ", " DESC"),
    };
    let statement = Statement::new("SELECT ").name(column).words(" FROM ").name(table);
    let statement = statement.words(" WHERE team_id = ").number(team.get()).words(" AND ").name(among);
    let statement = statement.words(" = ").number(number).words(" AND ").name(column).words(least).number(from);
    let statement = statement.words(" AND id <> ").number(except.get()).words(" AND deleted_at IS NULL ORDER BY ");
    statement.name(column).words(order).limit(1)
}
