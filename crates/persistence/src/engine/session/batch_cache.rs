//! What a transaction has looked up, so that the jobs of a batch ask once. Whatever writes what an answer was made of
//! has it forgotten.
//!
//! On PostgreSQL another server may change it meanwhile, as it may between a look and the commit of a job alone: every
//! job of a batch waited already when the batch began, so that no look is older than its job.

use std::any::Any;
use std::collections::{HashMap, HashSet};

use uplift_domain::Kind;
use uplift_domain::access::TeamId;
use uplift_domain::numbering::{Assigned, Entity};
use uplift_domain::record::{Id, Kinded, Name, Stored};

#[derive(Default)]
pub(crate) struct BatchCache {
    /// Records that are not deleted, by team.
    pub(crate) live: HashSet<(i64, Kind, i64)>,
    /// The live records that new references may name.
    pub(crate) referable: HashSet<(i64, Kind, i64)>,
    /// The schemes that new records fall under, by team and project.
    pub(crate) schemes: HashMap<(i64, Entity, i64), Option<Assigned>>,
    /// Identifiers that no record has, by team, kind and project where they only have to be free within one.
    pub(crate) free: HashMap<(i64, Kind, Option<i64>), HashSet<Name>>,
    /// Records that are held to be changed, each of the type of its kind, by team.
    held: HashMap<(i64, Kind, i64), Box<dyn Any>>,
}

impl BatchCache {
    /// Keeps a record that is held until somebody takes it to change it.
    pub(crate) fn keep_held<R: Kinded + 'static>(&mut self, team: TeamId, stored: Stored<R>) {
        self.held.insert((team.get(), R::KIND, stored.id.get()), Box::new(stored));
    }

    pub(crate) fn take_held<R: Kinded + 'static>(&mut self, team: TeamId, id: Id<R>) -> Option<Stored<R>> {
        let held = self.held.remove(&(team.get(), R::KIND, id.get()))?;
        held.downcast().ok().map(|stored| *stored)
    }

    /// Lets go of the records that nobody took.
    pub(crate) fn forget_held(&mut self) {
        self.held.clear();
    }

    /// Forgets what a change to records of this kind may have made untrue.
    pub(crate) fn forget(&mut self, kind: Kind) {
        self.held.retain(|(_, of, _), _| *of != kind);
        self.forget_lookups(kind);
    }

    /// Forgets what a change to one record may have made untrue.
    pub(crate) fn forget_one<R: Kinded>(&mut self, team: TeamId, id: Id<R>) {
        self.held.remove(&(team.get(), R::KIND, id.get()));
        self.forget_lookups(R::KIND);
    }

    fn forget_lookups(&mut self, kind: Kind) {
        self.live.retain(|(_, of, _)| *of != kind);
        self.referable.retain(|(_, of, _)| *of != kind);
        self.free.retain(|(_, of, _), _| *of != kind);
        if matches!(kind, Kind::Project | Kind::NumberingScheme) {
            self.schemes.clear();
        }
    }

    /// Forgets what schemes the new records of a team fall under.
    pub(crate) fn forget_schemes(&mut self, team: i64) {
        self.schemes.retain(|(of, _, _), _| *of != team);
    }

    /// Forgets that an identifier is free, because a record of the kind is about to have it.
    pub(crate) fn take(&mut self, team: i64, kind: Kind, identifier: &Name) {
        let of_kind = self.free.iter_mut().filter(|((in_team, of, _), _)| (*in_team, *of) == (team, kind));
        for (_, free) in of_kind {
            free.remove(identifier);
        }
    }
}
