//! Admission: how many connections there may be, in all and from one address.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ipnet::IpNet;

use crate::origin::{canonical, network};

/// One address may have one in this many of all connections.
const SHARE: usize = 5;

/// How often at most the log tells of refused connections, for each reason.
const TELL_EVERY: Duration = Duration::from_secs(1);

/// The connections of a server, counted over all its workers.
pub(crate) struct Admission {
    most: usize,
    most_from_one: usize,
    /// The networks whose addresses stand for many clients.
    trusted: Vec<IpNet>,
    counts: Mutex<ConnectionCounts>,
}

#[derive(Default)]
struct ConnectionCounts {
    all: usize,
    /// By what counts as one address. Those with none are not kept.
    by_address: HashMap<IpAddr, usize>,
    full: LastWarning,
    crowded: LastWarning,
}

/// When the log told of refused connections last, and how many there were since.
#[derive(Default)]
struct LastWarning {
    last: Option<Instant>,
    untold: u64,
}

/// An open connection; it counts until this is dropped.
pub(crate) struct Permit {
    admission: Arc<Admission>,
    address: Option<IpAddr>,
}

/// Why a connection is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crowd {
    /// There are as many as there may be.
    Everywhere,
    /// There are as many from its address as there may be.
    AtItsAddress,
}

impl Admission {
    /// At most so many connections, and from one address a fifth of them.
    pub(crate) fn of(most: usize, trusted: Vec<IpNet>) -> Arc<Self> {
        let most_from_one = (most / SHARE).max(1);
        let trusted = trusted.into_iter().map(canonical).collect();
        Arc::new(Self { most, most_from_one, trusted, counts: Mutex::default() })
    }

    /// How many connections there may be.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Lets a connection in, unless there are too many.
    ///
    /// # Errors
    /// Why not, which the log was told.
    pub(crate) fn admit(self: &Arc<Self>, peer: Option<IpAddr>) -> Result<Permit, Crowd> {
        // A client of a socket for both families comes from an address of the newer one.
        let peer = peer.map(|it| it.to_canonical());
        let address = peer.filter(|it| !self.trusted.iter().any(|trusted| trusted.contains(it))).map(network);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(crowd) = counts.take(self.most, self.most_from_one, address) {
            self.tell(&mut counts, crowd, peer);
            return Err(crowd);
        }
        Ok(Permit { admission: Arc::clone(self), address })
    }

    fn tell(&self, counts: &mut ConnectionCounts, crowd: Crowd, peer: Option<IpAddr>) {
        let told = match crowd {
            Crowd::Everywhere => &mut counts.full,
            Crowd::AtItsAddress => &mut counts.crowded,
        };
        told.untold += 1;
        if told.last.is_some_and(|last| last.elapsed() < TELL_EVERY) {
            return;
        }
        let LastWarning { untold, .. } = std::mem::replace(told, LastWarning { last: Some(Instant::now()), untold: 0 });
        match (crowd, peer) {
            (Crowd::AtItsAddress, Some(peer)) => {
                log::warn!(
                    "{untold} connections refused: {peer} has {} already, a fifth of UPLIFT_MAX_CONNECTIONS (a proxy is named in \
                     UPLIFT_TRUSTED_PROXIES)",
                    self.most_from_one
                );
            }
            (Crowd::AtItsAddress, None) | (Crowd::Everywhere, _) => {
                log::warn!("{untold} connections refused: there are {} already (UPLIFT_MAX_CONNECTIONS)", self.most);
            }
        }
    }
}

impl ConnectionCounts {
    fn take(&mut self, most: usize, most_from_one: usize, address: Option<IpAddr>) -> Result<(), Crowd> {
        if self.all >= most {
            return Err(Crowd::Everywhere);
        }
        if let Some(address) = address {
            let of_address = self.by_address.entry(address).or_default();
            if *of_address >= most_from_one {
                return Err(Crowd::AtItsAddress);
            }
            *of_address += 1;
        }
        self.all += 1;
        Ok(())
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut counts = self.admission.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all = counts.all.saturating_sub(1);
        if let Some(address) = self.address
            && let Entry::Occupied(mut of_address) = counts.by_address.entry(address)
        {
            match of_address.get() {
                0 | 1 => drop(of_address.remove()),
                more => *of_address.get_mut() = more - 1,
            }
        }
    }
}

#[cfg(test)]
mod tests;
