//! How an export is answered: a job reads over one snapshot into a spool and goes on after the answer has begun, whose
//! body is taken from the spool as it grows.

use std::io;
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;

use actix_web::http::Method;
use actix_web::web::Bytes;
use tokio::time::timeout;
use uplift_domain::Refusal;
use uplift_domain::access::Caller;
use uplift_domain::ports::{Cancellation, Reach, ReadTx};

use super::disk_budget::DISK_BUDGET;
use super::slots::ExportSlot;
use super::spool::{SpoolReader, SpoolWriter, spool};
use crate::connections::{Connection, connection};
use crate::jobs;
use crate::operations::authed::AuthedRequest;

/// What the reading job of an export does.
pub(super) trait SpooledExport: Send + 'static {
    /// What the headers of the answer tell.
    type Found: Copy + Send + 'static;

    /// Refuses what names something that is not there.
    fn check(&self, _tx: &mut dyn ReadTx, _caller: &Caller) -> Result<(), Refusal> {
        Ok(())
    }

    /// Finds what there is to export.
    fn find(&mut self, tx: &mut dyn ReadTx, caller: &Caller) -> Result<Self::Found, Refusal>;

    /// Fills the spool, and begins the answer once it is known that it can be read at all.
    fn fill(
        &mut self,
        tx: &mut dyn ReadTx,
        caller: &Caller,
        found: Self::Found,
        spool: &mut SpoolWriter,
        begin: &mut dyn FnMut(),
    ) -> Result<(), Refusal>;
}

/// What was found and, unless only the headers are asked for, the body, with the slot that it holds.
type Begun<T> = (T, Option<(SpoolReader, ExportSlot)>);

/// Begins to read an export, in a slot that it has already or takes once it is known what is exported.
///
/// # Errors
/// When it is refused before its answer begins.
pub(super) async fn begin<E: SpooledExport>(
    authed: &AuthedRequest<'_>,
    mut slot: Option<ExportSlot>,
    mut export: E,
) -> Result<(E::Found, Option<SpooledBody>), Refusal> {
    let (bearer, slots) = (Arc::clone(&authed.bearer), authed.state.exports.clone());
    let is_head = authed.request.method() == Method::HEAD;
    let mut has_begun = false;
    let work = move |tx: &mut dyn ReadTx, tell: &mut dyn FnMut(Begun<E::Found>)| {
        if has_begun {
            // What is read after it was lost once would come twice.
            return Err(Refusal::Fault("an export cannot be begun twice".to_owned()));
        }
        let caller = &bearer.caller;
        export.check(tx, caller)?;
        if slot.is_none() && !is_head {
            slot = Some(slots.take(caller.team)?);
        }
        DISK_BUDGET.check()?;
        let found = export.find(tx, caller)?;
        let Some(slot) = slot.take() else {
            tell((found, None));
            return Ok(());
        };
        let (mut writer, reader) = spool();
        let mut body = Some((reader, slot));
        let mut begin = || {
            if let Some(body) = body.take() {
                has_begun = true;
                tell((found, Some(body)));
            }
        };
        export.fill(tx, caller, found, &mut writer, &mut begin)?;
        begin();
        writer.finish();
        Ok(())
    };
    let cancellation = Cancellation::default();
    let reach = if is_head { Reach::Search } else { Reach::Export };
    let reading = (reach, cancellation.clone());
    let (found, body) = jobs::begin(&authed.state.database, authed.requester(), reading, work).await?;
    let body = body.map(|(spool, slot)| SpooledBody {
        spool,
        connection: connection(authed.request),
        cancellation,
        _slot: slot,
    });
    Ok((found, body))
}

/// What is taken of an export. For as long as it is there, its team has a slot less.
pub(super) struct SpooledBody {
    spool: SpoolReader,
    connection: Option<Rc<Connection>>,
    cancellation: Cancellation,
    _slot: ExportSlot,
}

impl SpooledBody {
    /// The next bytes; `None` at the end. While nothing is written a closed connection goes unnoticed, so it is checked.
    ///
    /// # Errors
    /// When the spool is broken, or the client is gone.
    pub(super) async fn next(&mut self) -> io::Result<Option<Bytes>> {
        let mut next = pin!(self.spool.next());
        loop {
            if let Ok(taken) = timeout(jobs::POLL_INTERVAL, &mut next).await {
                return taken;
            }
            if self.connection.as_ref().is_some_and(|it| it.is_lost()) {
                return Err(io::Error::other("its client left"));
            }
        }
    }
}

impl Drop for SpooledBody {
    /// Nobody takes what is still read.
    fn drop(&mut self) {
        self.cancellation.cancel();
    }
}
