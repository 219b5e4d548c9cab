//! Statements that are the same for every kind: put together of fixed words, names that declarations give, and bound
//! values. Like those that Diesel builds they are prepared once, for their text does not depend on the values.

use std::borrow::Cow;
use std::marker::PhantomData;

use chrono::NaiveDate;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Date, Text};
use diesel::{QueryResult, RunQueryDsl};
use uplift_tables::{Micros, Moment};

use super::super::super::backend::{Conn, Db};
use super::super::super::dialect::{FOR_UPDATE, IN_TIME, Numbers};

/// A statement in the making, of which rows of the type `S` come.
pub(crate) struct Statement<S> {
    pieces: Vec<Piece>,
    rows: PhantomData<fn() -> S>,
}

enum Piece {
    Words(&'static str),
    Name(Cow<'static, str>),
    Number(i64),
    Numbers(Numbers),
    Text(String),
    Moment(Moment),
    Day(NaiveDate),
}

impl<S> Statement<S> {
    pub(crate) fn new(words: &'static str) -> Self {
        Self { pieces: vec![Piece::Words(words)], rows: PhantomData }
    }

    pub(crate) fn words(self, words: &'static str) -> Self {
        self.and(Piece::Words(words))
    }

    /// A name that a declaration gives to a table or a column; none ever comes from a request.
    pub(crate) fn name(self, name: impl Into<Cow<'static, str>>) -> Self {
        self.and(Piece::Name(name.into()))
    }

    /// A column of a table.
    pub(crate) fn column(self, table: &'static str, column: impl Into<Cow<'static, str>>) -> Self {
        self.name(table).words(".").name(column)
    }

    pub(crate) fn number(self, number: i64) -> Self {
        self.and(Piece::Number(number))
    }

    pub(crate) fn text(self, text: impl Into<String>) -> Self {
        self.and(Piece::Text(text.into()))
    }

    pub(crate) fn moment(self, moment: Moment) -> Self {
        self.and(Piece::Moment(moment))
    }

    pub(crate) fn day(self, day: NaiveDate) -> Self {
        self.and(Piece::Day(day))
    }

    /// Texts, with commas between them.
    pub(crate) fn each<'t>(self, texts: impl Iterator<Item = &'t str>) -> Self {
        texts.enumerate().fold(self, |statement, (at, text)| match at {
            0 => statement.text(text),
            _ => statement.words(", ").text(text),
        })
    }

    /// Whether what stands before is one of these numbers.
    pub(crate) fn among(self, numbers: &[i64]) -> Self {
        self.and(Piece::Numbers(Numbers::new(numbers)))
    }

    /// The condition that ends the statement at the deadline, by a column of numbers, and an `AND` after it.
    pub(crate) fn in_time(self, table: &'static str, column: impl Into<Cow<'static, str>>) -> Self {
        match IN_TIME {
            None => self,
            Some(in_time) => self.words("(").column(table, column).words(in_time).words(" AND "),
        }
    }

    pub(crate) fn limit(self, most: i64) -> Self {
        self.words(" LIMIT ").number(most)
    }

    /// Keeps others from changing the rows until the transaction ends.
    pub(crate) fn for_update(self) -> Self {
        self.words(FOR_UPDATE)
    }

    fn and(mut self, piece: Piece) -> Self {
        self.pieces.push(piece);
        self
    }
}

impl<S> QueryId for Statement<S> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<S> Query for Statement<S> {
    type SqlType = S;
}

impl<S> QueryFragment<Db> for Statement<S> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        for piece in &self.pieces {
            match piece {
                Piece::Words(words) => out.push_sql(words),
                Piece::Name(name) => out.push_identifier(name)?,
                Piece::Number(number) => out.push_bind_param::<BigInt, _>(number)?,
                Piece::Numbers(numbers) => numbers.walk(out.reborrow())?,
                Piece::Text(text) => out.push_bind_param::<Text, _>(text)?,
                Piece::Moment(moment) => out.push_bind_param::<Micros, _>(moment)?,
                Piece::Day(day) => out.push_bind_param::<Date, _>(day)?,
            }
        }
        Ok(())
    }
}

impl<S> RunQueryDsl<Conn> for Statement<S> {}
