//! How much the fields count in which searches look.

/// How much it counts that a token stands in a field: as much as the variant says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    One,
    Four,
    Eight,
}

impl Weight {
    /// The weightiest first.
    pub const ALL: [Self; 3] = [Self::Eight, Self::Four, Self::One];

    /// What it adds to the rank of a record, where the token is only the beginning of what stands there; the whole
    /// counts twice.
    pub const fn value(self) -> i64 {
        match self {
            Self::One => 1,
            Self::Four => 4,
            Self::Eight => 8,
        }
    }
}
