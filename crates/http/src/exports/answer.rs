//! The answer to a request for an export: what it is of comes first, its records as they are read.

use std::io;
use std::ops::Range;

use actix_web::http::header::HeaderName;
use actix_web::web::Bytes;
use futures_util::stream;
use uplift_domain::access::{Caller, Right};
use uplift_domain::ports::ReadTx;
use uplift_domain::record::Id;
use uplift_domain::{Form, Kind, Refusal};

use super::export::{Export, ExportEndpoint, ExportRequest, ListOf};
use super::format::{Format, dated_file};
use super::sheet::Sheet;
use super::spool::SpoolWriter;
use super::spooled::{SpooledBody, SpooledExport, begin};
use crate::answer::csv;
use crate::answer::json_writer::AnswerContext;
use crate::operations::authed::AuthedRequest;
use crate::operations::kinds::read_endpoint;
use crate::operations::records::list_parameters;
use crate::operations::reply::Reply;
use crate::request::query::Query;

/// How many records an export has, or how many rows a table.
pub(crate) const TOTAL: HeaderName = HeaderName::from_static("x-total-count");

/// How many records are read at once.
const PART: usize = 200;

/// Answers a request for an export.
pub(crate) async fn answer(authed: AuthedRequest<'_>, endpoint: &'static dyn ExportEndpoint) -> Result<Reply, Refusal> {
    let form = endpoint.is_of_form().then(|| authed.id(Kind::Form)).transpose()?;
    if let Some(form) = form {
        authed.find::<Form>(form).await?;
    }
    authed.caller().permit_export()?;
    if let ListOf::Kind(kind) = endpoint.list()
        && let Some(endpoint) = read_endpoint(kind)
    {
        endpoint.permit(authed.caller(), Right::Read)?;
    }
    let query = Query::parse(authed.request.query_string());
    let format = Format::of(&query);
    let mut parameters = list_parameters(&query);
    parameters.includes.clear();
    (parameters.number, parameters.size) = (None, None);
    let request = ExportRequest { caller: authed.caller(), query: &query, parameters, form: form.map(Id::new) };
    let (export, format) = (endpoint.ask(&request)?, format?);

    let name = endpoint.name();
    let export = RecordsExport { export, format, name: name.clone(), context: authed.context() };
    let (total, body) = begin(&authed, None, export).await?;
    let mut answer = dated_file(authed.caller(), format.content_type(), &name, format.name());
    answer.insert_header((TOTAL, total.to_string()));
    Ok(Reply::File(answer.streaming(stream::try_unfold(body, next))))
}

/// The next bytes. After an error there are none: the connection is cut, so that no part passes for the whole.
async fn next(body: Option<SpooledBody>) -> io::Result<Option<(Bytes, Option<SpooledBody>)>> {
    let Some(mut body) = body else { return Ok(None) };
    Ok(body.next().await?.map(|bytes| (bytes, Some(body))))
}

/// Records that are exported in a format.
struct RecordsExport {
    export: Box<dyn Export>,
    format: Format,
    name: String,
    context: AnswerContext,
}

impl SpooledExport for RecordsExport {
    /// How many there are.
    type Found = usize;

    fn check(&self, tx: &mut dyn ReadTx, caller: &Caller) -> Result<(), Refusal> {
        self.export.check(tx, caller)
    }

    fn find(&mut self, tx: &mut dyn ReadTx, caller: &Caller) -> Result<usize, Refusal> {
        let total = self.export.begin(tx, caller, self.format.most())?;
        self.format.check(total)?;
        Ok(total)
    }

    /// The answer begins with the first part.
    fn fill(
        &mut self,
        tx: &mut dyn ReadTx,
        caller: &Caller,
        total: usize,
        spool: &mut SpoolWriter,
        begin: &mut dyn FnMut(),
    ) -> Result<(), Refusal> {
        let columns = self.export.columns();
        let export = &mut self.export;
        match self.format {
            Format::Csv { bom } => {
                spool.push(csv::begun(bom, &columns))?;
                each_part(tx, total, begin, |tx, places| spool.push(csv::rows(&export.rows(tx, caller, places)?)))
            }
            Format::Xlsx => {
                let mut sheet = Sheet::new(&self.name, &columns)?;
                each_part(tx, total, begin, |tx, places| {
                    let rows = export.rows(tx, caller, places)?;
                    spool.push(sheet.push(&rows)?)
                })?;
                spool.push(sheet.finish()?)
            }
            Format::Json | Format::Ndjson => {
                let (open, between, close): (&[u8], &[u8], &[u8]) = match self.format {
                    Format::Ndjson => (b"", b"\n", if total == 0 { b"" } else { b"\n" }),
                    Format::Json | Format::Csv { .. } | Format::Xlsx => (b"[", b",", b"]"),
                };
                spool.push(open.to_vec())?;
                each_part(tx, total, begin, |tx, places| {
                    let mut bytes = if places.start == 0 { Vec::new() } else { between.to_vec() };
                    let objects = export.objects(tx, caller, &self.context, places)?;
                    bytes.extend(objects.join(between));
                    spool.push(bytes)
                })?;
                spool.push(close.to_vec())
            }
        }
    }
}

/// Does something with all records, part by part. Where a part is more than may be read at once, it is halved.
fn each_part(
    tx: &mut dyn ReadTx,
    total: usize,
    begin: &mut dyn FnMut(),
    mut act: impl FnMut(&mut dyn ReadTx, Range<usize>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let (mut from, mut size) = (0, PART);
    while from < total {
        tx.begin_part()?;
        let to = (from + size).min(total);
        match act(tx, from..to) {
            Err(Refusal::AnswerTooLarge(_)) if size > 1 => size /= 2,
            outcome => {
                outcome?;
                begin();
                from = to;
                size = (size * 2).min(PART);
            }
        }
    }
    Ok(())
}
