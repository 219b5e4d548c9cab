//! Uplift's stores of files: the adapters for the port `Files`, over object stores: [`Store`] on the local disk, and
//! [`Bucket`] where S3 is spoken.
//!
//! Every process that stores files has a folder of its own; a key is that folder and a number in it. All
//! that is peculiar to files on a local disk is in `local`; the rest knows an `ObjectStore` only. Everything here runs
//! inside a tokio runtime, with its clock.

mod bucket;
mod byte_stream;
mod errors;
mod local;
mod names;
mod probe;
mod settled;
mod sniff;
mod spooled;
mod store;
mod tasks;
mod upload;

pub use bucket::{Bucket, BucketSettings};
pub use local::{FolderLock, LOCK, create_folder};
pub use names::is_process_dir;
pub use settled::PATIENCE;
pub use store::{Store, hold_still};
