//! The body of a request.

use crate::Refusal;
use crate::record::Fields;

/// A request's body as it was read; what was wrong with it is told when its turn comes.
pub type Body = Result<Fields, Refusal>;

/// The fields of a body, when its turn has come.
pub(crate) fn fields(body: &Body) -> Result<&Fields, Refusal> {
    body.as_ref().map_err(Clone::clone)
}
