//! The modes of billing that a team may be in, of which two refuse what it writes.

use serde_json::{Value, json};

use crate::world::{Moment, Team};

#[derive(Debug)]
pub(crate) struct Mode {
    pub(crate) name: &'static str,
    /// When grace ends, as it is shown.
    pub(crate) end: Value,
    pub(crate) blocked: bool,
    flag: Option<String>,
}

/// All modes, and grace before and after its end.
pub(crate) fn modes() -> [Mode; 5] {
    let (later, earlier) = (Moment::now().plus_hours(1), Moment::now().plus_hours(-1));
    [
        ("active", None, false),
        ("trialing", None, false),
        ("grace", Some(later), false),
        ("grace", Some(earlier), true),
        ("blocked", None, true),
    ]
    .map(|(name, end, blocked)| {
        let flag = end.map(Moment::rfc3339);
        let end = json!(flag.as_ref().map(|it| it.replace('Z', ".000000Z")));
        Mode { name, end, blocked, flag }
    })
}

impl Mode {
    /// Brings the team into this mode.
    pub(crate) fn set(&self, team: &Team) {
        // This clears the end of grace that another mode would keep.
        team.billing("active", &[]);
        let flags = self.flag.as_ref().map_or(vec![], |end| vec!["--grace-period-ends-at", end]);
        team.billing(self.name, &flags);
    }

    /// What refuses a write, in words of the service's own.
    pub(crate) fn refusal(&self, message: &Value) -> Value {
        let message = message.as_str().filter(|it| !it.is_empty()).unwrap_or("a message");
        json!({
            "error": "subscription_required", "mode": "blocked", "message": message, "grace_period_ends_at": self.end,
        })
    }
}
