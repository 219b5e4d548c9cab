//! `uplift user`.

use anyhow::Result;
use serde_json::json;
use uplift_domain::access::TeamId;
use uplift_domain::record::{Choices, Id};
use uplift_domain::workspace::{Membership, NewMember, Person, member_add, member_remove, member_set_role};

use crate::arguments::UserAct;
use crate::output::Output;
use crate::settings::Settings;
use crate::workspace::Workspace;

pub(crate) fn run(act: UserAct, settings: &Settings, output: Output) -> Result<()> {
    let workspace = Workspace::open(settings)?;
    match act {
        UserAct::Add { team, email, name, role } => {
            let new = NewMember { person: Person { name, email }, role };
            let added = workspace.write(move |tx| member_add(tx, TeamId::new(team), &new))?;
            let document = json!({"user": {"id": added.user.get()}});
            output.print(&document, || format!("user {} is now {} of team {team}", added.user, role.name()));
        }
        UserAct::Role { team, user, role } => {
            let change = move |tx: &mut dyn uplift_domain::ports::WriteTx| {
                member_set_role(tx, TeamId::new(team), Id::new(user), role)
            };
            show(output, workspace.write(change)?, "is now");
        }
        UserAct::Remove { team, user } => {
            let removed = workspace.write(move |tx| member_remove(tx, TeamId::new(team), Id::new(user)))?;
            show(output, removed, "is no longer");
        }
    }
    Ok(())
}

fn show(output: Output, membership: Membership, verb: &str) {
    let Membership { team, user, role } = membership;
    let document = json!({"membership": {"user_id": user.get(), "team_id": team.get(), "role": role.name()}});
    output.print(&document, || format!("user {user} {verb} {} of team {}", role.name(), team.get()));
}
