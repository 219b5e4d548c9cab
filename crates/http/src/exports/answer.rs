//! The answer to a request for an export: what it is of comes first, its records as they are read.

use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpResponse, web::Bytes};
use futures_util::stream;
use tokio::time::timeout;
use uplift_domain::access::Right;
use uplift_domain::period::today;
use uplift_domain::ports::{Cancellation, Reach, ReadTx};
use uplift_domain::record::Id;
use uplift_domain::{Form, Kind, Refusal};

use super::disk_budget::DISK_BUDGET;
use super::export::{Export, Exporting, Question};
use super::format::Format;
use super::places::Place;
use super::sheet::Sheet;
use super::spool::{SpoolReader, SpoolWriter, spool};
use crate::admit::authority::now;
use crate::answer::csv;
use crate::answer::json_writer::AnswerContext;
use crate::connections::{Connection, connection};
use crate::operations::addressed::path_id;
use crate::operations::authed::AuthedRequest;
use crate::operations::jobs;
use crate::operations::kinds::read_endpoint;
use crate::operations::records::asked;
use crate::operations::reply::Reply;
use crate::request::query::Query;

const TOTAL: HeaderName = HeaderName::from_static("x-total-count");

/// How many records are read at once.
const PART: usize = 200;

/// How long reading may take in all, beside the deadline that each part has: so long at most the snapshot is held.
pub(super) const LONGEST: Duration = Duration::from_secs(600);

/// What is known of an export once its records are found.
struct Begun {
    total: usize,
    /// Its bytes, and the place that it holds; nothing where only the headers are asked for.
    body: Option<(SpoolReader, Place)>,
}

/// Answers a request for an export.
pub(crate) async fn answer(authed: AuthedRequest<'_>, exporting: &'static dyn Exporting) -> Result<Reply, Refusal> {
    let named = authed.request.match_info().get(Kind::Form.singular()).unwrap_or_default();
    let form = exporting.is_of_form().then(|| path_id(Kind::Form, named)).transpose()?;
    if let Some(form) = form {
        authed.find::<Form>(form).await?;
    }
    authed.caller().permit_export()?;
    if let super::export::ListOf::Kind(kind) = exporting.list()
        && let Some(endpoint) = read_endpoint(kind)
    {
        endpoint.permit(authed.caller(), Right::Read)?;
    }
    let query = Query::parse(authed.request.query_string());
    let format = Format::of(&query);
    let mut parameters = asked(&query);
    parameters.includes.clear();
    (parameters.number, parameters.size) = (None, None);
    let question = Question { caller: authed.caller(), query: &query, asked: parameters, form: form.map(Id::new) };
    let (export, format) = (exporting.ask(&question)?, format?);

    let name = exporting.name();
    let cancellation = Cancellation::default();
    let head = authed.request.method() == Method::HEAD;
    let mut run = Run {
        export,
        format,
        name,
        context: authed.context(),
        bearer: Arc::clone(&authed.bearer),
        places: Arc::clone(&authed.state.exports),
        head,
        told: false,
    };
    let work = move |tx: &mut dyn ReadTx, tell: &mut dyn FnMut(Begun)| run.carry_out(tx, tell);
    let ending = Ending::new(&authed, cancellation.clone());
    let reach = if head { Reach::Search } else { Reach::Export };
    let begun = jobs::begin(&authed.state.database, authed.requester(), (reach, cancellation), work).await?;

    let day = today(now(), authed.caller().timezone.rules());
    let mut answer = HttpResponse::build(StatusCode::OK);
    answer.insert_header((CONTENT_TYPE, format.content_type()));
    answer.insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}-{day}.{}\"", format.name())));
    answer.insert_header((TOTAL, begun.total.to_string()));
    let body = begun.body.map(|(taking, place)| Body { taking, _place: place, ending });
    Ok(Reply::File(answer.streaming(stream::unfold(body, next))))
}

/// Ends the reading of an export that nobody takes any more.
pub(super) struct Ending {
    cancellation: Cancellation,
    connection: Option<Rc<Connection>>,
}

impl Ending {
    pub(super) fn new(authed: &AuthedRequest<'_>, cancellation: Cancellation) -> Self {
        Self { cancellation, connection: connection(authed.request) }
    }

    /// The next bytes. Where none come for a while, nothing fails to be written to a client that is gone: it is looked
    /// after.
    ///
    /// # Errors
    /// When the spool is broken, or the client is gone.
    pub(super) async fn next(&self, taking: &mut SpoolReader) -> std::io::Result<Option<Bytes>> {
        let mut next = pin!(taking.next());
        loop {
            if let Ok(taken) = timeout(jobs::LOOK, &mut next).await {
                return taken;
            }
            if self.connection.as_ref().is_some_and(|it| it.is_lost()) {
                return Err(std::io::Error::other("its client left"));
            }
        }
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.cancellation.cancel();
    }
}

