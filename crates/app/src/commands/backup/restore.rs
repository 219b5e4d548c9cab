//! The way back from a copy.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use uplift_persistence::Source;
use uplift_storage::create_folder;

use super::attachments::{Copied, Named, copy_all, read_list};
use super::check_sum::has_check_sum;
use super::files::{copy_file, flush};
use super::folder::{files_of, remove_database};
use super::place::{BENEATH, Claim, check_replaceable, hold, remove_files};
use super::{ATTACHMENTS, DATABASE, DUMP, LIST, Whole, by_key, tell};
use crate::output::Output;
use crate::paths::{give_name, parent, with_suffix};
use crate::settings::Settings;

/// Brings back a copy where neither records nor files are. What is brought back stands beside its place until it is
/// whole and checked; files are in theirs before the records that name them.
pub(crate) fn restore(settings: &Settings, output: Output, folder: &Path) -> Result<()> {
    let is_folder = match fs::metadata(folder) {
        Ok(found) => found.is_dir(),
        Err(error) if error.kind() == ErrorKind::NotFound => false,
        Err(error) => bail!("{} cannot be looked at: {error}", folder.display()),
    };
    if !is_folder {
        bail!("{} is no folder: name one that `uplift backup` made", folder.display());
    }
    let attachments = settings.attachments.folder();
    attachments.map_or(Ok(()), check_replaceable)?;
    let _held = hold(settings)?;
    let claim = attachments.map(|it| Claim::of(it, settings));
    claim.as_ref().map_or(Ok(()), Claim::check_empty)?;
    let staged = attachments.map(beside);
    let whole = stage(settings, folder, staged.as_deref());
    if whole.is_err() {
        clear(settings, staged.as_deref());
    }
    let (mut whole, named) = whole?;
    if let (Some(staged), Some(attachments), Some(claim)) = (&staged, attachments, &claim) {
        put_files(staged, attachments, claim, &named).inspect_err(|_| clear(settings, Some(staged)))?;
    }
    let rows = put_database(settings, folder, whole.rows);
    if let (Err(error), Some(attachments), Some(claim)) = (&rows, attachments, &claim) {
        if let Err(why) = settings.source.check_nothing_came() {
            bail!("{error:#}; {}", claim.stays(&why));
        }
        // The next attempt is to find an empty place.
        remove_files(attachments, named.keys());
        clear(settings, staged.as_deref());
    }
    claim.iter().for_each(Claim::remove);
    whole.rows = rows?;
    tell(output, "restore", settings, folder, &whole)
}

/// Removes what was made ready. What cannot be removed is overwritten by the next attempt.
fn clear(settings: &Settings, staged: Option<&Path>) {
    let _ = staged.map(fs::remove_dir_all);
    settings.source.file().map(beside).as_deref().map(remove_database);
}

/// Makes ready what a copy holds, and checks it: the database, and every file; files in a bucket are in no copy. The
/// rows of a dump are yet to be counted.
fn stage(settings: &Settings, folder: &Path, staged: Option<&Path>) -> Result<(Whole, Named)> {
    let (name, other) = if settings.source.file().is_some() { (DATABASE, DUMP) } else { (DUMP, DATABASE) };
    let copy = copy_of(folder, name, other)?;
    let has_check_sum = has_check_sum(&copy)?;
    let (rows, bytes, named) = match settings.source.file() {
        Some(file) => {
            let (rows, bytes) = stage_database(&copy, file)?;
            let files = embedded(&beside(file))?.files()?;
            (rows, bytes, by_key(files))
        }
        None => {
            let bytes = check_dump(&settings.source, &copy)?;
            let named = staged.map(|_| read_list(&folder.join(LIST), ATTACHMENTS)).transpose()?;
            (0, bytes, named.unwrap_or_default())
        }
    };
    let whole = |files| Whole { rows, bytes, files, has_check_sum };
    let from = folder.join(ATTACHMENTS);
    let Some(staged) = staged else {
        if from.exists() {
            bail!("{} holds files: bring them back into a folder, and move that into the bucket", from.display());
        }
        return Ok((whole(Copied::default()), named));
    };
    if staged.exists() {
        fs::remove_dir_all(staged).with_context(|| format!("{} cannot be removed", staged.display()))?;
    }
    let (copied, lost) = copy_all(&from, staged, &named, |_| String::new())?;
    if !lost.is_empty() {
        let lost: Vec<_> = lost.into_iter().map(|key| key.0).collect();
        bail!("{} is damaged: it lacks {}", from.display(), lost.join(", "));
    }
    Ok((whole(copied), named))
}

