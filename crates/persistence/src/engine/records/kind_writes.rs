//! The statements that change records of any kind.

/// Writes of a kind.
macro_rules! writes {
    ($kind:ident in $table:ident) => {
        const _: () = {
            use uplift_tables::$table;

            type Record = uplift_domain::$kind;
            type Row = <Record as Mapped>::Row;
            type New = <Row as Written>::New;

            impl Writes<Record> for Session<'_> {
                fn hold_to_change(&mut self, team: TeamId, ids: &[i64]) -> Result<(), Refusal> {
                    self.flush_shown_by(<Record as Kinded>::KIND)?;
                    let ids = ids.to_vec();
                    let query = $table::table
                        .filter(in_team!($table, team))
                        .filter(among!($table::id, ids))
                        .order($table::id.asc())
                        .select((dated!($table), Row::as_select()));
                    let rows: Vec<(Dated, Row)> = for_update!(query).load(self.conn()?).map_err(refuse)?;
                    self.known.forget_held();
                    for (dated, row) in rows {
                        self.known.keep_held(team, row.into_stored(dated)?);
                    }
                    Ok(())
                }

                fn find_to_change(&mut self, team: TeamId, id: Id<Record>) -> Result<Option<Stored<Record>>, Refusal> {
                    if let Some(held) = self.known.take_held(team, id) {
                        return Ok(Some(held));
                    }
                    self.flush_shown_by(<Record as Kinded>::KIND)?;
                    let query = $table::table
                        .filter($table::team_id.eq(team.get()))
                        .filter($table::id.eq(id.get()))
                        .select((dated!($table), Row::as_select()));
                    let found: Option<(Dated, Row)> =
                        for_update!(query).get_result(self.conn()?).optional().map_err(refuse)?;
                    found.map(|(dated, row)| Ok(row.into_stored(dated)?)).transpose()
                }

                fn insert(&mut self, team: TeamId, record: &Record) -> Result<Stored<Record>, Refusal> {
                    let now = self.now;
                    let id = match self.defer_insert(team, New::from(record))? {
                        Ok(id) => id,
                        Err(cells) => {
                            let row = diesel::insert_into($table::table).values((
                                $table::team_id.eq(team.get()),
                                $table::created_at.eq(Moment(now)),
                                $table::updated_at.eq(Moment(now)),
                                cells,
                            ));
                            insert_row!(row, $table::id, self.writing()?).map_err(refuse)?
                        }
                    };
                    self.known.live.insert((team.get(), <Record as Kinded>::KIND, id));
                    Ok(Stored {
                        id: Id::new(id),
                        created_at: now,
                        updated_at: now,
                        deleted_at: None,
                        record: record.clone(),
                    })
                }

                fn save(&mut self, team: TeamId, stored: &Stored<Record>) -> Result<(), Refusal> {
                    self.update(team, stored.id, Row::changes(None, stored, 0))
                }

                fn save_changes(
                    &mut self,
                    team: TeamId,
                    before: &Stored<Record>,
                    after: &Stored<Record>,
                ) -> Result<(), Refusal> {
                    self.update(team, after.id, Row::changes(Some(before), after, backend::WRITTEN_APART))
                }

                fn is_taken(
                    &mut self,
                    team: TeamId,
                    text: (std::borrow::Cow<'static, str>, &str),
                    with: Option<(&'static str, i64)>,
                    by_other_than: Option<Id<Record>>,
                ) -> Result<bool, Refusal> {
                    let (table, other) = (stringify!($table), by_other_than.map(Id::get));
                    let taken: Option<i64> = is_taken(team, table, text, with, other)
                        .get_result(self.reading(&[table])?)
                        .optional()
                        .map_err(refuse)?;
                    Ok(taken.is_some())
                }

                fn texts_beginning(
                    &mut self,
                    team: TeamId,
                    text: (&'static str, &str),
                    with: Option<(&'static str, i64)>,
                    most: i64,
                ) -> Result<Vec<String>, Refusal> {
                    let table = stringify!($table);
                    texts_beginning(team, table, text, with, most).load(self.reading(&[table])?).map_err(refuse)
                }

                fn nearest(
                    &mut self,
                    team: TeamId,
                    field: &'static str,
                    among: (&'static str, i64),
                    beside: (i64, Id<Record>),
                    way: Direction,
                ) -> Result<Option<i64>, Refusal> {
                    let table = stringify!($table);
                    let statement = nearest(team, table, field, among, beside, way);
                    statement.get_result(self.reading(&[table])?).optional().map_err(refuse)
                }

                fn remove(&mut self, team: TeamId, id: Id<Record>) -> Result<(), Refusal> {
                    let row = $table::table.filter($table::team_id.eq(team.get())).filter($table::id.eq(id.get()));
                    let kind = <Record as Kinded>::KIND;
                    diesel::delete(row).execute(self.changing(kind)?).map(|_| ()).map_err(|it| refuse_removal(kind, it))
                }
            }
        };
    };
}
