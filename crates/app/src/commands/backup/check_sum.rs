//! The check sum of a copied database, in a file beside it that `sha256sum -c` reads.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::files::{flush, hash};
use crate::paths::parent;

/// What the file is called.
pub(super) const CHECK_SUM: &str = "uplift.sha256";

/// Writes down what a copied database is, under the name that it is about to get.
pub(super) fn write_check_sum(copy: &Path, name: &str) -> Result<()> {
    let file = parent(copy).join(CHECK_SUM);
    fs::write(&file, format!("{}  {name}\n", hash(copy)?))
        .with_context(|| format!("{} cannot be written", file.display()))?;
    flush(&file)
}

/// Holds a copied database to its check sum, and tells whether it has one: earlier versions wrote none.
///
/// # Errors
/// When the copy is not what was written down.
pub(super) fn has_check_sum(copy: &Path) -> Result<bool> {
    let file = parent(copy).join(CHECK_SUM);
    let line = match fs::read_to_string(&file) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        line => line.with_context(|| format!("{} cannot be read", file.display()))?,
    };
    let noted = line.trim_end().split_once("  ").filter(|(_, name)| copy.file_name().is_some_and(|it| it == *name));
    let Some((noted, _)) = noted else { bail!("{} is damaged", file.display()) };
    if hash(copy)? != noted {
        bail!("{} is damaged or was changed: its check sum is not the one in {}", copy.display(), file.display());
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_changed_since_is_refused() {
        let folder = std::env::temp_dir().join(format!("uplift-check-sum-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let copy = folder.join("uplift.db");
        fs::write(&copy, "whole").unwrap();
        assert!(!has_check_sum(&copy).unwrap());
        write_check_sum(&copy, "uplift.db").unwrap();
        assert!(has_check_sum(&copy).unwrap());
        fs::write(&copy, "whol3").unwrap();
        assert!(has_check_sum(&copy).unwrap_err().to_string().contains("damaged"));
        for nonsense in ["", "aa  uplift.dump\n", "nothing of the kind\n"] {
            fs::write(folder.join(CHECK_SUM), nonsense).unwrap();
            assert!(has_check_sum(&copy).is_err(), "{nonsense:?}");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
