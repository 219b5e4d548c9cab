//! A user as a member of one team. Users are added by the operator; clients read them.

use uplift_derive::{Filters, Record, Relations, Sorts};

use crate::access::Role;
use crate::listing::Listed;
use crate::record::{Email, HttpUrl, Name, Time, Zone};

#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct User {
    pub name: Name,
    pub email: Email,
    pub role: Role,
    pub avatar_url: Option<HttpUrl>,
    pub title: Option<Name>,
    pub timezone: Option<Zone>,
    pub last_active_at: Option<Time>,
    pub email_verified_at: Option<Time>,
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
}

impl Listed for User {
    type Filter = UserFilter;
    type Sort = UserSort;
    type Relation = UserRelation;
}
