//! `uplift team export` and `uplift team import`: a team in one file, and a new team made of it.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Seek as _, Write};
use std::path::Path;
use std::time::Instant;

use actix_web::rt::{System, SystemRunner};
use anyhow::{Context, Result, anyhow, bail};
use serde_json::json;
use uplift_archive::{ArchiveReader, ArchiveWriter};
use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::archive::{
    ArchiveTable, ArchivedFile, Checked, Contents, Exported, Imported, Written, import as bring_in,
};
use uplift_domain::file::{FileKey, StoredFile};
use uplift_domain::ports::Files;
use uplift_domain::record::{FieldError, Name, Time};
use uplift_storage::{FolderLock, PATIENCE, hold_still};

use crate::files::{self, Owners, store_error};
use crate::output::Output;
use crate::paths::{give_name, locked, parent, with_suffix};
use crate::settings::Settings;
use crate::workspace::{Workspace, attempt, readable_error};

/// Writes everything that a team has into a new file, which has its name only once it is whole.
pub(crate) fn export(workspace: &Workspace, settings: &Settings, output: Output, id: i64, path: &Path) -> Result<()> {
    if path.exists() {
        bail!("{} exists: name a new file", path.display());
    }
    let store = files::open(settings, &workspace.database)?;
    let unfinished = with_suffix(path, ".unfinished");
    let made = locked(&unfinished).with_context(|| format!("{} cannot be made", unfinished.display()))?;
    let Some(made) = made else {
        let shown = path.display();
        bail!("another `uplift team export` is writing {shown}: wait until it has ended, or name another file");
    };
    // What the database names from here on stays until it is copied, whoever deletes it meanwhile.
    let written = held_still(settings).and_then(|_still| {
        let exported = write(workspace, &store, id, (unfinished.as_path(), &made))?;
        give_name(&unfinished, path).with_context(|| format!("{} cannot be named", path.display()))?;
        // That it has its name is to outlast a power cut too.
        File::open(parent(path)).and_then(|folder| folder.sync_all())?;
        Ok(exported)
    });
    if written.is_err() {
        // What cannot be removed is overwritten by the next attempt.
        let _ = fs::remove_file(&unfinished);
    }
    let exported = written?;
    let (records, files) = (exported.records(), exported.files.len());
    let bytes = fs::metadata(path)?.len();
    let shown = path.display().to_string();
    let document = json!({"export": {"path": shown, "records": records, "files": files, "bytes": bytes}});
    output.print(&document, || format!("team {id} is in {shown}: {records} records, {files} files, {bytes} bytes"))
}

/// The files in a folder, held still; those in a bucket are not.
fn held_still(settings: &Settings) -> Result<Option<FolderLock>> {
    let still = settings.attachments.folder().map(hold_still).transpose();
    still.with_context(|| format!("{} cannot be locked", settings.attachments))
}

fn write(
    workspace: &Workspace,
    store: &std::sync::Arc<dyn Files>,
    id: i64,
    (path, file): (&Path, &File),
) -> Result<Exported> {
    let lines = file.try_clone()?;
    let (writer, exported, now) = workspace.read(move |tx| {
        let now = tx.now();
        let file = emptied(&lines).map_err(|error| unwritable(&error))?;
        let mut lines = Lines { writer: ArchiveWriter::default(), file };
        let exported = Contents::of(tx, TeamId::new(id))?.write(tx, &mut lines)?;
        Ok((lines.writer, exported, now))
    })?;
    let finished = finish(writer, &exported, now, store, file);
    finished.map_err(|unfinished| match unfinished {
        Unfinished::Target(error) => anyhow!(error).context(format!("{} cannot be written", path.display())),
        Unfinished::File(key, error) => {
            let whose = Owners::of(&workspace.database).map_or_else(|_| String::new(), |owners| owners.whose(&key));
            error.context(format!("the file {}{whose} cannot be exported", key.0))
        }
    })?;
    Ok(exported)
}

/// The file, with nothing in it: a read that lost its connection is begun anew.
fn emptied(file: &File) -> io::Result<File> {
    let mut file = file.try_clone()?;
    file.set_len(0)?;
    file.rewind()?;
    Ok(file)
}

/// Why an archive was not written to its end.
enum Unfinished {
    Target(io::Error),
    /// A file that is not to be had, or not what was stored.
    File(FileKey, anyhow::Error),
}

impl From<io::Error> for Unfinished {
    fn from(error: io::Error) -> Self {
        Self::Target(error)
    }
}

/// Writes what follows the lines.
fn finish(
    mut writer: ArchiveWriter,
    exported: &Exported,
    now: Time,
    store: &std::sync::Arc<dyn Files>,
    mut file: &File,
) -> Result<(), Unfinished> {
    let runtime = System::new();
    let mut begun: Option<&StoredFile> = None;
    // What an entry holds is looked at when it ends.
    let ended = |begun: Option<&StoredFile>, error: io::Error| match begun {
        Some(stored) => Unfinished::File(stored.key.clone(), error.into()),
        None => Unfinished::Target(error),
    };
    for stored in &exported.files {
        writer.begin(&ArchivedFile::path_of(stored)).map_err(|error| ended(begun, error))?;
        begun = Some(stored);
        let unread = |trouble| Unfinished::File(stored.key.clone(), store_error(trouble));
        let mut chunks = runtime.block_on(store.read(&stored.key, 0..stored.size)).map_err(unread)?;
        while let Some(piece) = runtime.block_on(chunks.next()).map_err(unread)? {
            writer.write(&piece)?;
            file.write_all(&writer.take())?;
        }
    }
    let end = writer.finish(|files| exported.manifest(now, files)).map_err(|error| ended(begun, error))?;
    file.write_all(&end)?;
    Ok(file.sync_all()?)
}

