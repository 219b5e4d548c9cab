//! How far a read of records reaches into the database: it follows from what is asked, and is said where that is known.

use super::enums::Ask;
use super::listed::Listed;
use super::listing::{Includes, Listing};
use crate::access::TeamId;
use crate::ports::Reach;

impl<R: Listed> Listing<R> {
    /// How far reading a page of the list reaches.
    pub fn reach(&self) -> Reach {
        match self.bounded() && is_short(&self.includes) {
            true if self.includes.is_empty() && self.counter().is_some() => Reach::Statement,
            true => Reach::Page,
            false => Reach::Search,
        }
    }
}

/// How far reading one record reaches, with what is included.
pub fn reach_of_record<R: Listed>(team: TeamId, id: i64, includes: &Includes<R>) -> Reach {
    match is_short(includes) {
        true if includes.is_empty() => Reach::Record(team, R::KIND, id),
        true => Reach::Page,
        false => Reach::Search,
    }
}

/// Whether reading what is included can be given up once it turns out to be much: records can, and are counted on the
/// way where their number is asked for as well. Counting alone cannot.
fn is_short<L: Copy + PartialEq>(includes: &[(L, Ask)]) -> bool {
    includes.iter().all(|(relation, _)| includes.contains(&(*relation, Ask::Records)))
}
