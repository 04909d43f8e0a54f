//! How many connections one address may have.
//!
//! Without such an end one client that opens connections and says nothing takes all the places.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The connections of each address.
pub struct Crowd {
    most: usize,
    counts: Mutex<HashMap<IpAddr, usize>>,
}

/// A connection that is counted as long as this lives.
pub struct Counted {
    crowd: Arc<Crowd>,
    address: IpAddr,
}

impl Crowd {
    /// So many for each address.
    pub fn new(most: usize) -> Arc<Crowd> {
        Arc::new(Crowd { most, counts: Mutex::default() })
    }

    /// How many an address may have.
    pub fn most(&self) -> usize {
        self.most
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection, unless its address has enough.
    pub fn join(self: &Arc<Crowd>, address: IpAddr) -> Option<Counted> {
        let address = network(address);
        let mut counts = self.counts();
        let count = counts.entry(address).or_insert(0);
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Counted { crowd: Arc::clone(self), address })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if let Entry::Occupied(mut entry) = self.crowd.counts().entry(self.address) {
            *entry.get_mut() -= 1;
            if *entry.get() == 0 {
                entry.remove();
            }
        }
    }
}

/// What counts as one address: of the new kind a network of 64 bits, which every home has.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_so_many() {
        let crowd = Crowd::new(2);
        let [a, b] = ["10.0.0.1", "10.0.0.2"].map(|text| text.parse::<IpAddr>().unwrap());
        let (one, two) = (crowd.join(a), crowd.join(a));
        assert!(one.is_some() && two.is_some() && crowd.join(a).is_none());
        assert!(crowd.join(b).is_some());
        let mapped = "::ffff:10.0.0.1".parse().unwrap();
        assert!(crowd.join(mapped).is_none(), "the same address, written in the new way");
        drop(one);
        assert!(crowd.join(mapped).is_some());
        drop(two);
        assert!(crowd.counts().is_empty());
    }

    #[test]
    fn a_home_counts_as_one() {
        let crowd = Crowd::new(1);
        let one = crowd.join("2001:db8:1:2::3".parse().unwrap());
        assert!(one.is_some() && crowd.join("2001:db8:1:2:ffff::4".parse().unwrap()).is_none());
        assert!(crowd.join("2001:db8:1:3::3".parse().unwrap()).is_some());
    }
}
