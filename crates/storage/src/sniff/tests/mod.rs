//! The tests of sniffing, over stores in memory.

mod compound;
mod hostile;
mod office;
mod plain;

use std::sync::Arc;

use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt};
use tokio::runtime::Builder;
use uplift_domain::file::FileType;

fn content(bytes: &[u8]) -> Option<FileType> {
    let objects: Arc<dyn ObjectStore> = Arc::new(InMemory::new());
    let path = Path::from("file");
    let size = u64::try_from(bytes.len()).unwrap();
    Builder::new_current_thread().build().unwrap().block_on(async {
        objects.put(&path, bytes.to_vec().into()).await.unwrap();
        super::content(&objects, &path, size).await.unwrap()
    })
}
