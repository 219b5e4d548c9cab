//! The windows of limits that servers share, as the commands see to them.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use uplift_budgets::{RedisAddress, RedisWindows};
use uplift_domain::ports::{Database, SharedWindows};

use crate::files::installation;
use crate::settings::Settings;
use crate::settings::stores::RateLimitStore;

/// The shared windows that the settings name, as those of this database; `None` where each server counts alone.
///
/// # Errors
/// When the database fails, or the address cannot be used.
pub(crate) fn open(settings: &Settings, database: &Arc<dyn Database>) -> Result<Option<Arc<dyn SharedWindows>>> {
    match &settings.rate_limit_store {
        RateLimitStore::Memory => Ok(None),
        RateLimitStore::Redis(address) => Ok(Some(Arc::new(redis(address, database)?))),
    }
}

/// Counts once in a Redis.
///
/// # Errors
/// When it cannot.
pub(crate) fn check(address: &RedisAddress, database: &Arc<dyn Database>) -> Result<()> {
    actix_web::rt::System::new().block_on(async {
        let checked = redis(address, database)?.check().await;
        checked.map_err(|error| anyhow!("UPLIFT_RATE_LIMIT_STORE cannot be used: {error}"))
    })
}

fn redis(address: &RedisAddress, database: &Arc<dyn Database>) -> Result<RedisWindows> {
    let windows = RedisWindows::open(address, installation(database)?);
    windows.map_err(|error| anyhow!("UPLIFT_RATE_LIMIT_STORE: {error}"))
}
