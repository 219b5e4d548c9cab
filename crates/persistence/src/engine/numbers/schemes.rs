//! The parts of schemes: what they are assigned to, and how far they have counted.

use diesel::prelude::*;
use uplift_domain::access::TeamId;
use uplift_domain::numbering::{Assignment, scope_key};
use uplift_domain::ports::SchemeParts;
use uplift_domain::record::{Choices, Id, Stored};
use uplift_domain::{Kind, NumberingScheme, Project, Refusal};
use uplift_tables::{numbering_assignments, numbering_sequences};

use super::super::session::session::{Session, refuse};

/// The rows of a scheme in one of the tables of its parts.
macro_rules! of_scheme {
    ($table:ident, $team:expr, $scheme:expr) => {
        $table::table.filter($table::team_id.eq($team.get())).filter($table::scheme_id.eq($scheme.get()))
    };
}

impl SchemeParts for Session<'_> {
    fn insert_assignment(
        &mut self,
        team: TeamId,
        scheme: &Stored<NumberingScheme>,
        assignment: &Assignment,
    ) -> Result<(), Refusal> {
        diesel::insert_into(numbering_assignments::table)
            .values((
                numbering_assignments::team_id.eq(team.get()),
                numbering_assignments::scheme_id.eq(scheme.id.get()),
                numbering_assignments::entity_type.eq(assignment.entity_type.name()),
                numbering_assignments::assignment_scope_key.eq(assignment.assignment_scope_key.as_str()),
                numbering_assignments::project_id.eq(assignment.project_id.map(Id::get)),
                numbering_assignments::is_active.eq(scheme.record.is_active),
            ))
            .execute(self.changing(Kind::NumberingScheme)?)
            .map(|_| ())
            .map_err(refuse)
    }

    fn remove_assignment(
        &mut self,
        team: TeamId,
        scheme: Id<NumberingScheme>,
        assignment: &Assignment,
    ) -> Result<(), Refusal> {
        let row = of_scheme!(numbering_assignments, team, scheme)
            .filter(numbering_assignments::entity_type.eq(assignment.entity_type.name()))
            .filter(numbering_assignments::assignment_scope_key.eq(assignment.assignment_scope_key.as_str()));
        diesel::delete(row).execute(self.changing(Kind::NumberingScheme)?).map(|_| ()).map_err(refuse)
    }

    fn mark_assignments(&mut self, team: TeamId, scheme: &Stored<NumberingScheme>) -> Result<(), Refusal> {
        diesel::update(of_scheme!(numbering_assignments, team, scheme.id))
            .set(numbering_assignments::is_active.eq(scheme.record.is_active))
            .execute(self.changing(Kind::NumberingScheme)?)
            .map(|_| ())
            .map_err(refuse)
    }

    fn open_sequence(
        &mut self,
        team: TeamId,
        scheme: &Stored<NumberingScheme>,
        sequence: Option<Id<Project>>,
    ) -> Result<(), Refusal> {
        use numbering_sequences::{next_number, project_id, scheme_id, table, team_id};
        diesel::insert_into(table)
            .values((
                team_id.eq(team.get()),
                scheme_id.eq(scheme.id.get()),
                numbering_sequences::scope_key.eq(scope_key(sequence).as_str()),
                project_id.eq(sequence.map(Id::get)),
                next_number.eq(scheme.record.initial_number.get()),
            ))
            .on_conflict_do_nothing()
            .execute(self.changing(Kind::NumberingScheme)?)
            .map(|_| ())
            .map_err(refuse)
    }

    fn move_sequence(
        &mut self,
        team: TeamId,
        scheme: Id<NumberingScheme>,
        sequence: Option<Id<Project>>,
        next: i64,
    ) -> Result<(), Refusal> {
        use numbering_sequences::{next_number, project_id, scheme_id, table, team_id};
        // What the transaction has counted in memory is not what the row is about to have.
        self.flush_sequences()?;
        diesel::insert_into(table)
            .values((
                team_id.eq(team.get()),
                scheme_id.eq(scheme.get()),
                numbering_sequences::scope_key.eq(scope_key(sequence).as_str()),
                project_id.eq(sequence.map(Id::get)),
                next_number.eq(next),
            ))
            .on_conflict((team_id, scheme_id, numbering_sequences::scope_key))
            .do_update()
            .set(next_number.eq(next))
            .execute(self.writing()?)
            .map(|_| ())
            .map_err(refuse)
    }

    fn close_sequences(&mut self, team: TeamId, scheme: Id<NumberingScheme>) -> Result<(), Refusal> {
        self.flush_sequences()?;
        diesel::delete(of_scheme!(numbering_sequences, team, scheme))
            .execute(self.writing()?)
            .map(|_| ())
            .map_err(refuse)
    }
}
