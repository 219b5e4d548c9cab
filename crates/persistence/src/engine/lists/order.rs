//! Sorts, as what the rows of a kind are ordered by. Nulls count as the smallest on both databases.

use std::borrow::Cow;

use diesel::QueryResult;
use diesel::expression::expression_types::NotSelectable;
use diesel::expression::{AppearsOnTable, Expression, ValidGrouping, is_aggregate};
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use uplift_domain::listing::{Direction, Listed, Sorts};
use uplift_domain::record::FieldType;

use super::super::super::backend::Db;
use super::super::super::dialect::{direction_of, indexed_front};

/// A column and the way it is sorted.
pub(crate) struct OrderBy {
    table: &'static str,
    column: Cow<'static, str>,
    /// How many characters of it count, where not all do.
    front: Option<usize>,
    direction: &'static str,
}

impl OrderBy {
    /// A column without nulls, such as an id or the date of a change.
    pub(crate) fn of(table: &'static str, column: impl Into<Cow<'static, str>>, direction: Direction) -> Self {
        Self { table, column: column.into(), front: None, direction: direction_of(direction, false) }
    }
}

/// What a sort orders the rows of a table by. Words that have a rank are sorted by it; where others may stand beside
/// them, which have none, those are sorted by their text. A text too long for an index is sorted by its front before.
pub(crate) fn order_by<R: Listed>(table: &'static str, sort: R::Sort, direction: Direction) -> Vec<OrderBy> {
    let name = sort.name();
    let field = R::FIELDS.iter().find(|field| field.name == name);
    let itself = OrderBy {
        table,
        column: name.into(),
        front: None,
        direction: direction_of(direction, field.is_some_and(|field| field.nullable)),
    };
    if let Some(front) = field.and_then(|field| indexed_front(field.field_type)) {
        return vec![OrderBy { front: Some(front), column: name.into(), ..itself }, itself];
    }
    if !sort.is_ranked() {
        return vec![itself];
    }
    let rank = OrderBy::of(table, format!("{name}_rank"), direction);
    match field.map(|field| field.field_type) {
        Some(FieldType::Choices(_)) => vec![rank],
        Some(_) | None => vec![rank, itself],
    }
}

impl Expression for OrderBy {
    type SqlType = NotSelectable;
}

impl<T> AppearsOnTable<T> for OrderBy {}

impl ValidGrouping<()> for OrderBy {
    type IsAggregate = is_aggregate::No;
}

impl QueryId for OrderBy {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Db> for OrderBy {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        if self.front.is_some() {
            out.push_sql("left(");
        }
        out.push_identifier(self.table)?;
        out.push_sql(".");
        out.push_identifier(&self.column)?;
        if let Some(front) = self.front {
            out.push_sql(&format!(", {front})"));
        }
        out.push_sql(self.direction);
        Ok(())
    }
}
