//! The counters that keep the totals of lists.

use diesel::prelude::*;
use uplift_domain::access::TeamId;
use uplift_domain::listing::Counters;
use uplift_domain::{Kind, Refusal};
use uplift_tables::counters;

use super::super::super::backend;
use super::super::super::dialect::IN_WORDS;
use super::super::lists::compare::one_of;
use super::pending::{Counter, Tallies};
use super::session::{Session, refuse};

impl Session<'_> {
    /// Writes every counter, those of lookups first, as where these are written before the end.
    pub(crate) fn flush_counters(&mut self) -> Result<(), Refusal> {
        let (mut moved, rest): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.tallies).into_iter().partition(is_of_lookups);
        moved.extend(rest);
        self.move_counters(moved)
    }

    /// Writes the counters of lookups, by which these tell how often they are used.
    pub(crate) fn flush_lookup_counters(&mut self) -> Result<(), Refusal> {
        let (of_lookups, rest): (Tallies, Tallies) =
            std::mem::take(&mut self.tallies).into_iter().partition(is_of_lookups);
        self.tallies = rest;
        self.move_counters(of_lookups.into_iter().collect())
    }

    fn move_counters(&mut self, mut moved: Vec<(Counter, i64)>) -> Result<(), Refusal> {
        moved.retain(|(_, by)| *by != 0);
        if moved.is_empty() { Ok(()) } else { backend::move_counters(self.conn()?, &moved).map_err(refuse) }
    }

    /// How many records of a kind its list has that is not filtered, or how many bytes the files of a team have.
    pub(crate) fn counted_whole(&mut self, team: TeamId, kind: Kind) -> Result<i64, Refusal> {
        self.counted(team, kind, &Counters::whole())
    }

    /// The sum of some counters of a kind.
    pub(crate) fn counted(&mut self, team: TeamId, kind: Kind, wanted: &Counters) -> Result<i64, Refusal> {
        let Counters { filter, values } = wanted;
        let of_filter = counters::table
            .filter(counters::team_id.eq(team.get()))
            .filter(counters::kind.eq(kind.singular()))
            .filter(counters::filter.eq(*filter))
            .select(counters::n);
        let stored: QueryResult<Vec<i64>> = match values.as_slice() {
            [one] => of_filter.filter(counters::value.eq(one)).load(self.conn()?),
            many => of_filter
                .filter(one_of(counters::value, IN_WORDS, serde_json::json!(many).to_string()))
                .load(self.conn()?),
        };
        Ok(stored.map_err(refuse)?.iter().sum::<i64>() + self.moved(team, kind, wanted))
    }

    /// How many values of a filter any record of a kind has, as far as it is written.
    pub(crate) fn values_counted(&mut self, team: TeamId, kind: Kind, filter: &str) -> Result<i64, Refusal> {
        counters::table
            .filter(counters::team_id.eq(team.get()))
            .filter(counters::kind.eq(kind.singular()))
            .filter(counters::filter.eq(filter))
            .filter(counters::n.gt(0))
            .count()
            .get_result(self.conn()?)
            .map_err(refuse)
    }

    /// How far this transaction has moved some counters that it has yet to write.
    pub(crate) fn moved(&self, team: TeamId, kind: Kind, Counters { filter, values }: &Counters) -> i64 {
        let moved = values.iter().filter_map(|value| {
            let key = (team.get(), kind.singular(), *filter, value.clone());
            self.tallies.get(&key).copied()
        });
        moved.sum()
    }
}

fn is_of_lookups(((_, kind, _, _), _): &(Counter, i64)) -> bool {
    *kind == Kind::ProjectLookup.singular()
}
