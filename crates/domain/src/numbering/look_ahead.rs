//! How many identifiers are looked up at once until a free one is found.

/// How many are looked up at once at most.
const MOST: usize = 1_000;

/// How many identifiers to look up next, each time that all those before were taken.
#[derive(Clone, Copy, Debug)]
pub struct LookAhead(usize);

impl LookAhead {
    /// A look ahead for about so many identifiers.
    pub fn new(asked: usize) -> Self {
        Self(asked.clamp(1, MOST))
    }

    /// As many as are asked for, and ten times as many each time after that.
    pub fn widen(&mut self) -> usize {
        let now = self.0;
        self.0 = MOST.min(now * 10);
        now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_are_looked_up_each_time_until_they_are_too_many() {
        for (asked, expected) in [(0, [1, 10, 100, 1_000, 1_000]), (30, [30, 300, 1_000, 1_000, 1_000])] {
            let mut ahead = LookAhead::new(asked);
            assert_eq!(expected.map(|_| ahead.widen()), expected);
        }
        assert_eq!(LookAhead::new(5_000).widen(), 1_000);
    }
}
