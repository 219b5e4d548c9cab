//! Sweeping: which files can no longer be in the making, and what is removed on the way.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use uplift_domain::file::FileKey;
use uplift_domain::ports::Files;
use uplift_storage::{LOCK, hold_still};

use crate::fixture::{everything, files, given, keep, open, process, read, root, run};

/// Makes a file as old as that.
fn age(root: &Path, key: &FileKey, minutes: u64) {
    let then = SystemTime::now() - Duration::from_secs(60 * minutes);
    File::options().write(true).open(root.join(&key.0)).unwrap().set_modified(then).unwrap();
}

#[test]
fn a_file_of_a_running_process_is_settled_after_an_hour() {
    let root = root();
    let (own, other) = (open(root.path()), open(root.path()));
    run(async {
        let young = keep(&own, b"young").await.key;
        let old = keep(&own, b"old").await.key;
        age(root.path(), &young, 55);
        age(root.path(), &old, 65);
        for store in [&own, &other] {
            assert_eq!(store.settled().await.unwrap(), std::slice::from_ref(&old));
        }
        assert_eq!(files(root.path()).len(), 2);
    });
}

#[test]
fn the_age_of_a_file_counts_from_its_end() {
    let root = root();
    let store = open(root.path());
    run(async {
        let mut upload = store.begin().await.unwrap();
        upload.write(&vec![1; 512 * 1024]).await.unwrap();
        for path in files(root.path()) {
            let then = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
            File::options().write(true).open(path).unwrap().set_modified(then).unwrap();
        }
        upload.finish().await.unwrap();
        assert_eq!(store.settled().await.unwrap(), []);
    });
}

/// Not a test, but the process that `the_files_of_a_killed_process_are_settled_at_once` kills.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn a_process_to_be_killed() {
    let Some(root) = given() else { return };
    let store = open(&root);
    run(async {
        let stored = keep(&store, b"whole").await;
        let mut unfinished = store.begin().await.unwrap();
        unfinished.write(&vec![7; 600_000]).await.unwrap();
        println!("\nkept {}", stored.key.0);
        thread::sleep(Duration::from_secs(60));
    });
}

#[test]
fn the_files_of_a_killed_process_are_settled_at_once() {
    let root = root();
    let store = open(root.path());
    let mut killed = process("sweeping::a_process_to_be_killed", root.path()).spawn().unwrap();
    let mut said = BufReader::new(killed.stdout.take().unwrap()).lines();
    let kept = said.find_map(|line| line.unwrap().strip_prefix("kept ").map(str::to_owned)).unwrap();

    run(async {
        assert_eq!(store.settled().await.unwrap(), []);
        assert_eq!(files(root.path()).len(), 2);
        killed.kill().unwrap();
        killed.wait().unwrap();

        let key = FileKey(kept);
        assert_eq!(store.settled().await.unwrap(), std::slice::from_ref(&key));
        assert_eq!(files(root.path()), [root.path().join(&key.0)]);
        assert_eq!(read(&store, &key, 0..5).await.unwrap(), b"whole");

        store.remove(&key).await.unwrap();
        assert_eq!(store.settled().await.unwrap(), []);
        assert!(everything(root.path()).is_empty());
    });
}

#[test]
fn what_is_not_ours_is_neither_listed_nor_touched() {
    let root = root();
    let gone = "up-00000000000000ff";
    for file in [
        "notes.txt".to_owned(),
        "backup/0000000000000000".to_owned(),
        "up-short/0000000000000000".to_owned(),
        "up-00000000000000FF/0000000000000000".to_owned(),
        "up-0000000000000fff".to_owned(),
        format!("{gone}/readme"),
        format!("{gone}/readme#1"),
        format!("{gone}/deep/0000000000000001"),
    ] {
        let path = root.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "not ours").unwrap();
    }
    let before = everything(root.path());
    let ours = format!("{gone}/0000000000000001");
    fs::write(root.path().join(&ours), "ours").unwrap();
    fs::write(root.path().join(format!("{gone}/0000000000000002#1")), "unfinished").unwrap();

    let store = open(root.path());
    run(async {
        assert_eq!(store.settled().await.unwrap(), [FileKey(ours)]);
        store.remove(&store.settled().await.unwrap()[0]).await.unwrap();
    });
    assert_eq!(everything(root.path()), before);
}

#[test]
fn a_process_that_begins_is_never_taken_for_one_that_is_gone() {
    let root = root();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let store = open(root.path());
            run(async {
                while !done.load(Ordering::Relaxed) {
                    store.settled().await.unwrap();
                }
            });
        });
        let _end = End(&done);
        run(async {
            for _ in 0..200 {
                let store = open(root.path());
                let stored = keep(&store, b"kept").await;
                assert_eq!(read(&store, &stored.key, 0..4).await.unwrap(), b"kept");
                store.remove(&stored.key).await.unwrap();
            }
        });
    });
    assert!(everything(root.path()).is_empty());
}

/// Ends the sweeper, also where the test fails beside it.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn nothing_is_removed_while_all_is_held_still() {
    let root = root();
    let store = open(root.path());
    run(async {
        let old = keep(&store, b"old").await.key;
        age(root.path(), &old, 65);
        let still = hold_still(root.path()).unwrap();
        store.remove(&old).await.unwrap();
        assert_eq!(store.settled().await.unwrap(), []);
        assert_eq!(read(&store, &old, 0..3).await.unwrap(), b"old");
        keep(&store, b"new").await;
        drop(still);
        assert_eq!(store.settled().await.unwrap(), std::slice::from_ref(&old));
        store.remove(&old).await.unwrap();
        assert_eq!(files(root.path()).len(), 1);
    });
}

/// On another machine nothing counts but the file, and an earlier version locks the folder alone.
#[test]
fn what_is_held_still_from_elsewhere_is_held_too() {
    let root = root();
    let store = open(root.path());
    run(async {
        let old = keep(&store, b"old").await.key;
        age(root.path(), &old, 65);
        let file = File::create(root.path().join(LOCK)).unwrap();
        for still in [file, File::open(root.path()).unwrap()] {
            still.lock().unwrap();
            assert!(!store.remove(&old).await.unwrap());
            assert_eq!(store.settled().await.unwrap(), []);
            still.unlock().unwrap();
            assert_eq!(store.settled().await.unwrap(), std::slice::from_ref(&old));
        }
    });
}
