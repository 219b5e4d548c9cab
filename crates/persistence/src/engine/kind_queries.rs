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

/// Those of a team's live records that have these ids.
macro_rules! these {
    ($table:ident, $team:expr, $ids:expr) => {
        $table::table
            .filter(in_team!($table, $team))
            .filter($table::deleted_at.is_null())
            .filter(among!($table::id, $ids))
    };
}

/// Reads of a kind. The file it stands in says how its filters `apply_filter`, its sorts `order` and what is `related`.
macro_rules! reads {
    ($record:ident in $table:ident as $row:ident) => {
        type Query<'q> = $table::BoxedQuery<'q, Db>;

        impl ByIds for $record {
            fn by_id(conn: &mut Conn, team: TeamId, id: Id<Self>) -> Result<Option<Stored<Self>>, Refusal> {
                let found: Option<(Dated, $row)> = live!($table, team)
                    .filter($table::id.eq(id.get()))
                    .select((dated!($table), $row::as_select()))
                    .get_result(conn)
                    .optional()
                    .map_err(refuse)?;
                found.map(|(dated, row)| Ok(row.into_stored(dated)?)).transpose()
            }

            fn by_ids(
                conn: &mut Conn,
                budget: &mut ReadBudget,
                team: TeamId,
                ids: &[i64],
                meter: &mut dyn Meter,
            ) -> Result<Vec<Stored<Self>>, Refusal> {
                let rows = these!($table, team, ids)
                    .select((dated!($table), $row::as_select()))
                    .load_iter::<(Dated, $row), DefaultLoadingMode>(conn)
                    .map_err(refuse)?;
                rows.map(|row| {
                    let (dated, row) = row.map_err(refuse)?;
                    let stored = row.into_stored(dated)?;
                    let weight = stored.weight();
                    budget.take(weight)?;
                    meter.weigh(weight)?;
                    Ok(stored)
                })
                .collect()
            }
        }

        impl Reads<$record> for Session<'_> {
            fn list(
                &mut self,
                team: TeamId,
                listing: &Listing<$record>,
                meter: &mut dyn Meter,
            ) -> Result<ListPage<$record>, Refusal> {
                let by = |query, filters: &Vec<&(_, FilterValues)>| -> Query<'_> {
                    filters.iter().fold(query, |query, (filter, values)| apply_filter(query, *filter, values))
                };
                let long = || -> Query<'_> { in_time!(live!($table, team), $table::id).into_boxed() };
                let filtered = || {
                    let short = listing.bounded() && listing.counted().is_some();
                    let all = if short { live!($table, team).into_boxed() } else { long() };
                    by(all, &listing.filters.iter().collect())
                };
                let found = self.found(
                    team,
                    listing,
                    |filters| by(long(), filters).select($table::id),
                    |ids, filters| by(these!($table, team, ids).into_boxed(), filters).select($table::id),
                )?;
                let few = found.as_ref().and_then(|found| found.few.as_deref());
                let narrowed = || match few {
                    Some(ids) => these!($table, team, ids).into_boxed(),
                    None => filtered(),
                };
                self.page(
                    team,
                    listing,
                    |conn| match &found {
                        Some(found) => Ok(found.total),
                        None => filtered().count().get_result(conn),
                    },
                    |conn, budget, window, total| {
                        let ordered = |query| {
                            let sorts = listing.sorts.iter();
                            let sorted = sorts.fold(query, |query, (sort, direction)| {
                                apply_sort(query, *sort, window.direction(*direction))
                            });
                            by!(sorted, window.direction(listing.ties), $table::id)
                        };
                        let part = || ordered(narrowed()).limit(window.size).offset(window.offset);
                        let rows = if window.is_far() && few.is_none() {
                            let ids: Vec<i64> = part().select($table::id).load(conn).map_err(refuse)?;
                            ordered(these!($table, team, &ids).into_boxed())
                        } else {
                            part()
                        };
                        let rows = rows
                            .select((dated!($table), $row::as_select(), total))
                            .load_iter::<(Dated, $row, i64), DefaultLoadingMode>(conn)
                            .map_err(refuse)?;
                        rows.map(|row| {
                            let (dated, row, total) = row.map_err(refuse)?;
                            let stored = row.into_stored(dated)?;
                            let weight = stored.weight();
                            budget.take(weight)?;
                            meter.weigh(weight)?;
                            Ok((stored, total))
                        })
                        .collect()
                    },
                )
            }

            fn find(&mut self, team: TeamId, id: Id<$record>) -> Result<Option<Stored<$record>>, Refusal> {
                lookup::find(self, team, id)
            }

            fn related(
                &mut self,
                team: TeamId,
                records: &[Stored<$record>],
                relation: <$record as Listed>::Relation,
                ask: Ask,
                allowance: &mut Allowance<'_>,
            ) -> Result<Option<Related>, Refusal> {
                related(self, (team, records), relation, ask, allowance)
            }
        }
    };
}

