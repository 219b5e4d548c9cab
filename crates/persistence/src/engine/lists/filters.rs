//! Filters, as conditions on the rows of a kind. They follow from the declarations of the filter and of the field that
//! it compares.

mod answers;
mod bound;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use diesel::QueryResult;
use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{self, BigInt, Bool, Nullable, Text};
use uplift_domain::access::TeamId;
use uplift_domain::listing::{Compared, FilterValues, Filters, Listed, Matching};
use uplift_domain::record::{Date, FieldType, Time};
use uplift_tables::{Micros, Moment};

use super::super::super::backend::{Containing, Db, containing};
use super::super::super::dialect::{
    ALIKE, APART, CONTAINS, CONTAINS_ONE, IN_NUMBERS, IN_WORDS, INDEXED_NUMBERS, INDEXED_WORDS, pattern,
};
use super::compare::Parts;
use bound::Bound;

/// How long a text may be for a pattern to be made of it: databases refuse those that are too long.
const LONGEST: usize = 4096;

/// What holds of the rows of a table that a filter keeps.
pub(crate) struct Condition {
    table: &'static str,
    column: Cow<'static, str>,
    /// Where what stands in the column becomes another word at the moment that a column tells.
    lapsing: Option<Lapsing>,
    /// Whether no index is to find the rows by it.
    apart: bool,
    test: Test,
}

struct Lapsing {
    at: &'static str,
    from: &'static str,
    to: &'static str,
    now: Moment,
}

