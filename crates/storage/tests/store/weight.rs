//! The weight of the store: what it holds in memory has nothing to do with how large files are, or say that they are.

use std::fs;

use futures_util::future::join_all;
use uplift_domain::ports::Files;

use crate::content::fixtures;
use crate::fixture::{given, keep, open, process, root, run};

const FILES: usize = 32;
const SIZE: usize = 10 * 1024 * 1024;
const MOST: u64 = 80 * 1024;

/// A compound file in which every sector says that the second is part of the table of sectors, over and over, so that
/// the table has no end.
fn tables_only() -> Vec<u8> {
    let mut bytes = fs::read(fixtures().join("letter.doc")).unwrap();
    bytes.truncate(0x44);
    bytes.extend(0_u32.to_le_bytes());
    let sectors = u32::try_from(SIZE / 512).unwrap() - 1;
    bytes.extend(sectors.to_le_bytes());
    bytes.extend(1_u32.to_le_bytes().repeat(109));
    for sector in 0..sectors {
        bytes.extend(1_u32.to_le_bytes().repeat(127));
        bytes.extend(if sector + 1 < sectors { sector + 1 } else { 0xFFFF_FFFE }.to_le_bytes());
    }
    bytes
}

/// Not a test, but the process whose memory `large_files_need_little_memory` looks at.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn a_process_to_be_weighed() {
    let Some(root) = given() else { return };
    let store = open(&root);
    run(async {
        let files = join_all((0..FILES).map(|_| async {
            let mut upload = store.begin().await.unwrap();
            let piece = vec![3; 16 * 1024];
            for _ in 0..SIZE / piece.len() {
                upload.write(&piece).await.unwrap();
            }
            upload.finish().await.unwrap()
        }))
        .await;
        join_all(files.iter().map(|file| async {
            let mut chunks = store.read(&file.key, 0..file.size).await.unwrap();
            while chunks.next().await.unwrap().is_some() {}
        }))
        .await;
        join_all(files.iter().map(|file| store.hash(&file.key))).await;
        let hostile = tables_only();
        assert!(join_all((0..4).map(|_| keep(&store, &hostile))).await.iter().all(|file| file.content.is_none()));
    });
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    println!("\npeak {}", peak.trim().trim_end_matches(" kB"));
}

#[test]
#[cfg(target_os = "linux")]
fn large_files_need_little_memory() {
    let root = root();
    let output = process("weight::a_process_to_be_weighed", root.path()).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let peak: u64 = said.lines().find_map(|line| line.strip_prefix("peak ")).unwrap().parse().unwrap();
    assert!(peak < MOST, "{peak} kB at most");
}