/// The database in a folder, which is not empty; the other name is that of one of the other kind.
fn copy_of(folder: &Path, name: &str, other: &str) -> Result<PathBuf> {
    let copy = folder.join(name);
    match fs::metadata(&copy) {
        Ok(found) if found.len() > 0 => return Ok(copy),
        Err(error) if error.kind() != ErrorKind::NotFound => bail!("{} cannot be looked at: {error}", copy.display()),
        Ok(_) | Err(_) => {}
    }
    if folder.join(other).exists() {
        bail!(
            "{} is of the other kind of database: bring it back into one of that kind, and go on with `uplift copy`",
            folder.join(other).display()
        );
    }
    bail!("{} holds no database: name a folder that `uplift backup` made", copy.display())
}

/// Checks a dump and that it can be brought back, and tells its bytes.
fn check_dump(source: &Source, dump: &Path) -> Result<u64> {
    let unknown = source.check_dump(dump)?;
    if !unknown.is_empty() {
        bail!(
            "{} has migrations of a newer Uplift: {}; bring it back with that one",
            dump.display(),
            unknown.join(", ")
        );
    }
    Ok(fs::metadata(dump).with_context(|| format!("{} cannot be read", dump.display()))?.len())
}

/// Copies a database file to beside its place and checks it there. Tells its rows and its bytes.
fn stage_database(copy: &Path, place: &Path) -> Result<(i64, u64)> {
    for taken in files_of(place) {
        if taken.exists() && !is_blank(&taken) {
            bail!("{} exists: a copy is brought back only into an empty place", taken.display());
        }
    }
    create_folder(&parent(place)).with_context(|| format!("{} cannot be made", parent(place).display()))?;
    let staged = beside(place);
    remove_database(&staged);
    let bytes = copy_file(copy, &staged)?;
    let source = embedded(&staged)?;
    let rows = source.check().and_then(|()| source.rows());
    let rows = rows.with_context(|| format!("{} is damaged", copy.display()))?;
    let state = source.state().with_context(|| copy.display().to_string())?;
    if !state.foreign.is_empty() {
        let (copy, tables) = (copy.display(), state.foreign.join(", "));
        bail!("{copy} is no database of Uplift's, it holds {tables}: name a folder that `uplift backup` made");
    }
    state.refuse_others().with_context(|| copy.display().to_string())?;
    flush(&staged)?;
    Ok((rows, bytes))
}

/// Puts files in their place, where what an attempt that was killed had brought is replaced: the database was found
/// empty, so that no record names any of it.
fn put_files(staged: &Path, place: &Path, claim: &Claim<'_>, named: &Named) -> Result<()> {
    claim.clear()?;
    if !staged.exists() {
        return Ok(());
    }
    claim.make(named.keys())?;
    let put = fs::rename(staged, place);
    let put = put.with_context(|| format!("{} cannot be put in place ({BENEATH})", place.display()));
    put.inspect_err(|_| claim.remove())?;
    flush(&parent(place)).inspect_err(|_| {
        remove_files(place, named.keys());
        claim.remove();
    })
}

/// Puts the database in its place, and tells its rows. Where the files of the one that it is a copy of are in the
/// same bucket, it is another installation.
fn put_database(settings: &Settings, folder: &Path, rows: i64) -> Result<i64> {
    let shares_files = settings.attachments.folder().is_none();
    let set_apart = |source: &Source| if shares_files { source.become_another_installation() } else { Ok(()) };
    match settings.source.file() {
        Some(file) => {
            set_apart(&embedded(&beside(file))?)?;
            take_place(file)?;
            Ok(rows)
        }
        None => {
            settings.source.restore_dump(&folder.join(DUMP))?;
            // At once: until then it is the service that was copied.
            set_apart(&settings.source).map_err(|error| {
                anyhow!(
                    "the records are back, and would sweep files of the service that was copied ({error:#}): empty the \
                    database and bring them back again"
                )
            })?;
            settings.source.rows()
        }
    }
}

/// Puts the database file that was made ready in its place.
fn take_place(place: &Path) -> Result<()> {
    for blank in files_of(place).iter().filter(|it| is_blank(it)) {
        fs::remove_file(blank).with_context(|| format!("{} cannot be removed", blank.display()))?;
    }
    give_name(&beside(place), place).with_context(|| format!("{} cannot be put in place", place.display()))?;
    flush(&parent(place)).inspect_err(|_| remove_database(place))
}

/// Whether a file is there and holds nothing, as a start leaves it that had no room for its database.
fn is_blank(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|found| found.is_file() && found.len() == 0)
}

/// Where something is made ready before it takes its place.
fn beside(place: &Path) -> PathBuf {
    with_suffix(place, ".restoring")
}

fn embedded(file: &Path) -> Result<Source> {
    Source::parse(&format!("sqlite://{}", file.display()))
}
