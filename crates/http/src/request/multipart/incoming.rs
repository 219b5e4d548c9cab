//! What comes as the file of a body.

use uplift_domain::Refusal;
use uplift_domain::file::Sent;
use uplift_domain::ports::{StoreError, Upload};
use uplift_domain::record::FieldError;

/// What came as the file of a body. Dropped, it leaves nothing in the store.
#[derive(Default)]
pub(crate) enum Incoming {
    #[default]
    Nothing,
    /// The file, whole but not finished, and its name.
    File(Box<dyn Upload>, String),
    Wrong(FieldError),
}

impl Incoming {
    /// Finishes the file, which is the caller's to remove from then on where no record comes to have it.
    pub(crate) async fn finish(self) -> Result<Sent, Refusal> {
        match self {
            Self::Nothing => Ok(Sent::Nothing),
            Self::File(upload, name) => Ok(Sent::File(upload.finish().await.map_err(failed)?, Some(name))),
            Self::Wrong(error) => Ok(Sent::Wrong(error)),
        }
    }

    pub(super) fn refused(error: &str) -> Self {
        Self::Wrong(FieldError::Otherwise(error.to_owned()))
    }
}

/// What it means to a request that the store of files could not do its part.
pub(super) fn failed(trouble: StoreError) -> Refusal {
    match trouble {
        StoreError::Failed(text) => Refusal::Fault(format!("the attachment store failed: {text}")),
        StoreError::Full(text) => Refusal::Unwritable(format!("the attachment store is full: {text}")),
        StoreError::Unavailable(text) => Refusal::StoreUnavailable(format!("the attachment store is away: {text}")),
    }
}
