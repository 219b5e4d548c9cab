//! The files of a team that is exported: whoever deletes one meanwhile, on whichever server, leaves its bytes to a sweep,
//! and sweeps leave them while they are held. The hold is a row of the database and nobody waits for it.

use std::sync::Arc;

use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::ports::{Database, Owner, WriteTx, writing};

use crate::jobs;

/// For how many seconds files are held at most: whoever takes an archive more slowly may miss one that was deleted.
const LONGEST: i64 = 6 * 60 * 60;

/// The files of a team, held until this is dropped.
pub(super) struct HeldFiles {
    database: Arc<dyn Database>,
    team: TeamId,
    hold: i64,
}

impl HeldFiles {
    /// Holds them: all that are named from here on.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn of(database: &Arc<dyn Database>, team: TeamId) -> Result<Self, Refusal> {
        let hold = move |tx: &mut dyn WriteTx| tx.hold_files(team, tx.now().plus_seconds(LONGEST));
        let hold = jobs::write(database, Owner::Team(team), hold).await?;
        Ok(Self { database: Arc::clone(database), team, hold })
    }
}

impl Drop for HeldFiles {
    fn drop(&mut self) {
        let (team, hold) = (self.team, self.hold);
        let let_go = move |tx: &mut dyn WriteTx| tx.let_go_of_files(team, hold);
        let told = move |outcome: Result<(), Refusal>| {
            if let Err(refusal) = outcome {
                log::warn!("files of team {} are held for longer than they are read: {refusal:?}", team.get());
            }
        };
        self.database.write(Owner::Team(team), writing(let_go, told));
    }
}
