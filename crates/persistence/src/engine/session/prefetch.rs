//! A prefetch: records that several jobs ask for at the same moment, read by one statement.

use std::any::Any;

use uplift_domain::Kind;
use uplift_domain::access::TeamId;
use uplift_domain::record::{Id, Kinded};

/// The records that several jobs ask for at the same moment. The first to be asked for is read together with the
/// others.
pub(crate) struct Prefetch {
    team: TeamId,
    kind: Kind,
    pub(crate) ids: Vec<i64>,
    /// The records by id, of the type of their kind, once they were read.
    pub(crate) found: Option<Box<dyn Any>>,
}

impl Prefetch {
    pub(crate) fn new(team: TeamId, kind: Kind, ids: Vec<i64>) -> Self {
        Self { team, kind, ids, found: None }
    }

    pub(crate) fn names<R: Kinded>(&self, team: TeamId, id: Id<R>) -> bool {
        self.team == team && self.kind == R::KIND && self.ids.contains(&id.get())
    }
}
