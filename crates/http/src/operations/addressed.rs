//! What a request addresses: the parameters that an operation is given in a path and in a query.
//!
//! An operation of the interface has them from the request that came in. A page for people asks several operations,
//! each with parameters of its own, in the course of one request.

use std::ops::Deref;

use actix_web::HttpRequest;
use actix_web::dev::{Path, Url};
use uplift_domain::record::FieldError;
use uplift_domain::{Kind, Refusal};

/// The parameters of a path.
#[derive(Clone, Copy)]
pub(crate) enum Parameters<'r> {
    /// Those that the router found in the path of the request.
    Found(&'r Path<Url>),
    /// These, by their names.
    Named(&'r [(&'r str, &'r str)]),
}

impl<'r> Parameters<'r> {
    /// The parameter of this name.
    pub(crate) fn get(self, name: &str) -> Option<&'r str> {
        match self {
            Self::Found(path) => path.get(name),
            Self::Named(named) => named.iter().find(|(known, _)| *known == name).map(|(_, value)| *value),
        }
    }
}

/// A request, with what an operation is asked in it. In all else it is the request that came in.
pub(crate) struct Addressed<'r> {
    request: &'r HttpRequest,
    parameters: Parameters<'r>,
    query: &'r str,
}

impl<'r> Addressed<'r> {
    /// What a request addresses by itself.
    pub(crate) fn of(request: &'r HttpRequest) -> Self {
        Self { request, parameters: Parameters::Found(request.match_info()), query: request.query_string() }
    }

    /// What is asked in the course of a request, with an encoded query.
    pub(crate) fn within(request: &'r HttpRequest, parameters: Parameters<'r>, query: &'r str) -> Self {
        Self { request, parameters, query }
    }

    pub(crate) fn query_string(&self) -> &'r str {
        self.query
    }

    pub(crate) fn match_info(&self) -> Parameters<'r> {
        self.parameters
    }
}

impl Deref for Addressed<'_> {
    type Target = HttpRequest;

    fn deref(&self) -> &HttpRequest {
        self.request
    }
}

/// Reads the id of a record out of a path.
pub(crate) fn path_id(kind: Kind, text: &str) -> Result<i64, Refusal> {
    let whole = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() && !text.starts_with('0');
    if !whole {
        let not_one = FieldError::Otherwise("must be a whole number from 1 up.".to_owned());
        return Err(Refusal::field(kind.singular(), &not_one));
    }
    // What no id can be is the id of no record.
    text.parse().map_err(|_overflow| Refusal::Missing { kind: kind.singular(), id: text.to_owned() })
}
