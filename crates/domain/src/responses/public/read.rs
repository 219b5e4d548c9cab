//! What whoever has the address of a form may read.

use super::super::loaded::LoadedResponse;
use super::{Opening, data, opened};
use crate::kinds::Structure;
use crate::ports::{ReadPort as _, ReadTx};
use crate::record::Id;
use crate::{FormResponse, Json, Refusal};

/// The form as it is asked.
///
/// # Errors
/// When there is no such form, or when the database fails.
pub fn public_form(tx: &mut dyn ReadTx, token: &str) -> Result<Json, Refusal> {
    let found = super::find_form(tx, token)?;
    let structure = Structure::of(tx, found.team_id(), found.form.clone())?;
    Ok(data(found.shown(&structure, tx.now())))
}

/// A response as it is told to who answers.
///
/// # Errors
/// When there is no such form, or when the token does not open the response.
pub fn public_response(tx: &mut dyn ReadTx, opening: &Opening) -> Result<Json, Refusal> {
    let found = super::find_form(tx, &opening.token)?;
    let team = found.team_id();
    let response = FormResponse::reads(tx).find(team, Id::new(opening.id.clone()?))?;
    let response = opened(response, found.form.id, &opening.edit_token, tx.now())?;
    let structure = Structure::of(tx, team, found.form)?;
    Ok(data(LoadedResponse::with(tx, team, structure, response)?.shown().into()))
}
