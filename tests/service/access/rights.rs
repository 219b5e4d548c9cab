//! The rights: the matrix of roles and records, the abilities of keys, and the billing modes, as the page of decisions
//! has them.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Create,
    Update,
    Delete,
    Restore,
    /// To take a record a step further in its life.
    Lifecycle,
}

/// What an operation needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    Read,
    /// What research produces, and what is attached to it: members write all, but delete and restore only their own.
    Content(Action),
    /// To change what one said oneself.
    Author,
    /// To say what one thinks, as every member may.
    Everyone,
    /// Projects: owners and admins; whoever leads one may update it.
    Project(Action),
    /// Numbering schemes: owners and admins.
    Settings(Action),
}

pub(crate) const ROLES: [&str; 4] = ["owner", "admin", "member", "viewer"];
pub(crate) const ABILITIES: [&str; 3] = ["read", "read,write", "write"];

/// What comes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Done,
    NoAbility,
    Blocked,
    NoRight,
}

impl Needs {
    pub(crate) fn ability(self) -> &'static str {
        match self {
            Needs::Read => "read",
            Needs::Content(_) | Needs::Author | Needs::Everyone | Needs::Project(_) | Needs::Settings(_) => "write",
        }
    }

    /// What comes of it for this role; `own` says that the user made the record or leads the project.
    pub(crate) fn outcome(self, role: &str, abilities: &str, blocked: bool, own: bool) -> Outcome {
        let writes = self.ability() == "write";
        if !abilities.split(',').any(|it| it == self.ability()) {
            Outcome::NoAbility
        } else if writes && blocked {
            Outcome::Blocked
        } else if self.allows(role, own) {
            Outcome::Done
        } else {
            Outcome::NoRight
        }
    }

    fn allows(self, role: &str, own: bool) -> bool {
        match (role, self) {
            (role, Needs::Author) => own && role != "viewer",
            (_, Needs::Everyone) => true,
            ("owner" | "admin", _) | (_, Needs::Read) => true,
            ("member", Needs::Content(Action::Create | Action::Update)) => true,
            ("member", Needs::Content(Action::Delete | Action::Restore | Action::Lifecycle)) => own,
            ("member", Needs::Project(Action::Update)) => own,
            _ => false,
        }
    }
}
