//! A user as a member of one team. What they say of themselves holds in that team alone.

use uplift_derive::{Filters, Record, Relations, Sorts};

use crate::Refusal;
use crate::access::{Right, Rights, Role, TeamId};
use crate::commands::{Command, Commanded, Run};
use crate::listing::Listed;
use crate::ports::WriteTx;
use crate::record::{Email, HttpUrl, Id, Name, Time, Zone};
use crate::resource::{Area, Resource};
use crate::workspace;

/// A member of the team.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct User {
    /// What the member is called in this team.
    #[record(searched = Four)]
    pub name: Name,
    /// The address by which they were invited.
    #[record(server, searched = One)]
    pub email: Email,
    /// What they may do in the team.
    pub role: Role,
    /// Where their picture is found.
    pub avatar_url: Option<HttpUrl>,
    /// What they do, such as “Lead analyst”.
    #[record(searched = One)]
    pub title: Option<Name>,
    /// The zone that they live in, such as `Europe/Berlin`; the team's where it is null.
    pub timezone: Option<Zone>,
    /// When a key of theirs was last used, to about ten minutes.
    #[record(server)]
    pub last_active_at: Option<Time>,
    /// When it was verified that the address is theirs; null if it was not.
    #[record(server)]
    pub email_verified_at: Option<Time>,
    /// When they became a member of the team.
    #[record(server)]
    pub joined_at: Option<Time>,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum UserFilter {
    #[selective]
    Id,
    #[partial]
    Name,
    #[partial]
    Email,
    #[counted]
    Role,
    #[search]
    Search,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum UserSort {
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
    Email,
    Role,
    LastActiveAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum UserRelation {
    #[many(Idea)]
    Ideas,
    #[many(Insight)]
    Insights,
    #[many(Learning)]
    Learnings,
    #[linked_from(Project, project_user)]
    Projects,
    #[many(Experiment)]
    Experiments,
}

impl Listed for User {
    type Filter = UserFilter;
    type Sort = UserSort;
    type Relation = UserRelation;
}

impl Resource for User {
    const RIGHTS: Rights = Rights::Settings;
    const AREA: Area = Area::Team;
    const COLUMNS: &'static [&'static str] = &["name", "email", "role", "title", "joined_at", "last_active_at"];
    const MAKES_CALLERS: bool = true;

    /// A role is changed while no other is, so that an owner stays and the seats of the plan are kept.
    fn hold(tx: &mut dyn WriteTx, team: TeamId, _id: Id<Self>) -> Result<(), Refusal> {
        tx.team_to_change(team).map(drop)
    }
}

impl Commanded for User {
    const COMMANDS: &'static [Command<Self>] = &[
        Command {
            right: Right::Participate,
            summary: "Changes what a {} says of themselves, which is up to them, or their role, which is up to owners \
                      and admins.",
            notes: "Another role is logged on the team as `membership_updated`.",
            run: Run::OnRecord(workspace::user_update),
            ..Command::UPDATE
        },
        Command {
            event: "",
            right: Right::Participate,
            summary: "Removes a {} from the team, whose keys open nothing any more. What they recorded stays.",
            notes: "Logged on the team as `membership_deleted`.",
            run: Run::OnRecord(workspace::user_remove),
            ..Command::DELETE
        },
    ];
}
