//! `uplift user`.

use anyhow::{Result, anyhow};
use serde_json::json;
use uplift_domain::access::TeamId;
use uplift_domain::ports::{ReadPort as _, WriteTx};
use uplift_domain::record::{Choices, Id, Name};
use uplift_domain::workspace::{
    KnownPerson, Membership, NewMember, Person, member_add, member_remove, member_set_role, person_erase,
};
use uplift_domain::{Json, Kind, Refusal, Team};

use super::team::plain;
use crate::arguments::UserAct;
use crate::output::{Output, table};
use crate::settings::Settings;
use crate::workspace::{Use, Workspace, absent, attempt, readable_error};

pub(crate) fn run(act: UserAct, settings: &Settings, output: Output) -> Result<()> {
    let wanted = match act {
        UserAct::List { .. } | UserAct::Show { .. } => Use::Read,
        UserAct::Add { .. } | UserAct::Role { .. } | UserAct::Erase { .. } | UserAct::Remove { .. } => Use::Change,
    };
    let workspace = Workspace::open(settings, wanted)?;
    match act {
        UserAct::List { team } => {
            let team = team.map(TeamId::new);
            if let Some(team) = team {
                let there = workspace.read(move |tx| Team::reads(tx).find(team, Id::new(team.get())))?;
                there.ok_or_else(|| workspace.no_team(team.get()))?;
            }
            let people = workspace.read(move |tx| tx.people(team, None))?;
            let documents: Vec<Json> = people.iter().map(|person| known(person, team)).collect();
            output.print(&json!({"users": documents}), || rows(&documents))
        }
        UserAct::Show { id } => {
            let found = workspace.read(move |tx| tx.people(None, Some(Id::new(id))))?;
            let person = found.first().ok_or_else(|| absent("user", id))?;
            let document = known(person, None);
            output.print(&json!({"user": document}), || rows(std::slice::from_ref(&document)))
        }
        UserAct::Add { team, email, name, role } => {
            let new = NewMember { person: Person { name, email }, role };
            let added = workspace.write(move |tx| member_add(tx, TeamId::new(team), &new))?;
            let document = json!({"user": {"id": added.user.get()}});
            output.print(&document, || format!("user {} is now {} of team {team}", added.user, role.name()))
        }
        UserAct::Role { team, user, role } => {
            let change = move |tx: &mut dyn WriteTx| member_set_role(tx, TeamId::new(team), Id::new(user), role);
            let changed = attempt(&workspace.database, change)?;
            show(output, changed.map_err(|refusal| of_member(&refusal, team, user))?, "is now")
        }
        UserAct::Erase { id, confirm } => {
            let erased = workspace.write(move |tx| person_erase(tx, Id::new(id), &confirm))?;
            let document = json!({"user": {"id": id, "erased_at": erased.to_string()}});
            output.print(&document, || format!("user {id} is erased: nothing tells who they were but the log"))
        }
        UserAct::Remove { team, user } => {
            let remove = move |tx: &mut dyn WriteTx| member_remove(tx, TeamId::new(team), Id::new(user));
            let why = |refusal: Refusal| {
                if matches!(refusal, Refusal::Invalid(_)) {
                    return anyhow!("user {user} cannot be removed: a team keeps at least one owner");
                }
                of_member(&refusal, team, user)
            };
            let removed = attempt(&workspace.database, remove)?.map_err(why)?;
            show(output, removed, "is no longer")
        }
    }
}

/// Why nothing was done with somebody as a member of a team.
pub(super) fn of_member(refusal: &Refusal, team: i64, user: i64) -> anyhow::Error {
    if let Refusal::Missing { kind, .. } = refusal
        && *kind == Kind::User.singular()
    {
        return anyhow!("user {user} is not in team {team}: `uplift user list --team {team}` tells who is");
    }
    readable_error(refusal)
}

/// A person as commands print them: called as they are in this team, or in the first of theirs.
fn known(person: &KnownPerson, team: Option<TeamId>) -> Json {
    let KnownPerson { user, email, memberships } = person;
    let there = |(membership, _): &&(Membership, Name)| team.is_none_or(|team| membership.team == team);
    let name = memberships.iter().find(there).map(|(_, name)| name.as_str());
    let teams = memberships.iter().map(|(it, _)| json!({"id": it.team.get(), "role": it.role.name()}));
    json!({"id": user.get(), "name": name, "email": email.as_str(), "teams": teams.collect::<Vec<_>>()})
}

fn rows(people: &[Json]) -> String {
    const COLUMNS: [&str; 4] = ["id", "name", "email", "teams"];
    let cell = |person: &Json, column| match column {
        "teams" => person["teams"].as_array().into_iter().flatten().map(role).collect::<Vec<_>>().join(", "),
        column => plain(person.get(column)),
    };
    table(COLUMNS, people.iter().map(|person| COLUMNS.map(|column| cell(person, column))).collect())
}

/// A team of somebody's, and what they are there.
fn role(membership: &Json) -> String {
    format!("{} ({})", plain(membership.get("id")), plain(membership.get("role")))
}

fn show(output: Output, membership: Membership, verb: &str) -> Result<()> {
    let Membership { team, user, role } = membership;
    let document = json!({"membership": {"user_id": user.get(), "team_id": team.get(), "role": role.name()}});
    output.print(&document, || format!("user {user} {verb} {} of team {}", role.name(), team.get()))
}
