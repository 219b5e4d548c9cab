//! How far schemes have counted: a transaction reads and holds a sequence once, counts on in memory and writes it once.

use diesel::prelude::*;
use uplift_domain::access::TeamId;
use uplift_domain::numbering::{Assigned, scope_key};
use uplift_domain::record::Id;
use uplift_domain::{Project, Refusal};
use uplift_tables::{numbering_schemes, numbering_sequences};

use super::pending::Sequence;
use super::session::{Session, refuse};

impl Session<'_> {
    /// Takes the first number that the transaction takes of a sequence, and tells the one that comes after it.
    pub(crate) fn first_number(
        &mut self,
        team: TeamId,
        scheme: &Assigned,
        sequence: Option<Id<Project>>,
    ) -> Result<i64, Refusal> {
        use numbering_sequences::{next_number, project_id, scheme_id, table, team_id};
        let (team, scheme_key, key) = (team.get(), scheme.id.get(), scope_key(sequence));
        let of_key = || numbering_sequences::scope_key.eq(key.as_str());
        let row = table.filter(team_id.eq(team)).filter(scheme_id.eq(scheme_key)).filter(of_key());
        let taken: Option<i64> = diesel::update(row)
            .set(next_number.eq(next_number + 1))
            .returning(next_number)
            .get_result(self.writing()?)
            .optional()
            .map_err(refuse)?;
        if let Some(after) = taken {
            return Ok(after);
        }
        // The first claim makes the row; of two at once, the second finds that of the first.
        let first = scheme.initial_number.get().saturating_add(1);
        let project = project_id.eq(sequence.map(Id::get));
        diesel::insert_into(table)
            .values((team_id.eq(team), scheme_id.eq(scheme_key), of_key(), project, next_number.eq(first)))
            .on_conflict((team_id, scheme_id, numbering_sequences::scope_key))
            .do_update()
            .set(next_number.eq(next_number + 1))
            .returning(next_number)
            .get_result(self.writing()?)
            .map_err(refuse)
    }

    pub(crate) fn flush_sequences(&mut self) -> Result<(), Refusal> {
        use numbering_sequences::{next_number, scheme_id, table, team_id};
        for ((team, scheme, project), Sequence { next, written }) in std::mem::take(&mut self.sequences) {
            if next != written {
                let key = scope_key(project.map(Id::new));
                let row = table.filter(team_id.eq(team)).filter(scheme_id.eq(scheme));
                diesel::update(row.filter(numbering_sequences::scope_key.eq(key.as_str())))
                    .set(next_number.eq(next))
                    .execute(self.conn()?)
                    .map_err(refuse)?;
            }
        }
        Ok(())
    }

    /// Counts the identifiers that were claimed, always in the same order, so that two servers that commit at the same
    /// time cannot deadlock.
    pub(crate) fn flush_claims(&mut self) -> Result<(), Refusal> {
        for ((team, scheme), claims) in std::mem::take(&mut self.claims) {
            let row = numbering_schemes::table
                .filter(numbering_schemes::team_id.eq(team))
                .filter(numbering_schemes::id.eq(scheme));
            diesel::update(row)
                .set(numbering_schemes::claims_count.eq(numbering_schemes::claims_count + claims))
                .execute(self.conn()?)
                .map_err(refuse)?;
        }
        Ok(())
    }
}