enum Test {
    /// The column compares with a value by this operator.
    Compare(&'static str, Bound),
    /// The column is one of some values, or contains one of them.
    Parts(Parts, String),
    /// The column is this day, or one of the others.
    Days(Date, Vec<Date>),
    Filled(bool),
    /// The row has tokens that begin as these do.
    Containing(Containing),
    /// No row is kept.
    Never,
    /// A row of another table, which names this one in a field, fulfils a condition.
    Through {
        team: i64,
        by: &'static str,
        /// The column that names the kind, and the kind, where the rows name those of several.
        kind: Option<(&'static str, &'static str)>,
        row: Box<Condition>,
    },
    /// The answers of the response are such.
    Answers(answers::Answers),
}

/// A team at the moment at which its rows are read.
#[derive(Clone, Copy)]
pub(crate) struct TeamAt {
    pub(crate) team: TeamId,
    pub(crate) now: Time,
}

/// The condition of a filter; `None` where it keeps every row.
pub(crate) fn condition<R: Listed>(
    TeamAt { team, now }: TeamAt,
    table: &'static str,
    filter: R::Filter,
    values: &FilterValues,
) -> Option<Condition> {
    let mut lapsing = None;
    let (column, test) = match filter.compares() {
        Compared::Field(field) => (field, of_field::<R>(filter, field, values)?),
        Compared::Lapsing { field, at, from, to } => {
            lapsing = Some(Lapsing { at, from, to, now: Moment(now) });
            (field, exact(false, values))
        }
        Compared::Filled(field) => (field, of_flags(values, Test::Filled(true), Test::Filled(false))?),
        Compared::Empty(field) => (field, of_flags(values, Test::Filled(false), Test::Filled(true))?),
        Compared::Tokens => match values.tokens().as_slice() {
            [] => ("id", Test::Never),
            tokens => ("id", Test::Containing(containing(team, R::KIND, tokens))),
        },
        Compared::Through { table, by, kind, field } => {
            let kind = kind.map(|column| (column, R::KIND.singular()));
            let test = exact(field.ends_with("_id"), values);
            let row = Condition::of(table, field, test);
            ("id", Test::Through { team: team.get(), by, kind, row: Box::new(row) })
        }
        Compared::Answers => ("id", Test::Answers(answers::asked(team, filter.matching(), values))),
    };
    Some(Condition { table, column: column.into(), lapsing, apart: false, test })
}

/// The condition of an exact filter of a field, said so that the index of the field finds the rows.
pub(crate) fn indexed<R: Listed>(
    at: TeamAt,
    table: &'static str,
    filter: R::Filter,
    values: &FilterValues,
) -> Option<Condition> {
    let condition = condition::<R>(at, table, filter, values)?;
    let test = match condition.test {
        Test::Parts(_, values) if is_number::<R>(&condition.column) => Test::Parts(INDEXED_NUMBERS, values),
        Test::Parts(_, values) => Test::Parts(INDEXED_WORDS, values),
        test => test,
    };
    Some(Condition { test, ..condition })
}

fn of_field<R: Listed>(filter: R::Filter, field: &'static str, values: &FilterValues) -> Option<Test> {
    let compare = |operator, bound: Option<Bound>| bound.map_or(Test::Never, |bound| Test::Compare(operator, bound));
    let test = match filter.matching() {
        Matching::Exact if is_day::<R>(field) => match values.days().split_first() {
            Some((first, others)) => Test::Days(*first, others.to_vec()),
            None => Test::Never,
        },
        Matching::Exact => exact(is_number::<R>(field), values),
        Matching::Partial => contains(&values.casefolded())?,
        Matching::From => compare(" >= ", values.start().map(|it| Bound::Moment(Moment(it)))),
        Matching::Until => compare(" <= ", values.end().map(|it| Bound::Moment(Moment(it)))),
        Matching::Min => compare(" >= ", values.least().map(Bound::Decimal)),
        Matching::Max => compare(" <= ", values.most().map(Bound::Decimal)),
        // They compare no field.
        Matching::Search | Matching::Answers(_) => Test::Never,
        Matching::Flag => {
            let is = |yes| Test::Compare(" = ", Bound::Boolean(yes));
            of_flags(values, is(true), is(false))?
        }
    };
    Some(test)
}

/// The one of two tests that is asked for; `None` where both are.
fn of_flags(values: &FilterValues, yes: Test, no: Test) -> Option<Test> {
    match values.flags() {
        (true, true) => None,
        (true, false) => Some(yes),
        (false, true) => Some(no),
        (false, false) => Some(Test::Never),
    }
}

fn is_day<R: Listed>(name: &str) -> bool {
    R::FIELDS.iter().any(|field| field.name == name && field.field_type == FieldType::Date)
}

fn is_number<R: Listed>(name: &str) -> bool {
    match R::FIELDS.iter().find(|field| field.name == name) {
        Some(field) => matches!(field.field_type, FieldType::Id | FieldType::Integer { .. }),
        // The id, and what is hidden, are declared among no fields that are shown.
        None => name == "id" || name.ends_with("_id"),
    }
}

/// One value is compared by itself, for which the database knows an index best.
fn exact(number: bool, values: &FilterValues) -> Test {
    match (number, values.numbers().as_slice(), values.words().as_slice()) {
        (true, [one], _) => Test::Compare(" = ", Bound::Number(*one)),
        (false, _, [one]) => Test::Compare(" = ", Bound::Text(one.clone())),
        (number, ..) => {
            let (parts, values) = one_of(number, values);
            Test::Parts(parts, values)
        }
    }
}

fn one_of(number: bool, values: &FilterValues) -> (Parts, String) {
    match number {
        true => (IN_NUMBERS, serde_json::json!(values.numbers()).to_string()),
        false => (IN_WORDS, serde_json::json!(values.words()).to_string()),
    }
}

/// The column contains one of these texts; nothing in them has a meaning of its own.
fn contains(texts: &[String]) -> Option<Test> {
    match texts {
        [] => None,
        // A pattern takes a fraction of what a list does for each row.
        [one] if one.len() <= LONGEST && !one.contains(ALIKE) => Some(Test::Parts(CONTAINS_ONE, pattern(one))),
        _ => Some(Test::Parts(CONTAINS, serde_json::json!(texts).to_string())),
    }
}

impl Expression for Condition {
    type SqlType = Nullable<Bool>;
}

impl<T> AppearsOnTable<T> for Condition {}

impl<T> SelectableExpression<T> for Condition {}

impl ValidGrouping<()> for Condition {
    type IsAggregate = is_aggregate::No;
}

impl QueryId for Condition {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Condition {
    /// The column has this number.
    pub(crate) fn number(table: &'static str, column: &'static str, number: i64) -> Self {
        Self::of(table, column, Test::Compare(" = ", Bound::Number(number)))
    }

    /// Something stands in the column, or nothing does.
    pub(crate) fn filled(table: &'static str, column: &'static str, filled: bool) -> Self {
        Self::of(table, column, Test::Filled(filled))
    }

