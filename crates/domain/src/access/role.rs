//! A role: what a user is in a team.

use uplift_derive::Choices;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Choices)]
pub enum Role {
    Owner,
    Admin,
    Member,
    Viewer,
}

impl Role {
    /// Whether it may do more than another: roles begin with the highest.
    pub fn is_above(self, other: Self) -> bool {
        self < other
    }

    /// Whether it settles what concerns everybody in the team.
    pub const fn is_steward(self) -> bool {
        match self {
            Self::Owner | Self::Admin => true,
            Self::Member | Self::Viewer => false,
        }
    }

    /// Whether a member of this role takes one of the seats that the plan limits. Viewers are free.
    pub const fn takes_seat(self) -> bool {
        match self {
            Self::Owner | Self::Admin | Self::Member => true,
            Self::Viewer => false,
        }
    }
}
