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
    /// Holds them: all that are named from here on. Where the client leaves meanwhile, they are let go of.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn of(database: &Arc<dyn Database>, team: TeamId) -> Result<Self, Refusal> {
        let hold = move |tx: &mut dyn WriteTx| tx.hold_files(team, tx.now().plus_seconds(LONGEST));
        let database = Arc::clone(database);
        jobs::to_the_end(async move {
            let hold = jobs::write(&database, Owner::Team(team), hold).await?;
            Ok(Self { database, team, hold })
        })
        .await
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
        // The queue of the team may be full, and nobody would try again.
        self.database.write(Owner::Installation, writing(let_go, told));
    }
}
