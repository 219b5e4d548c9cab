//! A canceller ends what a session does, over a connection of its own.

use tokio_postgres::CancelToken;

use super::stream::Connector;
use super::target::describe;

/// Asks the server to end what a session does.
pub(super) struct Canceller {
    pub(super) token: CancelToken,
    pub(super) connector: Connector,
}

impl Canceller {
    /// Asks once, over a connection of its own. The server does not say whether there was anything to end.
    pub(super) async fn cancel(&self) {
        if let Err(error) = self.token.cancel_query(self.connector.clone()).await {
            log::warn!("PostgreSQL could not be asked to end a statement: {}", describe(&error));
        }
    }
}
