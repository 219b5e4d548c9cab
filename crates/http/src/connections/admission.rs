//! Admission: how many connections there may be, in all and from one address.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ipnet::IpNet;

use crate::server::origin::network;

/// Of all connections one address may have one in so many.
const SHARE: usize = 5;

/// How often at most the log tells of refused connections, for each reason.
const TELL_EVERY: Duration = Duration::from_secs(1);

/// The connections of a server, counted over all its workers.
pub(crate) struct Admission {
    most: usize,
    most_from_one: usize,
    /// The networks whose addresses stand for many clients.
    trusted: Vec<IpNet>,
    counted: Mutex<Counted>,
}

#[derive(Default)]
struct Counted {
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
        Arc::new(Self { most, most_from_one, trusted, counted: Mutex::default() })
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
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let authed = counted.take(self.most, self.most_from_one, address);
        if let Err(crowd) = authed {
            self.tell(&mut counted, crowd, peer);
            return Err(crowd);
        }
        Ok(Permit { admission: Arc::clone(self), address })
    }

    fn tell(&self, counted: &mut Counted, crowd: Crowd, peer: Option<IpAddr>) {
        let told = match crowd {
            Crowd::Everywhere => &mut counted.full,
            Crowd::AtItsAddress => &mut counted.crowded,
        };
        told.untold += 1;
        if told.last.is_some_and(|last| last.elapsed() < TELL_EVERY) {
            return;
        }
        let LastWarning { untold, .. } = std::mem::replace(told, LastWarning { last: Some(Instant::now()), untold: 0 });
        match (crowd, peer) {
            (Crowd::AtItsAddress, Some(peer)) => {
                log::warn!("{untold} connections refused: {peer} has {} already", self.most_from_one);
            }
            (Crowd::AtItsAddress, None) | (Crowd::Everywhere, _) => {
                log::warn!("{untold} connections refused: there are {} already (UPLIFT_MAX_CONNECTIONS)", self.most);
            }
        }
    }
}

impl Counted {
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
        let mut counted = self.admission.counted.lock().unwrap_or_else(PoisonError::into_inner);
        counted.all = counted.all.saturating_sub(1);
        if let Some(address) = self.address
            && let Entry::Occupied(mut of_address) = counted.by_address.entry(address)
        {
            match of_address.get() {
                0 | 1 => drop(of_address.remove()),
                more => *of_address.get_mut() = more - 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admit(admission: &Arc<Admission>, peer: &str) -> Result<Permit, Crowd> {
        admission.admit(Some(peer.parse().unwrap()))
    }

    #[test]
    fn one_address_gets_a_fifth_and_all_get_no_more_than_there_are() {
        let admission = Admission::of(20, vec!["10.0.0.0/8".parse().unwrap()]);
        let mut held: Vec<Permit> = (0..4).map(|_| admit(&admission, "192.0.2.1").unwrap()).collect();
        assert_eq!(admit(&admission, "192.0.2.1").err(), Some(Crowd::AtItsAddress));
        assert_eq!(admit(&admission, "::ffff:192.0.2.1").err(), Some(Crowd::AtItsAddress));
        for host in 1..=4 {
            held.push(admit(&admission, &format!("2001:db8:0:1::{host}")).unwrap());
        }
        assert_eq!(admit(&admission, "2001:db8:0:1:ffff::").err(), Some(Crowd::AtItsAddress));
        held.push(admit(&admission, "2001:db8:0:2::1").unwrap());
        held.extend((0..11).map(|_| admit(&admission, "10.1.2.3").unwrap()));
        assert_eq!(admit(&admission, "10.1.2.3").err(), Some(Crowd::Everywhere));
        assert_eq!(admit(&admission, "198.51.100.1").err(), Some(Crowd::Everywhere));

        held.remove(0);
        held.push(admit(&admission, "192.0.2.1").unwrap());
        held.clear();
        let counted = admission.counted.lock().unwrap();
        assert_eq!((counted.all, counted.by_address.len()), (0, 0));
    }

    #[test]
    fn the_log_is_told_of_many_at_once() {
        let admission = Admission::of(1, Vec::new());
        let _held = admit(&admission, "192.0.2.1");
        for _ in 0..100 {
            assert_eq!(admit(&admission, "192.0.2.1").err(), Some(Crowd::Everywhere));
        }
        assert_eq!(admission.counted.lock().unwrap().full.untold, 99);
    }
}
