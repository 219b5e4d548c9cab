//! Connections: how many there may be, and how long each may keep the server waiting.

mod answers;
mod bodies;
mod crowds;
mod heads;
mod impatient;
mod malformed;
mod refused;
mod wire;
