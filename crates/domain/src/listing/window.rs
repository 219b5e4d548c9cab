//! Which page of a list is asked for, and from which end of the list it is read.

/// How deep into a list a page may start for the list to count as a short read.
pub(super) const SHALLOW: i64 = 3_000;

/// Which way a sort runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Ascending,
    Descending,
}

/// How many records are skipped at most before a page is looked up by its ids, which takes two statements: a short list
/// may be read in one, without a snapshot.
const FAR: i64 = SHALLOW;

/// Which page of a list, counted from 1, and how many records at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageRequest {
    pub number: i64,
    pub size: i64,
}

/// Where a page stands in a list whose length is known, counted from the end that is nearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Whether the list is read backwards, so that the page comes the wrong way round.
    pub backwards: bool,
    pub offset: i64,
    pub size: i64,
}

impl PageRequest {
    /// How many records come before the page.
    pub fn offset(self) -> i64 {
        self.number.saturating_sub(1).saturating_mul(self.size)
    }

    /// Where the page stands in a list of so many records.
    pub fn window(self, total: i64) -> Window {
        let Self { size, .. } = self;
        let offset = self.offset();
        let here = total.saturating_sub(offset).clamp(0, size.max(0));
        let after = total.saturating_sub(offset).saturating_sub(here);
        if here > 0 && after < offset {
            Window { backwards: true, offset: after, size: here }
        } else {
            Window { backwards: false, offset, size }
        }
    }
}

impl Window {
    /// Which way a sort of the list runs as it is read.
    pub fn direction(self, direction: Direction) -> Direction {
        match (direction, self.backwards) {
            (Direction::Ascending, false) | (Direction::Descending, true) => Direction::Ascending,
            (Direction::Descending, false) | (Direction::Ascending, true) => Direction::Descending,
        }
    }

    /// Whether so much is skipped that only ids should be.
    pub fn is_far(self) -> bool {
        self.offset > FAR
    }

    /// The records of the page as the list has them.
    pub fn turned<T>(self, mut records: Vec<T>) -> Vec<T> {
        if self.backwards {
            records.reverse();
        }
        records
    }
}

#[cfg(test)]
mod tests;
