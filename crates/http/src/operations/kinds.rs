//! The record kinds that are served, by the list of kinds.

use std::sync::LazyLock;

use uplift_domain::{Kind, record_kinds};

use crate::operations::command::{CommandEndpoint, KindCommands};
use crate::operations::endpoint::{KindEndpoint, ReadEndpoint};

macro_rules! endpoints {
    (
        read { $($Read:ident $read:literal $reads:literal $read_table:ident;)* }
        write { $($Write:ident $one:literal $many:literal $table:ident;)* }
    ) => {
        /// The kinds that clients read and write, each as far as its commands say.
        pub(crate) static ENDPOINTS: LazyLock<Vec<&'static (dyn CommandEndpoint + Send)>> = LazyLock::new(|| {
            let mut endpoints: Vec<&'static (dyn CommandEndpoint + Send)> = Vec::new();
            $({
                static ENDPOINT: KindCommands<uplift_domain::$Write> = KindCommands::new();
                endpoints.push(&ENDPOINT);
            })*
            endpoints
        });

        /// The kinds that clients only read.
        pub(crate) static READ_ENDPOINTS: LazyLock<Vec<&'static (dyn ReadEndpoint + Send)>> = LazyLock::new(|| {
            let mut endpoints: Vec<&'static (dyn ReadEndpoint + Send)> = Vec::new();
            $({
                static ENDPOINT: KindEndpoint<uplift_domain::$Read> = KindEndpoint::new();
                endpoints.push(&ENDPOINT);
            })*
            endpoints
        });
    };
}

record_kinds!(endpoints);

/// Where a kind is read.
pub(crate) fn read_endpoint(kind: Kind) -> Option<&'static (dyn ReadEndpoint + Send)> {
    all().find(|endpoint| endpoint.kind() == kind)
}

/// Where each kind is read, in the order in which the document tells of them.
pub(crate) fn all() -> impl Iterator<Item = &'static (dyn ReadEndpoint + Send)> {
    READ_ENDPOINTS.iter().copied().chain(ENDPOINTS.iter().map(|it| it.reads()))
}
