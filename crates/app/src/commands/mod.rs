//! What the commands do. Those of a team that take long have files of their own, `archives` and `removal`.

mod archives;
pub(crate) mod backup;
pub(crate) mod copy;
pub(crate) mod database;
pub(crate) mod doctor;
pub(crate) mod key;
pub(crate) mod program;
pub(crate) mod removal;
pub(crate) mod secret;
pub(crate) mod serve;
pub(crate) mod team;
pub(crate) mod user;
