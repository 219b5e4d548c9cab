//! The bytes of a stored file, as they are read.

use futures_util::stream::{self, BoxStream, StreamExt, TryStreamExt};
use object_store::{GetResult, GetResultPayload};
use sha2::{Digest, Sha256};
use uplift_domain::ports::{BoxFuture, Chunks, StoreError};

use crate::errors::store_error;
use crate::local;

pub(crate) struct ByteStream(BoxStream<'static, Result<Vec<u8>, StoreError>>);

impl From<BoxStream<'static, Result<Vec<u8>, StoreError>>> for ByteStream {
    fn from(chunks: BoxStream<'static, Result<Vec<u8>, StoreError>>) -> Self {
        Self(chunks)
    }
}

impl ByteStream {
    pub(crate) fn none() -> Self {
        Self(stream::empty().boxed())
    }

    pub(crate) fn of(found: GetResult) -> Self {
        Self(match found.payload {
            GetResultPayload::File(file, _) => local::chunks(file, found.range),
            GetResultPayload::Stream(bytes) => {
                bytes.map_ok(Vec::from).map_err(|error| store_error("reading a file", &error)).boxed()
            }
        })
    }

    pub(crate) async fn hash(mut self) -> Result<String, StoreError> {
        let mut digest = Sha256::new();
        while let Some(piece) = self.0.try_next().await? {
            digest.update(&piece);
        }
        Ok(format!("{:x}", digest.finalize()))
    }
}

impl Chunks for ByteStream {
    fn next(&mut self) -> BoxFuture<'_, Option<Vec<u8>>> {
        Box::pin(self.0.try_next())
    }
}
