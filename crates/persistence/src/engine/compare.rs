//! Comparing a column with any number of values through one bound list, so that ten thousand of them neither exceed
//! a database's limit of parameters nor nest an expression ten thousand deep.

use std::marker::PhantomData;

use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{Bool, Text};
use diesel::{Column, QueryResult};

use super::super::backend::{self, CONTAINS, CONTAINS_ONE, Db, IN_NUMBERS, IN_WORDS};

/// How long a text may be for a pattern to be made of it: databases refuse those that are too long.
const LONGEST: usize = 4096;

/// A comparison of the column `C` with the items of a JSON list, or with a pattern.
pub(super) struct Compare<C> {
    /// The SQL before, between and after the column and the list.
    parts: Parts,
    values: String,
    column: PhantomData<C>,
}

/// How a database says such a comparison: what stands around the column's name and the bound value, where it is bound
/// before the column is named or after.
#[derive(Clone, Copy)]
pub(crate) enum Parts {
    ColumnThenValue(&'static str, &'static str),
    ValueThenColumn(&'static str, &'static str, &'static str),
}

/// The column is one of these numbers.
pub(super) fn in_numbers<C: Column>(_: C, numbers: &[i64]) -> Compare<C> {
    Compare { parts: IN_NUMBERS, values: serde_json::json!(numbers).to_string(), column: PhantomData }
}

/// The column is one of these words.
pub(super) fn in_words<C: Column>(_: C, words: &[String]) -> Compare<C> {
    Compare { parts: IN_WORDS, values: serde_json::json!(words).to_string(), column: PhantomData }
}

/// The column contains one of these texts; nothing in them has a meaning of its own.
pub(super) fn contains<C: Column>(_: C, texts: &[String]) -> Compare<C> {
    // A pattern takes a fraction of what a list does for each row.
    if let [one] = texts
        && one.len() <= LONGEST
    {
        return Compare { parts: CONTAINS_ONE, values: backend::pattern(one), column: PhantomData };
    }
    Compare { parts: CONTAINS, values: serde_json::json!(texts).to_string(), column: PhantomData }
}

impl<C> Expression for Compare<C> {
    type SqlType = diesel::sql_types::Nullable<Bool>;
}

impl<C, T> AppearsOnTable<T> for Compare<C> where C: AppearsOnTable<T> {}

impl<C, T> SelectableExpression<T> for Compare<C> where C: SelectableExpression<T> {}

impl<C> ValidGrouping<()> for Compare<C> {
    type IsAggregate = is_aggregate::No;
}

impl<C> QueryId for Compare<C> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<C: Column> QueryFragment<Db> for Compare<C> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        match self.parts {
            Parts::ColumnThenValue(between, after) => {
                out.push_identifier(C::NAME)?;
                out.push_sql(between);
                out.push_bind_param::<Text, _>(&self.values)?;
                out.push_sql(after);
            }
            Parts::ValueThenColumn(before, between, after) => {
                out.push_sql(before);
                out.push_bind_param::<Text, _>(&self.values)?;
                out.push_sql(between);
                out.push_identifier(C::NAME)?;
                out.push_sql(after);
            }
        }
        Ok(())
    }
}
