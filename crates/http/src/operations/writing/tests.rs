use std::ops::Range;
use std::sync::atomic::AtomicUsize;

use uplift_domain::ports::{BoxFuture, Chunks, Upload};

use super::*;

/// A store that takes its time over each file.
struct Slow {
    pause: Duration,
    removed: AtomicUsize,
}

impl Files for Slow {
    fn begin(&self) -> BoxFuture<'_, Box<dyn Upload>> {
        unreachable!()
    }

    fn is_foreign(&self, _: &[u8]) -> bool {
        unreachable!()
    }

    fn read<'a>(&'a self, _: &'a FileKey, _: Range<u64>) -> BoxFuture<'a, Box<dyn Chunks>> {
        unreachable!()
    }

    fn remove<'a>(&'a self, _: &'a FileKey) -> BoxFuture<'a, bool> {
        Box::pin(async {
            tokio::time::sleep(self.pause).await;
            self.removed.fetch_add(1, Ordering::Relaxed);
            Ok(true)
        })
    }

    fn settled(&self) -> BoxFuture<'_, Vec<FileKey>> {
        unreachable!()
    }

    fn hash<'a>(&'a self, _: &'a FileKey) -> BoxFuture<'a, Option<String>> {
        unreachable!()
    }

    fn check(&self) -> BoxFuture<'_, ()> {
        unreachable!()
    }
}

/// Has so many files removed, and tells how many were and how long it took.
async fn removed(files: usize, pause: Duration) -> (usize, Duration) {
    let store = Slow { pause, removed: AtomicUsize::new(0) };
    let began = Instant::now();
    remove_each(&store, &vec![FileKey(String::new()); files]).await;
    (store.removed.into_inner(), began.elapsed())
}

#[actix_web::test]
async fn files_are_removed_some_at_once() {
    let pause = Duration::from_millis(100);
    let (all, took) = removed(4 * REMOVED_AT_ONCE, pause).await;
    assert_eq!(all, 4 * REMOVED_AT_ONCE);
    assert!(took < 16 * pause, "{took:?}");
}

#[actix_web::test]
async fn nobody_waits_long_for_files_to_be_removed() {
    let (some, took) = removed(10 * REMOVED_AT_ONCE, Duration::from_secs(2)).await;
    assert_eq!(some, 2 * REMOVED_AT_ONCE);
    assert!(took < 2 * REMOVED_FOR, "{took:?}");
}
