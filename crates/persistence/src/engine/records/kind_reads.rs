//! The statements that read records of any kind.

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

/// Reads of a kind.
macro_rules! reads {
    ($kind:ident in $table:ident) => {
        const _: () = {
            use uplift_tables::$table;

            type Query<'q> = $table::BoxedQuery<'q, Db>;
            type Record = uplift_domain::$kind;
            type Row = <Record as Mapped>::Row;
            const TABLE: &str = stringify!($table);

            type Filter<'f> = ListParameter<'f, Record>;

            const IDS: IdQueries<Record> = IdQueries { first: by_first, by: by_all, among: by_among };

            /// The rows of a team, of which there may be many.
            fn long<'q>(team: TeamId) -> Query<'q> {
                in_time!(live!($table, team), $table::id).into_boxed()
            }

            /// The rows that meet every filter.
            fn by<'q>(query: Query<'q>, at: TeamAt, filters: &[Filter<'_>]) -> Query<'q> {
                let conditions = conditions::<Record>(at, TABLE, filters);
                conditions.fold(query, |query, condition| query.filter(condition))
            }

            /// The ids of those that meet these filters, found by the index of the first.
            fn by_first(at: TeamAt, first: Filter<'_>, filters: &[Filter<'_>]) -> NumberQuery {
                let first = indexed::<Record>(at, TABLE, first.0, &first.1);
                let query = by(long(at.team), at, filters);
                ids_of(first.into_iter().fold(query, |query, condition| query.filter(condition)))
            }

            /// The ids of those that meet every filter.
            fn by_all(at: TeamAt, filters: &[Filter<'_>]) -> NumberQuery {
                ids_of(by(long(at.team), at, filters))
            }

            /// The ids of those among these that meet every filter.
            fn by_among(at: TeamAt, ids: &[i64], filters: &[Filter<'_>]) -> NumberQuery {
                let these = these!($table, at.team, ids);
                ids_of(by(in_time!(these, $table::id).into_boxed(), at, filters))
            }

            fn ids_of(query: Query<'static>) -> NumberQuery {
                NumberQuery::of(query.select($table::id))
            }

            /// The records of a team that have this number in a field, those that are deleted or the others, in the
            /// order of their ids, as far as the budget allows.
            fn by_number(
                session: &mut Session<'_>,
                team: TeamId,
                (field, number): (&'static str, i64),
                deleted: bool,
            ) -> Result<Vec<Stored<Record>>, Refusal> {
                let query = $table::table
                    .filter($table::team_id.eq(team.get()))
                    .filter(Condition::number(TABLE, field, number))
                    .filter(Condition::filled(TABLE, "deleted_at", deleted))
                    .order($table::id.asc())
                    .select((dated!($table), Row::as_select()));
                let (conn, budget) = session.reading_within_budget(&[TABLE])?;
                by_ids::read_within(query, conn, (budget, &mut Unmetered), stored)
            }

            fn stored((dated, row): (Dated, Row)) -> Result<Stored<Record>, Unreadable> {
                row.into_stored(dated)
            }

            /// The rows in the order of a list, as its window is read.
            fn ordered<'q>(query: Query<'q>, listing: &Listing<Record>, window: Window) -> Query<'q> {
                let sorts = listing
                    .sorts
                    .iter()
                    .flat_map(|(sort, direction)| order_by::<Record>(TABLE, *sort, window.direction(*direction)));
                let ties = OrderBy::of(TABLE, "id", window.direction(listing.ties));
                sorts.chain([ties]).fold(query, |query, order| query.then_order_by(order))
            }

            impl ByIds for Record {
                fn by_id(conn: &mut Conn, team: TeamId, id: Id<Self>) -> Result<Option<Stored<Self>>, Refusal> {
                    let found: Option<(Dated, Row)> = live!($table, team)
                        .filter($table::id.eq(id.get()))
                        .select((dated!($table), Row::as_select()))
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
                    let query = these!($table, team, ids).select((dated!($table), Row::as_select()));
                    by_ids::read_within(query, conn, (budget, meter), stored)
                }
            }

            impl Reads<Record> for Session<'_> {
                fn list(
                    &mut self,
                    team: TeamId,
                    listing: &Listing<Record>,
                    meter: &mut dyn Meter,
                ) -> Result<ListPage<Record>, Refusal> {
                    let at = TeamAt { team, now: self.now };
                    let filtered = || {
                        let short = listing.bounded() && listing.counted().is_some();
                        let all = if short { live!($table, team).into_boxed() } else { long(team) };
                        by(all, at, &listing.filters.iter().collect::<Vec<_>>())
                    };
                    let found = self.found(team, listing, &IDS)?;
                    let few = found.as_ref().and_then(|found| found.few.as_deref());
                    let narrowed = || match few {
                        Some(ids) => these!($table, team, ids).into_boxed(),
                        None => filtered(),
                    };
                    if let (Some(found), Some(tokens)) = (&found, listing.ranked_by()) {
                        let ids = ids_of(narrowed());
                        return self.ranked_page(team, (listing, &tokens), found.total, ids, meter);
                    }
                    self.page(
                        team,
                        listing,
                        |conn| match &found {
                            Some(found) => Ok(found.total),
                            None => NumberQuery::of(filtered().count()).get_result(conn),
                        },
                        |conn, budget, window, total| {
                            let part = || ordered(narrowed(), listing, window).limit(window.size).offset(window.offset);
                            let rows = if window.is_far() && few.is_none() {
                                let ids: Vec<i64> = ids_of(part()).load(conn).map_err(refuse)?;
                                ordered(these!($table, team, &ids).into_boxed(), listing, window)
                            } else {
                                part()
                            };
                            let rows = rows
                                .select((dated!($table), Row::as_select(), total))
                                .load_iter::<(Dated, Row, i64), DefaultLoadingMode>(conn)
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

                fn ids(&mut self, team: TeamId, listing: &Listing<Record>, most: i64) -> Result<Vec<i64>, Refusal> {
                    let few = self.few(team, listing, &IDS)?;
                    let all = match &few {
                        Some(ids) => these!($table, team, ids).into_boxed(),
                        None => {
                            let at = TeamAt { team, now: self.now };
                            by(long(team), at, &listing.filters.iter().collect::<Vec<_>>())
                        }
                    };
                    if let Some(tokens) = listing.ranked_by() {
                        return self.take(backend::ranked(ids_of(all), (team, Record::KIND), &tokens, (most, 0)));
                    }
                    let window = Window { backwards: false, offset: 0, size: most };
                    self.take(ids_of(ordered(all, listing, window).limit(most)))
                }

                fn find_many(
                    &mut self,
                    team: TeamId,
                    ids: &[i64],
                    meter: &mut dyn Meter,
                ) -> Result<Vec<Stored<Record>>, Refusal> {
                    let found = self.by_ids::<Record>(team, ids, meter)?;
                    Ok(by_ids::in_order_of(ids, found, |stored| stored.id.get()))
                }

                fn find(&mut self, team: TeamId, id: Id<Record>) -> Result<Option<Stored<Record>>, Refusal> {
                    by_ids::find(self, team, id)
                }

                fn all_of(&mut self, team: TeamId, of: (&'static str, i64)) -> Result<Vec<Stored<Record>>, Refusal> {
                    by_number(self, team, of, false)
                }

                fn deleted_of(
                    &mut self,
                    team: TeamId,
                    of: (&'static str, i64),
                ) -> Result<Vec<Stored<Record>>, Refusal> {
                    by_number(self, team, of, true)
                }

                fn related(
                    &mut self,
                    caller: &Caller,
                    records: &[Stored<Record>],
                    relation: <Record as Listed>::Relation,
                    ask: Ask,
                    allowance: &mut Allowance<'_>,
                ) -> Result<Option<Related>, Refusal> {
                    relations::related(self, caller, records, (relation, ask), allowance)
                }
            }
        };
    };
}