/// The lines of an archive, on their way into its file.
struct Lines {
    writer: ArchiveWriter,
    file: File,
}

impl Written for Lines {
    fn begin(&mut self, path: &str) -> Result<(), Refusal> {
        self.writer.begin(path).map_err(|error| unwritable(&error))
    }

    fn lines(&mut self, lines: &[u8]) -> Result<(), Refusal> {
        let written = self.writer.write(lines).and_then(|()| self.file.write_all(&self.writer.take()));
        written.map_err(|error| unwritable(&error))
    }
}

fn unwritable(error: &io::Error) -> Refusal {
    Refusal::Unwritable(format!("the archive cannot be written: {error}"))
}

/// Makes a new team of an archive, once all of it was looked through.
pub(crate) fn import(
    workspace: &Workspace,
    settings: &Settings,
    output: Output,
    path: &Path,
    name: Option<Name>,
) -> Result<()> {
    let tables = workspace.read(|tx| Ok(tx.archive_tables()))?;
    let (reader, checked) = look_through(path, &tables).map_err(|refusal| readable_error(&refusal))?;
    let files = checked.files.len();
    let store = files::open(settings, &workspace.database)?;
    let runtime = System::new();
    // A server would remove what waits long for the record that names it.
    let still = held_still(settings)?;
    let mut stored = Stored { store: &*store, runtime: &runtime, keys: HashMap::new(), still, since: Instant::now() };
    let Imported { team, records } = stored.bring_in(workspace, reader, checked, name)?;
    let document = json!({"import": {"team": {"id": team.get()}, "records": records, "files": files}});
    output.print(&document, || format!("team {} is made: {records} records, {files} files", team.get()))
}

/// The refusal of an import during which a sweep may have removed files of it.
fn took_too_long() -> Refusal {
    let why = "takes longer than files in a bucket wait for their records: import it over a faster connection.";
    Refusal::field("archive", &FieldError::Otherwise(why.to_owned()))
}

fn look_through(path: &Path, tables: &[ArchiveTable]) -> Result<(ArchiveReader, Checked), Refusal> {
    let lines: Vec<String> = tables.iter().map(ArchiveTable::file).collect();
    let mut reader = ArchiveReader::open(path, &lines)?;
    let manifest = reader.manifest().clone();
    let checked = Checked::of(tables, &manifest, &mut reader)?;
    Ok((reader, checked))
}

/// The files of an archive that are in the store and that no record names yet.
struct Stored<'s> {
    store: &'s dyn Files,
    runtime: &'s SystemRunner,
    keys: HashMap<String, FileKey>,
    /// What keeps them there; of those in a bucket there is nothing.
    still: Option<FolderLock>,
    /// When none of them was there yet.
    since: Instant,
}

impl Stored<'_> {
    fn bring_in(
        &mut self,
        workspace: &Workspace,
        mut reader: ArchiveReader,
        checked: Checked,
        name: Option<Name>,
    ) -> Result<Imported> {
        let kept = checked.files.iter().try_for_each(|(hash, _)| {
            let bytes = reader.file(hash).map_err(|refusal| readable_error(&refusal))?;
            self.keep(hash, &bytes)
        });
        if kept.is_err() {
            self.remove();
        }
        kept?;
        let (keys, since, may_go) = (self.keys.clone(), self.since, self.still.is_none() && !self.keys.is_empty());
        let outcome = attempt(&workspace.database, move |tx| {
            let imported = bring_in(tx, &checked, &mut reader, &keys, name.clone())?;
            // Whoever sweeps from here on waits for this transaction.
            if may_go && since.elapsed() > PATIENCE { Err(took_too_long()) } else { Ok(imported) }
        })?;
        let certain = match &outcome {
            Ok(_) => false,
            // Whether it was committed is not known: only a sweep can tell.
            Err(Refusal::Fault(_) | Refusal::Unavailable(_)) => false,
            Err(_) => true,
        };
        if certain {
            self.remove();
        }
        outcome.map_err(|refusal| readable_error(&refusal))
    }

    fn keep(&mut self, hash: &str, bytes: &[u8]) -> Result<()> {
        let (store, runtime) = (self.store, self.runtime);
        let mut upload = runtime.block_on(store.begin()).map_err(store_error)?;
        runtime.block_on(upload.write(bytes)).map_err(store_error)?;
        let StoredFile { key, hash: kept, .. } = runtime.block_on(upload.finish()).map_err(store_error)?;
        self.keys.insert(hash.to_owned(), key);
        if kept == hash { Ok(()) } else { bail!("the archive has other bytes in files/{hash} than before") }
    }

    fn remove(&mut self) {
        self.still = None;
        for key in std::mem::take(&mut self.keys).into_values() {
            self.runtime.block_on(files::remove(self.store, &key));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_of_what_is_begun_anew() {
        let path = std::env::temp_dir().join(format!("uplift-begun-{}", std::process::id()));
        let made = File::create(&path).unwrap();
        for text in ["the first attempt", "the second"] {
            emptied(&made).unwrap().write_all(text.as_bytes()).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "the second");
        fs::remove_file(path).unwrap();
    }
}
