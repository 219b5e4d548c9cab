//! The room that exports have on the disk, all of a process together.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use uplift_domain::Refusal;

/// Where the spools of this process are counted.
pub(super) static DISK_BUDGET: DiskBudget = DiskBudget::of(8 * 1024 * 1024 * 1024);

/// A number of bytes that may be used, and how many of them are held.
#[derive(Debug)]
pub(super) struct DiskBudget {
    most: u64,
    held: AtomicU64,
}

/// Bytes that are held; there is room for them again when this is dropped.
#[derive(Debug)]
pub(super) struct Held {
    budget: &'static DiskBudget,
    bytes: u64,
}

impl DiskBudget {
    const fn of(most: u64) -> Self {
        Self { most, held: AtomicU64::new(0) }
    }

    /// Refuses to begin what would be broken off for want of room.
    ///
    /// # Errors
    /// When half of it is held already.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        if self.held.load(Ordering::Relaxed) > self.most / 2 { Err(Refusal::Busy) } else { Ok(()) }
    }

    /// Nothing of it yet.
    pub(super) const fn hold(&'static self) -> Held {
        Held { budget: self, bytes: 0 }
    }
}

impl Held {
    /// Holds so many bytes more.
    ///
    /// # Errors
    /// When there is no room for them.
    pub(super) fn grow(&mut self, bytes: u64) -> io::Result<()> {
        let grown = |held: u64| held.checked_add(bytes).filter(|held| *held <= self.budget.most);
        match self.budget.held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, grown) {
            Ok(_) => {
                self.bytes += bytes;
                Ok(())
            }
            Err(_) => Err(io::Error::other("all exports together take more than they may")),
        }
    }

    /// Holds so many bytes fewer.
    pub(super) fn shrink(&mut self, bytes: u64) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        self.budget.held.fetch_sub(bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
impl Held {
    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.shrink(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static SMALL: DiskBudget = DiskBudget::of(100);

    #[test]
    fn there_is_room_for_so_much_and_again_when_it_is_given_back() {
        let (mut one, mut other) = (SMALL.hold(), SMALL.hold());
        one.grow(50).unwrap();
        assert_eq!(SMALL.check(), Ok(()));
        other.grow(50).unwrap();
        assert!(one.grow(1).is_err());
        assert_eq!(SMALL.check(), Err(Refusal::Busy));
        other.shrink(20);
        one.grow(20).unwrap();
        drop(one);
        assert_eq!(SMALL.check(), Ok(()));
        other.shrink(1000);
        assert_eq!(SMALL.held.load(Ordering::Relaxed), 0);
    }
}