/// Reads and writes of a kind.
macro_rules! store {
    ($record:ident in $table:ident as $row:ident, $cells:ident) => {
        reads!($record in $table as $row);

        impl Writes<$record> for Session<'_> {
            fn find_to_change(&mut self, team: TeamId, id: Id<$record>) -> Result<Option<Stored<$record>>, Refusal> {
                let query = $table::table
                    .filter($table::team_id.eq(team.get()))
                    .filter($table::id.eq(id.get()))
                    .select((dated!($table), $row::as_select()));
                let found: Option<(Dated, $row)> =
                    for_update!(query).get_result(self.conn()?).optional().map_err(refuse)?;
                found.map(|(dated, row)| Ok(row.into_stored(dated)?)).transpose()
            }

            fn insert(&mut self, team: TeamId, record: &$record) -> Result<Stored<$record>, Refusal> {
                let now = self.now;
                let id = match self.defer_insert(team, $cells::from(record))? {
                    Ok(id) => id,
                    Err(cells) => diesel::insert_into($table::table)
                        .values((
                            $table::team_id.eq(team.get()),
                            $table::created_at.eq(Moment(now)),
                            $table::updated_at.eq(Moment(now)),
                            cells,
                        ))
                        .returning($table::id)
                        .get_result(self.writing()?)
                        .map_err(refuse)?,
                };
                Ok(Stored { id: Id::new(id), created_at: now, updated_at: now, deleted_at: None, record: record.clone() })
            }

            fn save(&mut self, team: TeamId, stored: &Stored<$record>) -> Result<(), Refusal> {
                let row = $table::table.filter($table::team_id.eq(team.get())).filter($table::id.eq(stored.id.get()));
                diesel::update(row)
                    .set((
                        $table::updated_at.eq(Moment(stored.updated_at)),
                        $table::deleted_at.eq(stored.deleted_at.map(Moment)),
                        $cells::from(&stored.record),
                    ))
                    .execute(self.changing(<$record as Kinded>::KIND)?)
                    .map(|_| ())
                    .map_err(refuse)
            }

            fn is_taken(
                &mut self,
                team: TeamId,
                field: &'static str,
                text: &str,
                by_other_than: Option<Id<$record>>,
            ) -> Result<bool, Refusal> {
                let table = stringify!($table);
                let taken = IsTaken::new((table, field), team, text, by_other_than.map(Id::get));
                taken.ask(self.reading(&[table])?).map_err(refuse)
            }

            fn remove(&mut self, team: TeamId, id: Id<$record>) -> Result<(), Refusal> {
                let row = $table::table.filter($table::team_id.eq(team.get())).filter($table::id.eq(id.get()));
                let kind = <$record as Kinded>::KIND;
                diesel::delete(row).execute(self.changing(kind)?).map(|_| ()).map_err(|it| refuse_removal(kind, it))
            }
        }
    };
}
