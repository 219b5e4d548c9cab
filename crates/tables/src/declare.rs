//! How a record kind's table is declared: one line a field, in Diesel's own form.

/// Declares the table of a record kind and what is read from it.
///
/// The common columns (`id`, `team_id`, the dates) are added. A field of the record without a column, or a column
/// without a field, does not compile. `folds` names the columns that hold a text folded for comparison, `ranks` those
/// that the database computes from a word so that a list can be sorted by its meaning. `computes` names the fields that
/// have no column, each with the query that makes them whenever a row is read.
macro_rules! view_for {
    ($record:ident in $table:ident as $row:ident {
        $($column:ident -> $sql:ty,)*
    } $(folds { $($text:ident => $folded:ident),* })? $(ranks { $($rank:ident),* })?
    $(computes { $($computed:ident -> $number:ty = $query:expr),* })?) => {
        diesel::table! {
            use diesel::sql_types::{BigInt, Bool, Date, Double, Nullable, Text};
            use $crate::types::{Doc, Micros};

            $table (id) {
                id -> BigInt,
                team_id -> BigInt,
                created_at -> Micros,
                updated_at -> Micros,
                deleted_at -> Nullable<Micros>,
                $($column -> $sql,)*
                $($($folded -> Text,)*)?
                $($($rank -> BigInt,)*)?
            }
        }

        #[derive(diesel::Queryable, diesel::Selectable)]
        #[diesel(table_name = $table)]
        pub struct $row {
            $(pub $column: $crate::cell::Cell<$sql>,)*
            $($(
                #[diesel(select_expression = diesel::dsl::sql::<$number>($query))]
                #[diesel(select_expression_type = diesel::expression::SqlLiteral<$number>)]
                pub $computed: $crate::cell::Cell<$number>,
            )*)?
        }

        impl $crate::Mapped for uplift_domain::$record {
            type Row = $row;
            const COLUMNS: &'static [uplift_domain::archive::Column] = &[$(uplift_domain::archive::Column {
                name: <$table::$column as diesel::Column>::NAME,
                content: <$sql as $crate::cell::Column>::CONTENT,
                nullable: <$sql as $crate::cell::Column>::NULLABLE,
            },)*];
            const FOLDED: &'static [(&'static str, &'static str)] = &[$($((
                <$table::$text as diesel::Column>::NAME,
                <$table::$folded as diesel::Column>::NAME,
            ),)*)?];
        }

        impl $row {
            /// The record of this row and its common columns.
            ///
            /// # Errors
            /// When a column holds what no version of the service wrote.
            pub fn into_stored(
                self,
                (id, created_at, updated_at, deleted_at): $crate::Dated,
            ) -> Result<uplift_domain::record::Stored<uplift_domain::$record>, uplift_domain::record::Unreadable> {
                let $row { $($column,)* $($($computed,)*)? } = self;
                Ok(uplift_domain::record::Stored {
                    id: uplift_domain::record::Id::new(id),
                    created_at: created_at.0,
                    updated_at: updated_at.0,
                    deleted_at: deleted_at.map(|it| it.0),
                    record: uplift_domain::$record {
                        $($column: uplift_domain::record::Value::from_raw($crate::CellValue::into_raw($column))?,)*
                        $($($computed: uplift_domain::record::Value::from_raw($crate::CellValue::into_raw($computed))?,)*)?
                    },
                })
            }
        }
    };
}

