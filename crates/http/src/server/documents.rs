//! The documents as an installation serves them: each names the address that clients call.

use std::sync::OnceLock;

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::Value;

use super::coding::Unchanging;
use crate::openapi::{document, earlier_document, set_base};

/// Both versions of the document, written when they are first asked for.
pub(crate) struct Documents {
    /// The public base address, where the installation is told one.
    base_url: Option<String>,
    current: OnceLock<Unchanging>,
    earlier: OnceLock<Unchanging>,
}

impl Documents {
    pub(crate) fn new(base_url: Option<String>) -> Self {
        Self { base_url, current: OnceLock::new(), earlier: OnceLock::new() }
    }

    /// The document in version 3.1.
    pub(crate) fn current(&self, request: &HttpRequest) -> Result<HttpResponse, actix_web::Error> {
        self.current.get_or_init(|| self.served(document())).answer(request)
    }

    /// The document in version 3.0.
    pub(crate) fn earlier(&self, request: &HttpRequest) -> Result<HttpResponse, actix_web::Error> {
        self.earlier.get_or_init(|| self.served(earlier_document())).answer(request)
    }

    fn served(&self, mut document: Value) -> Unchanging {
        if let Some(base_url) = &self.base_url {
            set_base(&mut document, base_url);
        }
        Unchanging::json(Bytes::from(document.to_string()))
    }
}
