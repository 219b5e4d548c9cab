//! Hostile requests: whatever is sent, it is answered with less than 500, and the server goes on.

mod bodies;
mod drained;
mod fields;
mod halves;
mod heads;
mod numbers;
mod paths;
mod pipelines;
mod queries;
mod random;
mod target;
mod twins;

pub(crate) use random::Random;
