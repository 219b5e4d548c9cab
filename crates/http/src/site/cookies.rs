//! The cookies that a request brings.

use actix_web::HttpRequest;
use actix_web::http::header::COOKIE;

/// The values of the cookies of a name, in the order sent.
pub(super) fn cookies<'r>(request: &'r HttpRequest, name: &'static str) -> impl Iterator<Item = &'r str> {
    let lines = request.headers().get_all(COOKIE).filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(named, _)| *named == name).map(|(_, value)| value)
}
