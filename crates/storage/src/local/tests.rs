use super::*;

#[test]
fn what_is_said_to_be_stored_is_on_the_disk() {
    let root = tempfile::tempdir().unwrap();
    let objects = Disk::open(root.path(), 7).unwrap().objects().unwrap();
    // The object store tells its settings in no other way.
    assert!(format!("{objects:?}").contains("fsync: true"));
}

#[test]
fn a_folder_is_held_by_one() {
    let root = tempfile::tempdir().unwrap();
    let disk = Disk::open(root.path(), 7).unwrap();
    let process_dir = disk.begin().unwrap();
    assert!(disk.hold(process_dir.name()).unwrap().is_none());
    assert_eq!(disk.process_dirs().unwrap().running, [process_dir.name()]);
    assert!(disk.process_dirs().unwrap().gone.is_empty());

    let name = process_dir.name().to_owned();
    fs::write(root.path().join(&name).join("0000000000000000"), "kept").unwrap();
    drop(process_dir);
    assert_eq!(disk.hold(&name).unwrap().unwrap().name(), name);
    assert!(disk.process_dirs().unwrap().running.is_empty());
}

#[test]
fn a_folder_that_was_taken_away_is_held_by_nobody() {
    let root = tempfile::tempdir().unwrap();
    let disk = Disk::open(root.path(), 7).unwrap();
    let name = disk.begin().unwrap().name().to_owned();
    assert!(!root.path().join(&name).exists());
    assert!(disk.hold(&name).unwrap().is_none());
}
