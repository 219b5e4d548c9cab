//! Devices: on what a visitor sees a site.

use uplift_derive::Choices;

/// The devices that something is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Device {
    All,
    Desktop,
    Mobile,
    Tablet,
}
