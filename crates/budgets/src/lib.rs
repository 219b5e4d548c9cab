//! Uplift's limits that several servers share: the adapter for the port [`SharedWindows`], over Redis.
//!
//! A hit is one script, which Redis carries out whole. Redis is asked for as long as it answers at once; where it does
//! not, the caller counts for itself and Redis is tried again once a second.

mod patience;

use std::pin::Pin;
use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, IntoConnectionInfo, RedisError, RedisResult, Script};
use tokio::time::timeout;
use uplift_domain::ports::{SharedWindows, WINDOW, WindowStatus};

use crate::patience::Patience;

/// How long a request waits for a count, and a connection may take to be made.
const ANSWER: Duration = Duration::from_millis(300);
const CONNECT: Duration = Duration::from_secs(1);

/// How long the operator waits for an answer.
const CHECK: Duration = Duration::from_secs(3);

/// How long what was sent may stay unacknowledged until the connection counts as dropped, and another one is made.
#[cfg(target_os = "linux")]
const UNACKNOWLEDGED: Duration = Duration::from_secs(5);

/// Counts a hit in the window of a key: `ARGV[1]` is the limit, `ARGV[2]` how long a window lasts in milliseconds.
/// Tells the count, how long the window still lasts, and whether the hit was refused.
const HIT: &str = "
local count = tonumber(redis.call('GET', KEYS[1]) or '0')
local refused = count >= tonumber(ARGV[1])
if not refused then
  count = redis.call('INCR', KEYS[1])
end
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[2])
  redis.call('PEXPIRE', KEYS[1], left)
end
return {count, left, refused and 1 or 0}
";

/// Where a Redis is, with its password where it has one.
#[derive(Clone)]
pub struct RedisAddress(Box<Client>);

impl RedisAddress {
    /// Reads `redis://…` or `rediss://…`.
    ///
    /// # Errors
    /// Why it is no address, in words that repeat nothing of it.
    pub fn parse(address: &str) -> Result<Self, String> {
        let told = |error: RedisError| error.category().to_owned();
        let server = address.into_connection_info().map_err(told)?;
        // Otherwise the system would send for a quarter of an hour to a server that is gone without a word.
        #[cfg(target_os = "linux")]
        let server = server.set_tcp_settings(redis::io::tcp::TcpSettings::default().set_user_timeout(UNACKNOWLEDGED));
        Client::open(server).map(|client| Self(Box::new(client))).map_err(told)
    }
}

/// Windows in a Redis.
pub struct RedisWindows {
    redis: ConnectionManager,
    script: Script,
    prefix: String,
    patience: Patience,
}

impl RedisWindows {
    /// The windows of an installation, of whose keys no other's begin alike. Redis is not asked for anything yet.
    /// Connections live in the runtime of the caller.
    ///
    /// # Errors
    /// When the address cannot be used.
    pub fn open(address: &RedisAddress, installation: u32) -> Result<Self, String> {
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(CONNECT))
            .set_response_timeout(Some(CHECK))
            .set_number_of_retries(0);
        let redis = ConnectionManager::new_lazy_with_config((*address.0).clone(), config);
        let redis = redis.map_err(|error| error.to_string())?;
        let prefix = format!("uplift:{installation:08x}");
        Ok(Self { redis, script: Script::new(HIT), prefix, patience: Patience::default() })
    }

    /// Counts a hit of its own, as a request would.
    ///
    /// # Errors
    /// Why it could not.
    pub async fn check(&self) -> Result<(), String> {
        match timeout(CHECK, self.count("doctor", u32::MAX)).await {
            Ok(status) => status.map(drop).map_err(|error| one_line(&error.to_string())),
            Err(_late) => Err(format!("it did not answer within {} s", CHECK.as_secs())),
        }
    }

    async fn count(&self, key: &str, limit: u32) -> RedisResult<WindowStatus> {
        let window = u64::try_from(WINDOW.as_millis()).unwrap_or(u64::MAX);
        let mut hit = self.script.key(format!("{}:{key}", self.prefix));
        let hit = hit.arg(limit).arg(window);
        let (count, left, refused): (u32, u64, u8) = hit.invoke_async(&mut self.redis.clone()).await?;
        Ok(WindowStatus { count, is_refused: refused == 1, ends_in: Duration::from_millis(left).min(WINDOW) })
    }
}

impl SharedWindows for RedisWindows {
    fn hit<'a>(&'a self, key: &'a str, limit: u32) -> Pin<Box<dyn Future<Output = Option<WindowStatus>> + Send + 'a>> {
        Box::pin(async move {
            if !self.patience.may_ask() {
                return None;
            }
            let wrong = match timeout(ANSWER, self.count(key, limit)).await {
                Ok(Ok(status)) => {
                    self.patience.answered();
                    return Some(status);
                }
                Ok(Err(error)) => one_line(&error.to_string()),
                Err(_late) => format!("no answer within {} ms", ANSWER.as_millis()),
            };
            self.patience.failed(&wrong);
            None
        })
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_connection_that_nobody_answers_is_given_up_soon() {
        let address = RedisAddress::parse("redis://:geheim@127.0.0.1:6379/2").ok().unwrap();
        let server = address.0.get_connection_info();
        assert_eq!(server.tcp_settings().user_timeout(), Some(UNACKNOWLEDGED));
        assert_eq!(server.redis_settings().password(), Some("geheim"));
    }
}
