//! The export of a whole team, as an archive: its lines are read over one snapshot into a spool, then the files of its
//! attachments follow as they are taken.

use std::io;
use std::sync::Arc;

use actix_web::http::Method;
use actix_web::web::Bytes;
use futures_util::stream;
use tokio::sync::oneshot;
use uplift_archive::ArchiveWriter;
use uplift_domain::Refusal;
use uplift_domain::access::{BillingMode, Caller, Right, Rights};
use uplift_domain::archive::{ArchivedFile, Contents, Exported, Written, log_export};
use uplift_domain::ports::{Chunks, Files, ReadTx, StoreError, WriteTx};
use uplift_domain::record::Time;

use super::format::{ZIP, dated_file};
use super::held_files::HeldFiles;
use super::spool::{SpoolWriter, spoiled};
use super::spooled::{SpooledBody, SpooledExport, begin};
use crate::clock::now;
use crate::jobs;
use crate::operations::authed::AuthedRequest;
use crate::operations::reply::Reply;

/// Answers a request for the archive of the team.
pub(crate) async fn answer_team(authed: AuthedRequest<'_>) -> Result<Reply, Refusal> {
    authed.caller().permit(Rights::Settings, Right::Update, &[])?;
    let team = authed.caller().team;
    let (slot, held) = if authed.request.method() == Method::HEAD {
        (None, None)
    } else {
        let slot = authed.state.exports.take(team)?;
        // Before what they are is read: whoever deletes one from here on knows.
        (Some(slot), Some(HeldFiles::of(&authed.state.database, team).await?))
    };
    let (tell_rest, rest) = oneshot::channel();
    let ((), body) = begin(&authed, slot, TeamExport { tell_rest: Some(tell_rest) }).await?;
    if body.is_some() && authed.bearer.billing.mode_at(now()) != BillingMode::Blocked {
        let bearer = Arc::clone(&authed.bearer);
        let log = move |tx: &mut dyn WriteTx| log_export(tx, &bearer.caller);
        jobs::write(&authed.state.database, authed.owner(), log).await?;
    }
    let files = Arc::clone(&authed.state.files);
    let body = body.map(|spooled| Body { spooled, stage: Stage::Lines(rest), files, _held: held });
    let mut answer = dated_file(authed.caller(), ZIP, "team", "zip");
    Ok(Reply::File(answer.streaming(stream::try_unfold(body, next))))
}

/// A team that is exported, and where what follows its lines is told.
struct TeamExport {
    tell_rest: Option<oneshot::Sender<Rest>>,
}

impl SpooledExport for TeamExport {
    type Found = ();

    fn find(&mut self, _tx: &mut dyn ReadTx, _caller: &Caller) -> Result<(), Refusal> {
        Ok(())
    }

    fn fill(
        &mut self,
        tx: &mut dyn ReadTx,
        caller: &Caller,
        (): (),
        spool: &mut SpoolWriter,
        begin: &mut dyn FnMut(),
    ) -> Result<(), Refusal> {
        let contents = Contents::of(tx, caller.team)?;
        begin();
        let mut lines = Lines { writer: ArchiveWriter::default(), spool };
        let exported = contents.write(tx, &mut lines)?;
        let rest = Rest { writer: lines.writer, exported, exported_at: tx.now(), begun: 0, chunks: None };
        if let Some(tell_rest) = self.tell_rest.take() {
            // Where nobody takes it any more, there is no rest.
            drop(tell_rest.send(rest));
        }
        Ok(())
    }
}

/// What follows the lines.
struct Rest {
    writer: ArchiveWriter,
    exported: Exported,
    exported_at: Time,
    /// How many files were begun, and what is left of the one that was begun last.
    begun: usize,
    chunks: Option<Box<dyn Chunks>>,
}

/// The lines of an archive, on their way into the spool.
struct Lines<'s> {
    writer: ArchiveWriter,
    spool: &'s mut SpoolWriter,
}

impl Written for Lines<'_> {
    fn begin(&mut self, path: &str) -> Result<(), Refusal> {
        self.writer.begin(path).map_err(|error| spoiled(&error))
    }

    fn lines(&mut self, lines: &[u8]) -> Result<(), Refusal> {
        self.writer.write(lines).map_err(|error| spoiled(&error))?;
        self.spool.push(self.writer.take())
    }
}

/// The body of an answer: the lines of the archive, then the files.
struct Body {
    spooled: SpooledBody,
    stage: Stage,
    files: Arc<dyn Files>,
    _held: Option<HeldFiles>,
}

enum Stage {
    Lines(oneshot::Receiver<Rest>),
    Files(Box<Rest>),
    End,
}

/// The next bytes. After an error there are none: the connection is cut, so that no part passes for the whole.
async fn next(body: Option<Body>) -> io::Result<Option<(Bytes, Option<Body>)>> {
    let Some(mut body) = body else { return Ok(None) };
    let cut = |error: &io::Error| log::warn!("the archive of a team was cut before its end: {error}");
    Ok(body.next().await.inspect_err(cut)?.map(|bytes| (bytes, Some(body))))
}

impl Body {
    async fn next(&mut self) -> io::Result<Option<Bytes>> {
        loop {
            match &mut self.stage {
                Stage::Lines(rest) => match self.spooled.next().await? {
                    Some(bytes) => return Ok(Some(bytes)),
                    None => self.stage = Stage::Files(Box::new(rest.await.map_err(io::Error::other)?)),
                },
                Stage::Files(rest) => match rest.next(&self.files).await? {
                    Some(bytes) if bytes.is_empty() => {}
                    Some(bytes) => return Ok(Some(bytes)),
                    None => {
                        let Stage::Files(rest) = std::mem::replace(&mut self.stage, Stage::End) else { continue };
                        let Rest { writer, exported, exported_at, .. } = *rest;
                        return writer.finish(|files| exported.manifest(exported_at, files)).map(|it| Some(it.into()));
                    }
                },
                Stage::End => return Ok(None),
            }
        }
    }
}

impl Rest {
    /// The next bytes of the files; `None` after the last of them.
    async fn next(&mut self, files: &Arc<dyn Files>) -> io::Result<Option<Bytes>> {
        if let Some(chunks) = &mut self.chunks {
            match chunks.next().await.map_err(|error| lost(&error))? {
                Some(piece) => self.writer.write(&piece)?,
                None => self.chunks = None,
            }
        } else {
            let Some(file) = self.exported.files.get(self.begun) else { return Ok(None) };
            self.begun += 1;
            self.writer.begin(&ArchivedFile::path_of(file))?;
            self.chunks = Some(files.read(&file.key, 0..file.size).await.map_err(|error| lost(&error))?);
        }
        Ok(Some(self.writer.take().into()))
    }
}

fn lost(error: &StoreError) -> io::Error {
    io::Error::other(error.text().to_owned())
}
