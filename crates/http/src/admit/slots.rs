//! Slots for what lasts: how many are taken, by who shares them.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many slots are taken, by whose they are. Whoever has none is not there.
pub(crate) struct Slots<S>(Mutex<HashMap<S, usize>>);

/// A slot, of each of those who share it, which is free again when this is dropped.
pub(crate) struct Slot<S: Copy + Eq + Hash> {
    slots: Arc<Slots<S>>,
    shares: Vec<S>,
}

impl<S> Default for Slots<S> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<S: Copy + Eq + Hash> Slots<S> {
    /// Takes a slot that is one of each of these; `None` where one of them has as many as it may.
    pub(crate) fn take(self: &Arc<Self>, shares: &[S], most_of: impl Fn(S) -> usize) -> Option<Slot<S>> {
        let mut taken = self.taken();
        if shares.iter().any(|it| taken.get(it).is_some_and(|own| *own >= most_of(*it))) {
            return None;
        }
        for share in shares {
            *taken.entry(*share).or_default() += 1;
        }
        Some(Slot { slots: Arc::clone(self), shares: shares.to_vec() })
    }

    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.taken().is_empty()
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<S, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: Copy + Eq + Hash> Drop for Slot<S> {
    fn drop(&mut self) {
        let mut taken = self.slots.taken();
        for share in &self.shares {
            match taken.get_mut(share) {
                Some(own) if *own > 1 => *own -= 1,
                Some(_) | None => drop(taken.remove(share)),
            }
        }
    }
}
