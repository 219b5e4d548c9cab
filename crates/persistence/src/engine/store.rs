//! The statements that every kind shares.

/// The columns that every table of records begins with, as a [`uplift_tables::Dated`].
macro_rules! dated {
    ($table:ident) => {
        ($table::id, $table::created_at, $table::updated_at, $table::deleted_at)
    };
}

/// The live records of a team: the only way into a table of records, and it takes the team.
macro_rules! live {
    ($table:ident, $team:expr) => {
        $table::table.filter($table::team_id.eq($team.get())).filter($table::deleted_at.is_null())
    };
}

/// Reads of a kind. The file it stands in says how its filters `narrow`, its sorts `order` and what is `related`.
macro_rules! shelf {
    ($record:ident in $table:ident as $row:ident) => {
        type Query<'q> = $table::BoxedQuery<'q, Db>;

        impl Reads<$record> for Session<'_> {
            fn list(&mut self, team: TeamId, listing: &Listing<$record>) -> Result<Page<$record>, Refusal> {
                let narrowed = || {
                    let all: Query<'_> = live!($table, team).into_boxed();
                    listing.filters.iter().fold(all, |query, (filter, want)| narrow(query, *filter, want))
                };
                self.page(
                    team,
                    listing,
                    |conn| narrowed().count().get_result(conn),
                    |conn| {
                        let sorts = listing.sorts.iter();
                        let ordered = sorts.fold(narrowed(), |query, (sort, way)| order(query, *sort, *way));
                        let rows: Vec<(Dated, $row)> = by!(ordered, listing.ties, $table::id)
                            .limit(listing.page.size)
                            .offset(listing.page.offset())
                            .select((dated!($table), $row::as_select()))
                            .load(conn)?;
                        Ok(rows.into_iter().map(|(dated, row)| Ok(row.keep(dated)?)).collect())
                    },
                )
            }

            fn find(&mut self, team: TeamId, id: Id<$record>) -> Result<Option<Kept<$record>>, Refusal> {
                let found: Option<(Dated, $row)> = live!($table, team)
                    .filter($table::id.eq(id.get()))
                    .select((dated!($table), $row::as_select()))
                    .get_result(self.conn)
                    .optional()
                    .map_err(refuse)?;
                found.map(|(dated, row)| Ok(row.keep(dated)?)).transpose()
            }

            fn related(
                &mut self,
                team: TeamId,
                records: &[Kept<$record>],
                relation: <$record as Listed>::Relation,
                ask: Ask,
            ) -> Result<Related, Refusal> {
                related(self.conn, team, records, relation, ask)
            }
        }
    };
}

/// Reads and writes of a kind.
macro_rules! store {
    ($record:ident in $table:ident as $row:ident, $cells:ident) => {
        shelf!($record in $table as $row);

        impl Writes<$record> for Session<'_> {
            fn find_to_change(&mut self, team: TeamId, id: Id<$record>) -> Result<Option<Kept<$record>>, Refusal> {
                let query = $table::table
                    .filter($table::team_id.eq(team.get()))
                    .filter($table::id.eq(id.get()))
                    .select((dated!($table), $row::as_select()));
                let found: Option<(Dated, $row)> =
                    for_update!(query).get_result(self.conn).optional().map_err(refuse)?;
                found.map(|(dated, row)| Ok(row.keep(dated)?)).transpose()
            }

            fn insert(&mut self, team: TeamId, record: &$record) -> Result<Kept<$record>, Refusal> {
                let now = self.now;
                let id: i64 = diesel::insert_into($table::table)
                    .values((
                        $table::team_id.eq(team.get()),
                        $table::created_at.eq(Moment(now)),
                        $table::updated_at.eq(Moment(now)),
                        $cells::from(record),
                    ))
                    .returning($table::id)
                    .get_result(self.writing())
                    .map_err(refuse)?;
                Ok(Kept { id: Id::new(id), created_at: now, updated_at: now, deleted_at: None, it: record.clone() })
            }

            fn save(&mut self, team: TeamId, kept: &Kept<$record>) -> Result<(), Refusal> {
                let row = $table::table.filter($table::team_id.eq(team.get())).filter($table::id.eq(kept.id.get()));
                diesel::update(row)
                    .set((
                        $table::updated_at.eq(Moment(kept.updated_at)),
                        $table::deleted_at.eq(kept.deleted_at.map(Moment)),
                        $cells::from(&kept.it),
                    ))
                    .execute(self.writing())
                    .map(|_| ())
                    .map_err(refuse)
            }

            fn remove(&mut self, team: TeamId, id: Id<$record>) -> Result<(), Refusal> {
                let row = $table::table.filter($table::team_id.eq(team.get())).filter($table::id.eq(id.get()));
                diesel::delete(row).execute(self.writing()).map(|_| ()).map_err(refuse)
            }
        }
    };
}
