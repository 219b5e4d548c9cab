//! The modes of billing that a team may be in, of which two refuse what it writes.

use std::time::Duration;

use serde_json::{Value, json};

use crate::world::{Moment, Team};

#[derive(Debug)]
pub(crate) struct Mode {
    pub(crate) name: &'static str,
    /// When grace ends, as it is shown.
    pub(crate) end: Value,
    pub(crate) blocked: bool,
    /// Whether it is the plain one of those that refuse as much. The others are tried with a full key alone.
    plain: bool,
    flag: Option<String>,
}

/// All modes, and grace before and after its end.
pub(crate) fn modes() -> [Mode; 5] {
    let (later, earlier) = (Moment::now().plus_hours(1), Moment::now().plus_hours(-1));
    [
        ("active", None, false, true),
        ("trialing", None, false, false),
        ("grace", Some(later), false, false),
        ("grace", Some(earlier), true, false),
        ("blocked", None, true, true),
    ]
    .map(|(name, end, blocked, plain)| {
        let flag = end.map(Moment::rfc3339);
        let end = json!(flag.as_ref().map(|it| it.replace('Z', ".000000Z")));
        Mode { name, end, blocked, plain, flag }
    })
}

impl Mode {
    /// Whether a key with these abilities is tried in it.
    pub(crate) fn tries(&self, abilities: &str) -> bool {
        self.plain || abilities == "read,write"
    }

    /// Brings the team into this mode, and waits until it holds.
    pub(crate) fn set(&self, team: &Team) {
        // This clears the end of grace that another mode would keep.
        team.billing("active", &[]);
        let flags = self.flag.as_ref().map_or(vec![], |end| vec!["--grace-period-ends-at", end]);
        team.billing(self.name, &flags);
        std::thread::sleep(Duration::from_secs(1));
    }

    /// What refuses a write, in words of the service's own.
    pub(crate) fn refusal(&self, message: &Value) -> Value {
        let message = message.as_str().filter(|it| !it.is_empty()).unwrap_or("a message");
        json!({
            "error": "subscription_required", "mode": "blocked", "message": message, "grace_period_ends_at": self.end,
        })
    }
}
