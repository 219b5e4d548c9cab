//! The intake: where the files of a request go as they come in.

use std::net::IpAddr;

use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::file::StoredFile;
use uplift_domain::ports::{BoxFuture, Files, Upload};

use super::incoming::failed;
use crate::admit::uploads::{Sender, UploadSlot, Uploads};

/// Takes in the files that a client sends to a team.
pub(crate) struct Intake<'s> {
    pub files: &'s dyn Files,
    pub uploads: &'s Uploads,
    pub sender: Sender,
    pub team: TeamId,
    pub client: Option<IpAddr>,
}

impl Intake<'_> {
    /// Begins a file.
    ///
    /// # Errors
    /// When there is no slot for one more just now, or the store fails.
    pub(super) async fn begin(&self) -> Result<Box<dyn Upload>, Refusal> {
        let slot = self.uploads.take(self.sender, self.team, self.client)?;
        let upload = self.files.begin().await.map_err(failed)?;
        Ok(Box::new(InSlot { upload, slot }))
    }
}

/// A file in the making with the slot that it takes.
struct InSlot {
    upload: Box<dyn Upload>,
    slot: UploadSlot,
}

impl Upload for InSlot {
    fn write<'a>(&'a mut self, bytes: &'a [u8]) -> BoxFuture<'a, ()> {
        self.upload.write(bytes)
    }

    fn finish(self: Box<Self>) -> BoxFuture<'static, StoredFile> {
        let Self { upload, slot } = *self;
        Box::pin(async move {
            let stored = upload.finish().await;
            drop(slot);
            stored
        })
    }
}
