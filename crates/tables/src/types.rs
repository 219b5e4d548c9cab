//! The SQL types of our own: moments and JSON documents, one mapping for each database.

use std::borrow::Cow;
use std::io::Write;

use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::query_builder::QueryId;
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::{BigInt, SqlType, Text};
use diesel::sqlite::{Sqlite, SqliteValue};
use uplift_domain::record::Time;

use crate::packed::{pack, unpack};

/// A moment: microseconds since the Unix epoch in an integer on SQLite, `timestamptz` on PostgreSQL.
#[derive(Debug, Clone, Copy, SqlType, QueryId)]
#[diesel(postgres_type(oid = 1184, array_oid = 1185))]
#[diesel(sqlite_type(name = "Long"))]
pub struct Micros;

/// What a [`Micros`] column holds.
#[derive(Debug, Clone, Copy, PartialEq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Micros)]
pub struct Moment(pub Time);

/// PostgreSQL counts from the year 2000.
const PG_EPOCH: i64 = 946_684_800_000_000;

impl FromSql<Micros, Sqlite> for Moment {
    fn from_sql(value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
        <i64 as FromSql<BigInt, Sqlite>>::from_sql(value).map(|micros| Self(Time::from_micros(micros)))
    }
}

impl ToSql<Micros, Sqlite> for Moment {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.0.micros());
        Ok(IsNull::No)
    }
}

impl FromSql<Micros, Pg> for Moment {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        let micros = <i64 as FromSql<BigInt, Pg>>::from_sql(value)?;
        Ok(Self(Time::from_micros(micros.saturating_add(PG_EPOCH))))
    }
}

impl ToSql<Micros, Pg> for Moment {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        let micros = self.0.micros().saturating_sub(PG_EPOCH);
        ToSql::<BigInt, Pg>::to_sql(&micros, &mut out.reborrow())
    }
}

/// A JSON document, passed on as the text it was written as; a long one is packed on SQLite.
#[derive(Debug, Clone, Copy, SqlType, QueryId)]
#[diesel(postgres_type(oid = 114, array_oid = 199))]
#[diesel(sqlite_type(name = "Text"))]
pub struct Doc;

/// What a [`Doc`] column holds.
#[derive(Debug, Clone, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Doc)]
pub struct DocText(pub String);

impl FromSql<Doc, Sqlite> for DocText {
    fn from_sql(value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
        let stored = <String as FromSql<Text, Sqlite>>::from_sql(value)?;
        Ok(Self(unpack(stored)?))
    }
}

impl ToSql<Doc, Sqlite> for DocText {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        match pack(&self.0)? {
            Cow::Borrowed(document) => out.set_value(document),
            Cow::Owned(packed) => out.set_value(packed),
        }
        Ok(IsNull::No)
    }
}

impl FromSql<Doc, Pg> for DocText {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        <String as FromSql<Text, Pg>>::from_sql(value).map(Self)
    }
}

impl ToSql<Doc, Pg> for DocText {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(self.0.as_bytes())?;
        Ok(IsNull::No)
    }
}
