//! A small disk, in memory: it really runs full. To mount it takes root that may mount, or `sudo` without a password.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The file that takes the room which is left.
const BALLAST: &str = "ballast";

// The disk is gone before its folder is removed.
pub(crate) struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    /// A disk of so many bytes for the account of this user.
    #[track_caller]
    pub(crate) fn mounted(bytes: u64, user: u32) -> SmallDisk {
        let folder = TempDir::with_prefix("uplift-disk-").expect("a temporary folder");
        let options = format!("size={bytes},mode=0700,uid={user}");
        let place = folder.path().display().to_string();
        let mounted = as_root(&["mount", "-t", "tmpfs", "-o", &options, "tmpfs", &place]);
        assert!(
            mounted,
            "no disk can be mounted: run the tests as root (in a container with CAP_SYS_ADMIN), or let `sudo -n mount` do it"
        );
        SmallDisk { folder }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Takes all the room that is left, to the last byte.
    pub(crate) fn fill(&self) {
        let mut ballast = File::options().create(true).append(true).open(self.ballast()).expect("the ballast");
        for size in [64 * 1024, 4096, 1] {
            let piece = vec![7; size];
            loop {
                match ballast.write_all(&piece) {
                    Ok(()) => {}
                    Err(error) if error.kind() == ErrorKind::StorageFull => break,
                    Err(error) => panic!("the disk cannot be filled: {error}"),
                }
            }
        }
    }

    /// Gives the room back.
    pub(crate) fn free(&self) {
        fs::remove_file(self.ballast()).expect("the ballast goes");
    }

    /// Lets nothing more be written, and what is there be read.
    #[track_caller]
    pub(crate) fn shut(&self) {
        assert!(
            as_root(&["mount", "-o", "remount,ro", &self.path().display().to_string()]),
            "the disk cannot be made one that is only read"
        );
    }

    fn ballast(&self) -> PathBuf {
        self.path().join(BALLAST)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // What still has a file open there keeps it no longer than it lives.
        as_root(&["umount", "--lazy", &self.folder.path().display().to_string()]);
    }
}

fn as_root(command: &[&str]) -> bool {
    let run = |program: &str, arguments: &[&str]| {
        let done = Command::new(program).args(arguments).stderr(Stdio::null()).status();
        done.is_ok_and(|status| status.success())
    };
    run(command[0], &command[1..]) || run("sudo", &[&["-n"], command].concat())
}