    fn of(table: &'static str, column: &'static str, test: Test) -> Self {
        Self { table, column: column.into(), lapsing: None, apart: false, test }
    }

    /// Keeps the database from searching an index of ids by this condition.
    pub(crate) fn set_apart(self, apart: bool) -> Self {
        Self { apart, ..self }
    }

    fn id<'b>(&'b self, out: &mut AstPass<'_, 'b, Db>) -> QueryResult<()> {
        self.column(out)?;
        if self.apart {
            out.push_sql(APART);
        }
        Ok(())
    }

    fn column<'b>(&'b self, out: &mut AstPass<'_, 'b, Db>) -> QueryResult<()> {
        let Some(Lapsing { at, from, to, now }) = &self.lapsing else { return column(out, self.table, &self.column) };
        // The words are those of a declaration, and have nothing in them that a literal could not.
        out.push_sql("CASE WHEN ");
        column(out, self.table, &self.column)?;
        out.push_sql(&format!(" = '{from}' AND "));
        column(out, self.table, at)?;
        out.push_sql(" <= ");
        out.push_bind_param::<Micros, _>(now)?;
        out.push_sql(&format!(" THEN '{to}' ELSE "));
        column(out, self.table, &self.column)?;
        out.push_sql(" END");
        Ok(())
    }
}

fn column(out: &mut AstPass<'_, '_, Db>, table: &str, column: &str) -> QueryResult<()> {
    out.push_identifier(table)?;
    out.push_sql(".");
    out.push_identifier(column)
}

/// Is among those that rows of another table name which meet a condition.
fn through<'b>(
    mut out: AstPass<'_, 'b, Db>,
    team: &'b i64,
    by: &str,
    kind: Option<&'b (&'static str, &'static str)>,
    row: &'b Condition,
) -> QueryResult<()> {
    let table = row.table;
    out.push_sql(" IN (SELECT ");
    column(&mut out, table, by)?;
    out.push_sql(" FROM ");
    out.push_identifier(table)?;
    out.push_sql(" WHERE ");
    column(&mut out, table, "team_id")?;
    out.push_sql(" = ");
    out.push_bind_param::<BigInt, _>(team)?;
    if let Some((kind_column, kind)) = kind {
        out.push_sql(" AND ");
        column(&mut out, table, kind_column)?;
        out.push_sql(" = ");
        out.push_bind_param::<Text, _>(*kind)?;
    }
    out.push_sql(" AND ");
    row.walk_ast(out.reborrow())?;
    out.push_sql(")");
    Ok(())
}

impl QueryFragment<Db> for Condition {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        match &self.test {
            Test::Compare(operator, bound) => {
                self.column(&mut out)?;
                out.push_sql(operator);
                bound.walk(out)
            }
            Test::Parts(parts, values) => parts.walk(out, values, |out| self.column(out)),
            Test::Days(first, others) => {
                if !others.is_empty() {
                    // There is another statement for each number of days.
                    out.unsafe_to_cache_prepared();
                }
                self.column(&mut out)?;
                out.push_sql(" IN (");
                out.push_bind_param::<sql_types::Date, _>(&first.0)?;
                for day in others {
                    out.push_sql(", ");
                    out.push_bind_param::<sql_types::Date, _>(&day.0)?;
                }
                out.push_sql(")");
                Ok(())
            }
            Test::Filled(filled) => {
                self.column(&mut out)?;
                out.push_sql(if *filled { " IS NOT NULL" } else { " IS NULL" });
                Ok(())
            }
            Test::Containing(containing) => {
                self.id(&mut out)?;
                out.push_sql(" IN (");
                containing.walk_ast(out.reborrow())?;
                out.push_sql(")");
                Ok(())
            }
            Test::Never => {
                self.column(&mut out)?;
                out.push_sql(" IS NULL AND ");
                self.column(&mut out)?;
                out.push_sql(" IS NOT NULL");
                Ok(())
            }
            Test::Through { team, by, kind, row } => {
                self.id(&mut out)?;
                through(out, team, by, kind.as_ref(), row)
            }
            Test::Answers(answers) => answers.walk(out, |out| self.column(out)),
        }
    }
}
