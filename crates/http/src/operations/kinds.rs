//! Where the record kinds are read, by the list of kinds.

use uplift_domain::{Kind, record_kinds};

use crate::operations::endpoint::{KindEndpoint, ReadEndpoint};

macro_rules! read_endpoints {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        /// Where each kind is read, in the order in which the document tells of them.
        pub(crate) static READ_ENDPOINTS: &[&dyn ReadEndpoint] =
            &[$(&KindEndpoint::<uplift_domain::$Kind>::new()),*];
    };
}

record_kinds!(read_endpoints);

/// Where a kind is read.
pub(crate) fn read_endpoint(kind: Kind) -> Option<&'static dyn ReadEndpoint> {
    READ_ENDPOINTS.iter().copied().find(|endpoint| endpoint.kind() == kind)
}
