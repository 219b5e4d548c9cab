//! A probe: a file that is written to see whether files can be kept.

use uplift_domain::file::FileKey;
use uplift_domain::ports::{Files, StoreError};

/// What is written to see whether files can be kept, and how often, so that the store has room for as much.
const PROBE: &[u8] = b"Uplift checks that it can keep files here.";
const PROBES: usize = 25_000;

/// Writes and reads a file that the caller is to remove, and tells its key and whether it was read as it was written.
pub(crate) async fn probe(store: &dyn Files) -> Result<(FileKey, Result<(), StoreError>), StoreError> {
    let mut upload = store.begin().await?;
    upload.write(&PROBE.repeat(PROBES)).await?;
    let probe = upload.finish().await?;
    let read = match store.hash(&probe.key).await {
        Ok(found) if found.as_ref() == Some(&probe.hash) => Ok(()),
        Ok(_) => Err(StoreError::Failed("a file was not read as it was written".into())),
        Err(error) => Err(error),
    };
    Ok((probe.key, read))
}
