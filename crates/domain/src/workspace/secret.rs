//! The secret that addresses of files are signed with, the same for every server of the installation.

use crate::Refusal;
use crate::access::secret;
use crate::ports::{Reach, ReadTx, WriteTx};
use crate::record::Time;

/// The name under which the installation keeps it.
const ADDRESS_SECRET: &str = "address_secret";

/// How far [`address_secret`] reaches.
pub const ADDRESS_SECRET_REACH: Reach = Reach::Statement;

/// The secret, as it is now.
///
/// # Errors
/// When the database fails, or no server made one yet.
pub fn address_secret(tx: &mut dyn ReadTx) -> Result<String, Refusal> {
    let unmade = || Refusal::Fault("there is no secret to sign addresses with".to_owned());
    tx.setting(ADDRESS_SECRET)?.ok_or_else(unmade)
}

/// The secret, which is made where there is none.
///
/// # Errors
/// When the database fails.
pub fn address_secret_made(tx: &mut dyn WriteTx) -> Result<String, Refusal> {
    let fresh = secret(&tx.random()?);
    tx.setting_or_insert(ADDRESS_SECRET, &fresh)
}

/// Takes another secret, so that no address that was signed before opens anything, and tells when.
///
/// # Errors
/// When the database fails.
pub fn address_secret_rotate(tx: &mut dyn WriteTx) -> Result<Time, Refusal> {
    let fresh = secret(&tx.random()?);
    tx.set_setting(ADDRESS_SECRET, &fresh)?;
    Ok(tx.now())
}
