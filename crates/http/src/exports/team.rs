//! The export of a whole team, as an archive: its lines are read over one snapshot into a spool, then the files of its
//! attachments follow as they are taken.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpResponse, web::Bytes};
use futures_util::stream;
use tokio::sync::oneshot;
use uplift_archive::ArchiveWriter;
use uplift_domain::Refusal;
use uplift_domain::access::{Bearer, BillingMode, Right, Rights};
use uplift_domain::archive::{ArchivedFile, Exported, Plan, Written, log_export};
use uplift_domain::period::today;
use uplift_domain::ports::{Cancellation, Chunks, Files, Reach, ReadTx, StoreError};
use uplift_domain::record::Time;

use super::answer::{Ending, LONGEST};
use super::disk_budget::DISK_BUDGET;
use super::format::ZIP;
use super::places::{Place, Places};
use super::spool::{SpoolReader, SpoolWriter, spoiled, spool};
use crate::admit::authority::now;
use crate::operations::authed::AuthedRequest;
use crate::operations::jobs;
use crate::operations::reply::Reply;

/// Answers a request for the archive of the team.
pub(crate) async fn answer_team(authed: AuthedRequest<'_>) -> Result<Reply, Refusal> {
    let caller = authed.caller();
    caller.permit(Rights::Settings, Right::Update, &[])?;
    let head = authed.request.method() == Method::HEAD;
    let cancellation = Cancellation::default();
    let ending = Ending::new(&authed, cancellation.clone());
    let reach = if head { Reach::Search } else { Reach::Export };
    let mut run =
        Run { bearer: Arc::clone(&authed.bearer), places: Arc::clone(&authed.state.exports), head, told: false };
    let work = move |tx: &mut dyn ReadTx, tell: &mut dyn FnMut(Option<Begun>)| run.carry_out(tx, tell);
    let begun = jobs::begin(&authed.state.database, authed.requester(), (reach, cancellation), work).await?;
    if begun.is_some() && authed.bearer.billing.mode_at(now()) != BillingMode::Blocked {
        let bearer = Arc::clone(&authed.bearer);
        let log = move |tx: &mut dyn uplift_domain::ports::WriteTx| log_export(tx, &bearer.caller);
        jobs::write(&authed.state.database, authed.owner(), log).await?;
    }
    let day = today(now(), caller.timezone.rules());
    let mut answer = HttpResponse::build(StatusCode::OK);
    answer.insert_header((CONTENT_TYPE, ZIP));
    answer.insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"team-{day}.zip\"")));
    let files = Arc::clone(&authed.state.files);
    let body = begun.map(|Begun { taking, rest, place }| Body {
        stage: Stage::Lines(taking, rest),
        files,
        _place: place,
        ending,
    });
    Ok(Reply::File(answer.streaming(stream::unfold(body, next))))
}

/// What is known of an archive once its lines are on their way.
struct Begun {
    taking: SpoolReader,
    rest: oneshot::Receiver<Rest>,
    place: Place,
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

/// What the reading job of an archive does.
struct Run {
    bearer: Arc<Bearer>,
    places: Arc<Places>,
    head: bool,
    /// Whether its answer has begun: what is read after it was lost once would come twice.
    told: bool,
}

impl Run {
    fn carry_out(&mut self, tx: &mut dyn ReadTx, tell: &mut dyn FnMut(Option<Begun>)) -> Result<(), Refusal> {
        if self.told {
            return Err(Refusal::Fault("an export cannot be begun twice".to_owned()));
        }
        if self.head {
            tell(None);
            return Ok(());
        }
        let began = Instant::now();
        let team = self.bearer.caller.team;
        let place = self.places.take(team)?;
        DISK_BUDGET.check()?;
        let plan = Plan::of(tx, team)?;
        self.told = true;
        let (filling, taking) = spool();
        let (tell_rest, rest) = oneshot::channel();
        tell(Some(Begun { taking, rest, place }));
        let mut lines = Lines { writer: ArchiveWriter::default(), filling, began };
        let exported = plan.write(tx, &mut lines)?;
        let Lines { writer, filling, .. } = lines;
        // Where nobody takes it any more, there is no rest.
        let _ = tell_rest.send(Rest { writer, exported, exported_at: tx.now(), begun: 0, chunks: None });
        filling.finish();
        Ok(())
    }
}

/// The lines of an archive, on their way into the spool.
struct Lines {
    writer: ArchiveWriter,
    filling: SpoolWriter,
    began: Instant,
}

impl Written for Lines {
    fn begin(&mut self, path: &str) -> Result<(), Refusal> {
        self.writer.begin(path).map_err(|error| spoiled(&error))
    }

    fn lines(&mut self, lines: &[u8]) -> Result<(), Refusal> {
        if self.began.elapsed() > LONGEST {
            return Err(Refusal::TooLong);
        }
        self.writer.write(lines).map_err(|error| spoiled(&error))?;
        self.filling.push(self.writer.take())
    }
}

/// The body of an answer, which holds its place for as long as it is on its way.
struct Body {
    stage: Stage,
    files: Arc<dyn Files>,
    _place: Place,
    ending: Ending,
}

enum Stage {
    Lines(SpoolReader, oneshot::Receiver<Rest>),
    Files(Box<Rest>),
    End,
}

/// The next bytes. After an error there are none: the connection is cut, so that no part passes for the whole.
async fn next(body: Option<Body>) -> Option<(io::Result<Bytes>, Option<Body>)> {
    let mut body = body?;
    match body.next().await {
        Ok(bytes) => Some((Ok(bytes?), Some(body))),
        Err(error) => {
            log::warn!("the archive of a team was cut before its end: {error}");
            Some((Err(error), None))
        }
    }
}

impl Body {
    async fn next(&mut self) -> io::Result<Option<Bytes>> {
        loop {
            match &mut self.stage {
                Stage::Lines(taking, rest) => match self.ending.next(taking).await? {
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
