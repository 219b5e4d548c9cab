//! An exchange: what is noted of a request while it is served, for the log and the metrics.

use std::cell::Cell;
use std::rc::Rc;

use actix_web::dev::ServiceRequest;
use actix_web::{HttpMessage, HttpRequest};
use uplift_domain::Key;
use uplift_domain::access::{Bearer, TeamId};
use uplift_domain::record::Id;

#[derive(Default)]
pub(crate) struct Exchange {
    /// The path of the operation, below the base address.
    operation: Cell<Option<&'static str>>,
    caller: Cell<Option<(TeamId, Id<Key>)>>,
}

impl Exchange {
    /// Begins one, which is found by its request from then on.
    pub(crate) fn begin(request: &ServiceRequest) -> Rc<Self> {
        let exchange = Rc::<Self>::default();
        request.extensions_mut().insert(Rc::clone(&exchange));
        exchange
    }

    pub(crate) fn operation(&self) -> Option<&'static str> {
        self.operation.get()
    }

    pub(crate) fn caller(&self) -> Option<(TeamId, Id<Key>)> {
        self.caller.get()
    }
}

/// Notes which operation a request is for, by its path below the base address.
pub(crate) fn note_operation(request: &HttpRequest, path: &'static str) {
    if let Some(exchange) = request.extensions().get::<Rc<Exchange>>() {
        exchange.operation.set(Some(path));
    }
}

/// Notes whose key a request shows. Whatever becomes of it, the key is good.
pub(crate) fn note_caller(request: &HttpRequest, bearer: &Bearer) {
    if let Some(exchange) = request.extensions().get::<Rc<Exchange>>() {
        exchange.caller.set(Some((bearer.caller.team, bearer.key.id)));
    }
}
