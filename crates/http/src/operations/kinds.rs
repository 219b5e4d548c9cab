//! The record kinds that are served, by the list of kinds.

use std::sync::LazyLock;

use uplift_domain::{Kind, record_kinds};

use crate::operations::command::{CommandEndpoint, KindCommands};
use crate::operations::endpoint::ReadEndpoint;

macro_rules! endpoints {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        /// What clients may do to each kind.
        pub(crate) static ENDPOINTS: LazyLock<Vec<&'static (dyn CommandEndpoint + Send)>> = LazyLock::new(|| {
            let mut endpoints: Vec<&'static (dyn CommandEndpoint + Send)> = Vec::new();
            $({
                static ENDPOINT: KindCommands<uplift_domain::$Kind> = KindCommands::new();
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
    ENDPOINTS.iter().map(|it| it.reads())
}
