//! The small words in which a kind says what it filters and sorts by, and what is related to it.

/// Keeps the rows whose column is one of the wanted numbers.
macro_rules! number {
    ($query:expr, $column:expr, $values:expr) => {
        match $values.numbers().as_slice() {
            [one] => $query.filter($column.eq(*one)),
            many => $query.filter(compare::in_numbers($column, many)),
        }
    };
}

/// Keeps the rows whose column is one of the wanted words.
macro_rules! word {
    ($query:expr, $column:expr, $values:expr) => {
        match $values.words().as_slice() {
            [one] => $query.filter($column.eq(one.clone())),
            many => $query.filter(compare::in_words($column, many)),
        }
    };
}

/// Keeps the rows whose folded column contains one of the wanted texts; where none is left, all.
macro_rules! part {
    ($query:expr, $column:expr, $values:expr) => {
        match $values.folded().as_slice() {
            [] => $query,
            parts => $query.filter(compare::contains($column, parts)),
        }
    };
}

/// Keeps the rows whose column is no earlier (`from`) or no later (`until`) than the wanted moment.
macro_rules! moment {
    ($query:expr, from $column:expr, $values:expr) => {
        match $values.start() {
            Some(start) => $query.filter($column.ge(Moment(start))),
            None => $query.filter($column.is_null().and($column.is_not_null())),
        }
    };
    ($query:expr, until $column:expr, $values:expr) => {
        match $values.end() {
            Some(end) => $query.filter($column.le(Moment(end))),
            None => $query.filter($column.is_null().and($column.is_not_null())),
        }
    };
}

/// Keeps the rows whose column is no less (`least`) or no more (`most`) than the wanted number.
macro_rules! amount {
    ($query:expr, min $column:expr, $values:expr) => {
        match $values.least() {
            Some(least) => $query.filter($column.ge(least)),
            None => $query.filter($column.is_null().and($column.is_not_null())),
        }
    };
    ($query:expr, max $column:expr, $values:expr) => {
        match $values.most() {
            Some(most) => $query.filter($column.le(most)),
            None => $query.filter($column.is_null().and($column.is_not_null())),
        }
    };
}

/// Keeps the rows of which what is wanted of a flag holds: `yes` and `no` are its two conditions.
macro_rules! flag {
    ($query:expr, $yes:expr, $no:expr, $values:expr) => {
        match $values.flags() {
            (true, true) => $query,
            (true, false) => $query.filter($yes),
            (false, true) => $query.filter($no),
            (false, false) => $query.filter($yes).filter($no),
        }
    };
}

/// Sorts by a column, nulls smallest, after what the query is sorted by already.
macro_rules! by {
    ($query:expr, $direction:expr, $column:expr) => {
        match $direction {
            Direction::Ascending => $query.then_order_by(up!($column)),
            Direction::Descending => $query.then_order_by(down!($column)),
        }
    };
}

/// The records whose column names one of these, and of which more holds where that is said. Where there are too many,
/// so many are read that this is known, and no more.
macro_rules! many {
    ($session:expr, $of:expr, $ask:expr, $allowance:expr, $record:ident in $table:ident.$column:ident $(where $holds:expr)?) => {{
        let (team, records) = $of;
        let owners = related::ids(records);
        let live = in_time!(live!($table, team), $table::id);
        let query = live$(.filter($holds))?.filter(among!($table::$column, &owners));
        match $ask {
            Ask::Records => {
                let pairs: Vec<(Option<i64>, i64)> = $session
                    .take(query.select(($table::$column.nullable(), $table::id)).limit($allowance.enough()))?;
                if pairs.len() > $allowance.records {
                    return Ok(None);
                }
                let pairs = pairs.into_iter().filter_map(|(owner, id)| Some((owner?, id)));
                related::beside::<$record>($session, team, pairs.collect(), $allowance)
            }
            Ask::Count | Ask::Exists => {
                let counts: Vec<(Option<i64>, i64)> = query
                    .group_by($table::$column)
                    .select(($table::$column.nullable(), diesel::dsl::count_star()))
                    .load($session.conn()?)
                    .map_err(refuse)?;
                Ok(Some(related::counted(counts)))
            }
        }
    }};
}

/// The attachments of these, whose kind is said.
macro_rules! attached {
    ($session:expr, $of:expr, $ask:expr, $allowance:expr, $kind:expr) => {{
        use uplift_tables::attachments;
        many!(
            $session,
            $of,
            $ask,
            $allowance,
            Attachment in attachments.attachable_id where attachments::attachable_type.eq($kind.singular())
        )
    }};
}

/// The records that a link attaches to these. Where there are too many, so many are read that this is known, and no
/// more: deleted records are looked for only then, since nobody is shown a link to one.
macro_rules! linked {
    ($session:expr, $of:expr, $ask:expr, $allowance:expr, $link:ident.$near:ident -> $far:ident, $record:ident in $table:ident) => {{
        let (team, records) = $of;
        let owners = related::ids(records);
        let links = || $link::table.filter($link::team_id.eq(team.get())).filter(among!($link::$near, &owners));
        let live = || {
            in_time!(links(), $link::$far)
                .inner_join($table::table.on($table::team_id.eq($link::team_id).and($table::id.eq($link::$far))))
                .filter($table::deleted_at.is_null())
        };
        match $ask {
            Ask::Records => {
                let (enough, most) = ($allowance.enough(), $allowance.records);
                let mut pairs = $session.take(links().select(($link::$near, $link::$far)).limit(enough))?;
                if pairs.len() > most {
                    pairs = $session.take(live().select(($link::$near, $link::$far)).limit(enough))?;
                }
                if pairs.len() > most {
                    return Ok(None);
                }
                related::beside::<$record>($session, team, pairs, $allowance)
            }
            Ask::Count | Ask::Exists => {
                let counts: Vec<(i64, i64)> = live()
                    .group_by($link::$near)
                    .select(($link::$near, diesel::dsl::count_star()))
                    .load($session.conn()?)
                    .map_err(refuse)?;
                Ok(Some(related::counted(counts.into_iter().map(|(owner, n)| (Some(owner), n)).collect())))
            }
        }
    }};
}