/// Declares the table of a record kind, what is read from it and what is written to it. See [`view_for`].
macro_rules! table_for {
    ($record:ident in $table:ident as $row:ident, $cells:ident {
        $($column:ident -> $sql:ty,)*
    } $(folds { $($text:ident => $folded:ident),* })? $(ranks { $($rank:ident),* })?
    $(computes { $($computed:ident -> $number:ty = $query:expr),* })?) => {
        view_for! {
            $record in $table as $row { $($column -> $sql,)* }
            $(folds { $($text => $folded),* })? $(ranks { $($rank),* })?
            $(computes { $($computed -> $number = $query),* })?
        }

        // A value for each column, so that the statement is always the same and stays prepared.
        #[derive(diesel::Insertable)]
        #[diesel(table_name = $table, treat_none_as_default_value = false)]
        pub struct $cells {
            $(pub $column: $crate::cell::Cell<$sql>,)*
            $($(pub $folded: String,)*)?
        }

        impl From<&uplift_domain::$record> for $cells {
            fn from(record: &uplift_domain::$record) -> Self {
                let uplift_domain::$record { $($column,)* $($($computed: _,)*)? } = record.clone();
                $($(let $folded = uplift_domain::listing::casefolded(&$text);)*)?
                Self {
                    $($column: $crate::CellValue::from_raw(uplift_domain::record::Value::into_raw($column)),)*
                    $($($folded,)*)?
                }
            }
        }

        const _: () = {
            #[derive(diesel::AsChangeset)]
            #[diesel(table_name = $table)]
            pub struct Changes {
                updated_at: $crate::Moment,
                deleted_at: Option<Option<$crate::Moment>>,
                $($column: Option<$crate::cell::Cell<$sql>>,)*
                $($($folded: Option<String>,)*)?
            }

            impl $crate::Written for $row {
                type Record = uplift_domain::$record;
                type New = $cells;
                type Changes = Changes;

                fn changes(
                    before: Option<&uplift_domain::record::Stored<uplift_domain::$record>>,
                    after: &uplift_domain::record::Stored<uplift_domain::$record>,
                    most: usize,
                ) -> (Changes, Option<usize>) {
                    let is = $cells::from(&after.record);
                    let was = before.map(|before| $cells::from(&before.record)).and_then(|was| {
                        let differing = [$(was.$column != is.$column),*].into_iter().filter(|it| *it).count();
                        (differing <= most).then_some((was, differing))
                    });
                    let (was, differing) = was.unzip();
                    let changes = Changes {
                        updated_at: $crate::Moment(after.updated_at),
                        deleted_at: was.is_none().then_some(after.deleted_at.map($crate::Moment)),
                        $($column: was.as_ref().is_none_or(|was| was.$column != is.$column).then_some(is.$column),)*
                        $($(
                            $folded: was.as_ref().is_none_or(|was| was.$folded != is.$folded).then_some(is.$folded),
                        )*)?
                    };
                    (changes, differing)
                }
            }

            #[derive(Default, diesel::query_builder::QueryId)]
            pub struct Rows {
                id: Vec<i64>,
                team_id: Vec<i64>,
                made: Vec<$crate::Moment>,
                $($column: Vec<$crate::cell::Cell<$sql>>,)*
                $($($folded: Vec<String>,)*)?
            }

            impl $crate::NewRow for $cells {
                const TABLE: &'static str = stringify!($table);
                type Columns = Rows;
            }

            impl $crate::Columns<$cells> for Rows {
                fn push(&mut self, id: i64, team: i64, made: $crate::Moment, cells: $cells) {
                    self.id.push(id);
                    self.team_id.push(team);
                    self.made.push(made);
                    $(self.$column.push(cells.$column);)*
                    $($(self.$folded.push(cells.$folded);)*)?
                }
            }

            impl diesel::query_builder::QueryFragment<diesel::pg::Pg> for Rows {
                fn walk_ast<'b>(
                    &'b self,
                    mut out: diesel::query_builder::AstPass<'_, 'b, diesel::pg::Pg>,
                ) -> diesel::QueryResult<()> {
                    use $crate::new_rows::{bind, name};
                    out.push_sql(concat!(
                        "INSERT INTO ", stringify!($table), " (id, team_id, created_at, updated_at"
                    ));
                    $(name($table::$column, &mut out)?;)*
                    $($(name($table::$folded, &mut out)?;)*)?
                    out.push_sql(") SELECT * FROM unnest(");
                    out.push_bind_param::<diesel::sql_types::Array<diesel::sql_types::BigInt>, _>(&self.id)?;
                    bind::<diesel::sql_types::BigInt, _>(&self.team_id, &mut out)?;
                    bind::<$crate::Micros, _>(&self.made, &mut out)?;
                    bind::<$crate::Micros, _>(&self.made, &mut out)?;
                    $(bind::<$sql, _>(&self.$column, &mut out)?;)*
                    $($(bind::<diesel::sql_types::Text, _>(&self.$folded, &mut out)?;)*)?
                    out.push_sql(")");
                    Ok(())
                }
            }
        };
    };
}

pub(crate) use {table_for, view_for};

#[cfg(test)]
mod tests;
