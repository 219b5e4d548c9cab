//! Uploads: what is written is what is kept and read, and what is given up leaves nothing.

use std::path::Path;

use futures_util::FutureExt;
use futures_util::future::join_all;
use rand::rngs::StdRng;
use rand::{Rng, RngCore, SeedableRng};
use sha2::{Digest, Sha256};
use uplift_domain::file::FileKey;
use uplift_domain::ports::Files;

use crate::fixture::{everything, files, keep, open, read, root, run, until};

const PART: usize = 512 * 1024;

fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    StdRng::seed_from_u64(seed).fill_bytes(&mut bytes);
    bytes
}

fn length(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap()
}

#[test]
fn what_is_written_is_what_is_read() {
    let root = root();
    let store = open(root.path());
    run(async {
        for size in [0, 1, 13, PART - 1, PART, PART + 1, 2 * PART, 3 * PART + 17] {
            let bytes = noise(1, size);
            let stored = keep(&store, &bytes).await;
            let hash = format!("{:x}", Sha256::digest(&bytes));
            assert_eq!(stored.size, length(&bytes));
            assert_eq!(stored.hash, hash);
            assert_eq!(read(&store, &stored.key, 0..stored.size).await.unwrap(), bytes);
            assert_eq!(store.hash(&stored.key).await.unwrap(), Some(hash));
        }
    });
}

#[test]
fn a_part_is_read_to_the_byte() {
    let root = root();
    let store = open(root.path());
    let bytes = noise(2, 700_001);
    let mut dice = StdRng::seed_from_u64(3);
    run(async {
        let stored = keep(&store, &bytes).await;
        for _ in 0..200 {
            let start = dice.random_range(0..bytes.len());
            let end = dice.random_range(start..=bytes.len());
            let part = u64::try_from(start).unwrap()..u64::try_from(end).unwrap();
            assert_eq!(read(&store, &stored.key, part).await.unwrap(), bytes[start..end]);
        }
        assert!(read(&store, &stored.key, 0..stored.size + 1).await.is_err());
        assert!(read(&store, &stored.key, stored.size..stored.size + 1).await.is_err());
        assert_eq!(read(&store, &stored.key, stored.size..stored.size).await.unwrap(), b"");
    });
}

#[test]
fn a_file_comes_in_pieces() {
    let root = root();
    let store = open(root.path());
    run(async {
        let stored = keep(&store, &noise(4, 1_000_000)).await;
        let mut chunks = store.read(&stored.key, 0..stored.size).await.unwrap();
        while let Some(chunk) = chunks.next().await.unwrap() {
            assert!(!chunk.is_empty() && chunk.len() <= 256 * 1024);
        }
    });
}

#[test]
fn a_file_that_is_removed_is_read_to_its_end_by_those_who_began() {
    let root = root();
    let store = open(root.path());
    let bytes = noise(5, 1_000_000);
    run(async {
        let stored = keep(&store, &bytes).await;
        let mut chunks = store.read(&stored.key, 0..stored.size).await.unwrap();
        let mut found = chunks.next().await.unwrap().unwrap();
        store.remove(&stored.key).await.unwrap();
        while let Some(chunk) = chunks.next().await.unwrap() {
            found.extend(chunk);
        }
        assert_eq!(found, bytes);
    });
}

#[test]
fn a_file_is_removed_once_and_for_all() {
    let root = root();
    let store = open(root.path());
    run(async {
        let stored = keep(&store, b"gone soon").await;
        store.remove(&stored.key).await.unwrap();
        store.remove(&stored.key).await.unwrap();
        assert_eq!(store.hash(&stored.key).await.unwrap(), None);
        assert!(read(&store, &stored.key, 0..1).await.is_err());
        assert!(read(&store, &stored.key, 0..0).await.is_err());
        assert_eq!(files(root.path()), Vec::<&Path>::new());
    });
}

#[test]
fn a_key_of_nobody_leads_nowhere() {
    let root = root();
    std::fs::write(root.path().join("secret"), "secret").unwrap();
    let below = root.path().join("below");
    let store = open(&below);
    run(async {
        let stored = keep(&store, b"an honest file").await;
        let (process_dir, number) = stored.key.0.split_once('/').unwrap();
        for key in [
            "",
            "secret",
            "../secret",
            &format!("{process_dir}/../../secret"),
            &format!("{process_dir}/{number}#1"),
            &format!("{process_dir}//{number}"),
            &format!("/{process_dir}/{number}"),
            &format!("{process_dir}/{number}/"),
            &process_dir.to_uppercase(),
            process_dir,
            number,
        ] {
            let key = FileKey(key.to_owned());
            assert!(store.read(&key, 0..1).await.is_err(), "{key:?}");
            assert!(store.hash(&key).await.is_err(), "{key:?}");
            assert!(store.remove(&key).await.is_err(), "{key:?}");
        }
    });
    assert!(root.path().join("secret").exists());
}

#[test]
fn an_upload_that_is_given_up_leaves_nothing() {
    let root = root();
    let store = open(root.path());
    run(async {
        for size in [0, 10, 3 * PART] {
            let mut upload = store.begin().await.unwrap();
            upload.write(&noise(6, size)).await.unwrap();
            assert_eq!(files(root.path()).len(), 1);
            drop(upload);
            until(|| files(root.path()).is_empty()).await;
        }
    });
}

#[test]
fn an_upload_that_is_given_up_at_its_very_end_leaves_nothing() {
    let root = root();
    let store = open(root.path());
    run(async {
        for polls in 0..3 {
            let mut upload = store.begin().await.unwrap();
            upload.write(&noise(7, 2 * PART)).await.unwrap();
            let mut finish = upload.finish();
            for _ in 0..polls {
                assert!((&mut finish).now_or_never().is_none());
                tokio::task::yield_now().await;
            }
            drop(finish);
            until(|| files(root.path()).is_empty()).await;
        }
    });
}

#[test]
fn many_files_are_written_at_once() {
    let root = root();
    let store = open(root.path());
    run(async {
        let bytes: Vec<_> = (0..32).map(|seed| noise(seed, 600_000)).collect();
        let stored = join_all(bytes.iter().map(|bytes| keep(&store, bytes))).await;
        for (stored, bytes) in stored.iter().zip(&bytes) {
            assert_eq!(&read(&store, &stored.key, 0..stored.size).await.unwrap(), bytes);
        }
        assert_eq!(files(root.path()).len(), 32);
    });
}

#[test]
fn a_check_leaves_nothing() {
    let root = root();
    let store = open(&root.path().join("new/folder"));
    run(store.check()).unwrap();
    assert!(files(root.path()).is_empty());
    drop(store);
    assert!(everything(&root.path().join("new/folder")).is_empty());
}

#[test]
fn a_check_fails_where_nothing_can_be_kept() {
    let root = root();
    let store = open(&root.path().join("files"));
    std::fs::remove_dir(root.path().join("files")).unwrap();
    assert!(run(store.check()).is_err());
}

#[test]
fn reading_leaves_no_folder() {
    let root = root();
    let store = open(root.path());
    let nobody = FileKey("up-0123456789abcdef/0000000000000000".into());
    run(async {
        assert_eq!(store.hash(&nobody).await.unwrap(), None);
        assert!(store.read(&nobody, 0..1).await.is_err());
        store.remove(&nobody).await.unwrap();
        assert_eq!(store.settled().await.unwrap(), []);
    });
    assert!(everything(root.path()).is_empty());
}