/// The body of an answer, which holds its place for as long as it is on its way.
struct Body {
    taking: SpoolReader,
    _place: Place,
    ending: Ending,
}

/// The next bytes. After an error there are none: the connection is cut, so that no part passes for the whole.
async fn next(body: Option<Body>) -> Option<(std::io::Result<Bytes>, Option<Body>)> {
    let mut body = body?;
    match body.ending.next(&mut body.taking).await {
        Ok(bytes) => Some((Ok(bytes?), Some(body))),
        Err(error) => Some((Err(error), None)),
    }
}

/// What the reading job of an export does.
struct Run {
    export: Box<dyn Export>,
    format: Format,
    name: &'static str,
    context: AnswerContext,
    bearer: Arc<uplift_domain::access::Bearer>,
    places: Arc<super::places::Places>,
    head: bool,
    /// Whether its answer has begun: what is read after it was lost once would come twice.
    told: bool,
}

impl Run {
    fn carry_out(&mut self, tx: &mut dyn ReadTx, tell: &mut dyn FnMut(Begun)) -> Result<(), Refusal> {
        if self.told {
            return Err(Refusal::Fault("an export cannot be begun twice".to_owned()));
        }
        let caller = &self.bearer.caller;
        self.export.check(tx, caller)?;
        let place = if self.head { None } else { Some(self.places.take(caller.team)?) };
        DISK_BUDGET.check()?;
        let total = self.export.begin(tx, caller, self.format.most())?;
        self.format.check(total)?;
        let Some(place) = place else {
            tell(Begun { total, body: None });
            return Ok(());
        };
        let (filling, taking) = spool();
        let mut begun = Some(Begun { total, body: Some((taking, place)) });
        self.fill(tx, total, filling, &mut || begun.take().into_iter().for_each(&mut *tell))
    }

    /// Fills the spool, and begins the answer with the first part, so that what cannot be read at all is refused.
    fn fill(
        &mut self,
        tx: &mut dyn ReadTx,
        total: usize,
        mut filling: SpoolWriter,
        begin: &mut dyn FnMut(),
    ) -> Result<(), Refusal> {
        let columns = self.export.columns();
        match self.format {
            Format::Csv { bom } => {
                filling.push(csv::begun(bom, &columns))?;
                self.each_part(tx, total, begin, |it, tx, places| {
                    let rows = it.export.rows(tx, &it.bearer.caller, places)?;
                    filling.push(csv::rows(&rows))
                })?;
            }
            Format::Xlsx => {
                let mut sheet = Sheet::new(self.name, &columns)?;
                self.each_part(tx, total, begin, |it, tx, places| {
                    let rows = it.export.rows(tx, &it.bearer.caller, places)?;
                    filling.push(sheet.push(&rows)?)
                })?;
                filling.push(sheet.finish()?)?;
            }
            Format::Json | Format::Ndjson => {
                let (open, between, close): (&[u8], &[u8], &[u8]) = match self.format {
                    Format::Ndjson => (b"", b"\n", if total == 0 { b"" } else { b"\n" }),
                    Format::Json | Format::Csv { .. } | Format::Xlsx => (b"[", b",", b"]"),
                };
                filling.push(open.to_vec())?;
                self.each_part(tx, total, begin, |it, tx, places| {
                    let mut bytes = if places.start == 0 { Vec::new() } else { between.to_vec() };
                    let objects = it.export.objects(tx, &it.bearer.caller, &it.context, places)?;
                    bytes.extend(objects.join(between));
                    filling.push(bytes)
                })?;
                filling.push(close.to_vec())?;
            }
        }
        begin();
        filling.finish();
        Ok(())
    }

    /// Does something with all records, part by part. Where a part is more than may be read at once, it is halved.
    fn each_part(
        &mut self,
        tx: &mut dyn ReadTx,
        total: usize,
        begin: &mut dyn FnMut(),
        mut act: impl FnMut(&mut Self, &mut dyn ReadTx, std::ops::Range<usize>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let (began, mut from, mut size) = (Instant::now(), 0, PART);
        while from < total {
            if began.elapsed() > LONGEST {
                return Err(Refusal::TooLong);
            }
            tx.begin_part()?;
            let to = (from + size).min(total);
            match act(self, tx, from..to) {
                Err(Refusal::Invalid(_)) if size > 1 => size /= 2,
                outcome => {
                    outcome?;
                    self.told = true;
                    begin();
                    from = to;
                    size = (size * 2).min(PART);
                }
            }
        }
        Ok(())
    }
}
