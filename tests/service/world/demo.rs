//! The demo workspace: seeded once on each database, and copied for whoever begins with it.

use std::fs::{DirBuilder, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::Value;

use super::database::{Database, Template};
use super::{Store, TestInstallation};

/// What `uplift demo` left in its folder, and what it told.
pub(super) struct Demo {
    database: Template,
    files: Vec<(PathBuf, Vec<u8>)>,
    pub(super) told: Value,
}

impl Demo {
    pub(super) fn on(store: Store) -> &'static Demo {
        static SQLITE: OnceLock<Demo> = OnceLock::new();
        static POSTGRES: OnceLock<Demo> = OnceLock::new();
        let demo = match store {
            Store::Sqlite => &SQLITE,
            Store::Postgres => &POSTGRES,
        };
        demo.get_or_init(|| {
            let place = TestInstallation::migrated(store);
            let told = place.json(&["demo"]);
            let read = |file: PathBuf| {
                let content = std::fs::read(&file).expect("the file of an attachment");
                (file.strip_prefix(place.folder()).expect("a path below the folder").to_owned(), content)
            };
            Demo { database: place.template(), files: place.files().into_iter().map(read).collect(), told }
        })
    }

    /// Puts a copy of its files into a folder, and gives a copy of its database.
    pub(super) fn copied(&self, folder: &Path) -> Database {
        for (path, content) in &self.files {
            let path = folder.join(path);
            let parent = path.parent().expect("the folder of a file");
            DirBuilder::new().recursive(true).mode(0o700).create(parent).expect("a folder");
            let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
            file.and_then(|mut file| file.write_all(content)).expect("the file of an attachment");
        }
        Database::copied(&self.database, folder)
    }
}
