//! Builds the crate again when a migration is added or changed: they are embedded in it.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
