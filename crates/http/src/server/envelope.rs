//! The envelope: what every answer carries.

use std::rc::Rc;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Uri;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue, X_CONTENT_TYPE_OPTIONS};
use actix_web::middleware::Next;

use crate::connections::Connection;
use crate::request_id::{REQUEST_ID, RequestId};
use crate::server::access::{Answer, Served};

/// A path with a slash at its end is the same as without.
fn without_last_slash(request: &mut ServiceRequest) {
    let Some(path) = request.path().strip_suffix('/').filter(|it| !it.is_empty() && !it.ends_with('/')) else { return };
    let path = request.uri().query().map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"));
    let mut parts = request.uri().clone().into_parts();
    parts.path_and_query = path.parse().ok();
    if let Ok(uri) = Uri::from_parts(parts) {
        request.match_info_mut().get_mut().update(&uri);
        request.head_mut().uri = uri;
    }
}

/// Puts a request's answer into its envelope.
pub(crate) async fn wrap<B: MessageBody + Unpin>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<Answer<B>>, Error> {
    let in_service = request.conn_data::<Rc<Connection>>().map(Connection::begin);
    without_last_slash(&mut request);
    let id = RequestId::give(&request);
    let mut served = Served::begin(&request, id.clone());

    let mut response = next.call(request).await?;
    served.answered(&response);
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache, private"));
    }
    headers.insert(REQUEST_ID, id);
    Ok(response.map_body(|_, body| Answer::to(in_service, served, body)))
}
