//! The files of the story: pictures and documents that the attachments of the demo workspace have.

use anyhow::Result;
use uplift_domain::file::StoredFile;
use uplift_domain::ports::Files;

use crate::files::store_error;

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        /// Each file by its name.
        const FILES: &[(&str, &[u8])] = &[$(($name, include_bytes!(concat!("files/", $name)))),+];
    };
}

files![
    "exit-survey.xlsx",
    "filters-lost.gif",
    "guest-first.png",
    "guest-link-taps.jpg",
    "payment-step.png",
    "shipping-test.pdf",
];

/// A file of the story in the store, where no record names it yet.
#[derive(Clone)]
pub(super) struct Picture {
    pub(super) name: &'static str,
    pub(super) stored: StoredFile,
}

/// Puts every file into the store.
///
/// # Errors
/// When the store fails. What it holds of them then is swept later.
pub(super) async fn put(store: &dyn Files) -> Result<Vec<Picture>> {
    let mut put = Vec::with_capacity(FILES.len());
    for (name, bytes) in FILES {
        let mut upload = store.begin().await.map_err(store_error)?;
        upload.write(bytes).await.map_err(store_error)?;
        put.push(Picture { name, stored: upload.finish().await.map_err(store_error)? });
    }
    Ok(put)
}

#[cfg(test)]
pub(super) fn names() -> Vec<&'static str> {
    FILES.iter().map(|(name, _)| *name).collect()
}

#[cfg(test)]
mod tests {
    use super::FILES;

    #[test]
    fn the_files_are_small() {
        for (name, bytes) in FILES {
            assert!((100..=15 * 1024).contains(&bytes.len()), "{name}: {} bytes", bytes.len());
        }
    }
}
