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
    assert_eq!(disk.process_dirs().unwrap(), [process_dir.name()]);
    assert!(disk.take_over(process_dir.name()).unwrap().is_none());

    let name = process_dir.name().to_owned();
    fs::write(root.path().join(&name).join("0000000000000000"), "kept").unwrap();
    drop(process_dir);
    assert_eq!(disk.hold(&name).unwrap().unwrap().name(), name);
    assert_eq!(disk.take_over(&name).unwrap().unwrap().name(), name);
}

/// On another machine nothing counts but the file, and an earlier version locks the folder alone.
#[test]
fn a_folder_that_is_held_from_elsewhere_is_taken_over_afterwards() {
    let root = tempfile::tempdir().unwrap();
    let disk = Disk::open(root.path(), 7).unwrap();
    let name = "up-0000000700000001";
    let folder = root.path().join(name);
    let ways: [fn(&Path) -> File; 2] = [|it| File::create(it.join(LOCK)).unwrap(), |it| File::open(it).unwrap()];
    for way in ways {
        fs::create_dir(&folder).unwrap();
        let held = way(&folder);
        held.lock().unwrap();
        assert!(disk.take_over(name).unwrap().is_none());
        held.unlock().unwrap();
        drop(disk.take_over(name).unwrap().unwrap());
        assert!(!folder.exists());
    }
}

#[test]
fn a_folder_that_was_taken_away_is_held_by_nobody() {
    let root = tempfile::tempdir().unwrap();
    let disk = Disk::open(root.path(), 7).unwrap();
    let name = disk.begin().unwrap().name().to_owned();
    assert!(!root.path().join(&name).exists());
    assert!(disk.hold(&name).unwrap().is_none());
}
