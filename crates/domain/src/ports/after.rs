//! Reading many records by parts, in the order of their ids.

/// So many records at most after one of them.
#[derive(Clone, Copy, Debug)]
pub struct After {
    /// The last that was read before, or 0.
    pub id: i64,
    pub most: i64,
}
