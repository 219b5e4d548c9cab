//! The record kinds that are served, by the list of kinds.

use std::sync::LazyLock;

use uplift_domain::record_kinds;

use crate::operations::command::CommandEndpoint;
use crate::operations::kind_commands::KindCommands;

macro_rules! endpoints {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        /// What clients may do to each kind.
        pub(crate) static ENDPOINTS: LazyLock<Vec<&'static dyn CommandEndpoint>> = LazyLock::new(|| {
            let mut endpoints: Vec<&'static dyn CommandEndpoint> = Vec::new();
            $({
                static ENDPOINT: KindCommands<uplift_domain::$Kind> = KindCommands::new();
                endpoints.push(&ENDPOINT);
            })*
            endpoints
        });
    };
}

record_kinds!(endpoints);
