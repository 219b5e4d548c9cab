//! Lookups, as far as other records are held against them.

use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use uplift_domain::access::TeamId;
use uplift_domain::lookups::{KnownLookup, LookupType};
use uplift_domain::ports::{After, LookupScope, Lookups, PlacedLookup};
use uplift_domain::record::{Choices as _, Id, Ordinal, Value as _};
use uplift_domain::{Kind, Project, Refusal};

use super::super::super::dialect::TO_STAY;
use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};

type Known = (Text, Nullable<BigInt>, Text, Bool);
type Placed = (BigInt, Text, BigInt, Bool);

/// Says that a lookup is of this scope.
fn in_scope<S>(statement: Statement<S>, team: TeamId, scope: LookupScope) -> Statement<S> {
    let of_team = statement.words("team_id = ").number(team.get());
    let of_type = of_team.words(" AND type = ").text(scope.r#type.name());
    match scope.project {
        Some(project) => of_type.words(" AND project_id = ").number(project.get()),
        None => of_type.words(" AND project_id IS NULL"),
    }
}

impl Lookups for Session<'_> {
    fn lookups_in(
        &mut self,
        team: TeamId,
        types: &[LookupType],
        project: Id<Project>,
    ) -> Result<Vec<KnownLookup>, Refusal> {
        let table = Kind::ProjectLookup.table();
        let named = types.iter().map(|it| it.name());
        let statement = Statement::<Known>::new("SELECT type, project_id, key, is_active FROM ").name(table);
        let of_types = statement.words(" WHERE team_id = ").number(team.get()).words(" AND type IN (").each(named);
        let there = of_types.words(") AND (project_id IS NULL OR project_id = ").number(project.get()).words(")");
        let rows: Vec<(String, Option<i64>, String, bool)> =
            there.words(TO_STAY).load(self.reading(&[table])?).map_err(refuse)?;
        let read = |(word, project, key, is_active): (String, Option<i64>, String, bool)| {
            Ok(KnownLookup { r#type: LookupType::from_raw(word)?, project: project.map(Id::new), key, is_active })
        };
        rows.into_iter().map(read).collect()
    }

    fn lookups_of(&mut self, team: TeamId, scope: LookupScope) -> Result<Vec<PlacedLookup>, Refusal> {
        let table = Kind::ProjectLookup.table();
        let statement = Statement::<Placed>::new("SELECT id, key, position, is_default FROM ").name(table);
        let there = in_scope(statement.words(" WHERE "), team, scope).words(" ORDER BY position, id");
        let rows: Vec<(i64, String, i64, bool)> = there.load(self.conn()?).map_err(refuse)?;
        let read = |(id, key, position, is_default): (i64, String, i64, bool)| {
            Ok(PlacedLookup { id: Id::new(id), key, position: Ordinal::from_raw(position)?, is_default })
        };
        rows.into_iter().map(read).collect()
    }

    fn close_up(&mut self, team: TeamId, scope: LookupScope, after: Ordinal) -> Result<(), Refusal> {
        let update = Statement::<BigInt>::new("UPDATE ").name(Kind::ProjectLookup.table());
        let update = update.words(" SET position = position - 1 WHERE position > ").number(after.get()).words(" AND ");
        in_scope(update, team, scope).execute(self.changing(Kind::ProjectLookup)?).map(drop).map_err(refuse)
    }

    fn ideas_in_category(
        &mut self,
        team: TeamId,
        (project, key): (Option<Id<Project>>, &str),
        after: After,
    ) -> Result<Vec<i64>, Refusal> {
        let (ideas, lookups) = (Kind::Idea.table(), Kind::ProjectLookup.table());
        let statement = Statement::<BigInt>::new("SELECT id FROM ").name(ideas).words(" WHERE team_id = ");
        let there = statement.number(team.get()).words(" AND id > ").number(after.id);
        let there = there.words(" AND category = ").text(key);
        let there = match project {
            Some(project) => there.words(" AND project_id = ").number(project.get()),
            // A project with a lookup of its own by this key has its ideas in that.
            None => {
                let own = there.words(" AND project_id NOT IN (SELECT project_id FROM ").name(lookups);
                let own = own.words(" WHERE project_id IS NOT NULL AND team_id = ").number(team.get());
                let own = own.words(" AND type = ").text(LookupType::IdeaCategory.name());
                own.words(" AND key = ").text(key).words(")")
            }
        };
        there.words(" ORDER BY id").limit(after.most).load(self.conn()?).map_err(refuse)
    }
}
