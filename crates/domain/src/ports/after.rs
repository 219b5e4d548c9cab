//! Reading many records by parts, in the order of their ids.

/// A page of ids: at most so many after one of them.
#[derive(Clone, Copy, Debug)]
pub struct After {
    /// The last that was read before, or 0.
    pub id: i64,
    pub most: i64,
}
