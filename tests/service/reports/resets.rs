//! Experiments that are reset after they ran.

use serde_json::{Value, json};

use super::calendar::{DAY, read, written};
use crate::world::{Client, Moment};

/// Resets a completed experiment, and one that was paused and is then started as of a day before the reset.
pub(super) fn reset_some(owner: &Client) {
    let now = read(&Moment::now().rfc3339());
    let act = |name: &str, action: &str, body: Value| {
        let ids = owner.get(&format!("/experiments?filter[name]={name}")).status_is(200).ids();
        assert_eq!(ids.len(), 1, "{name}");
        owner.post(&format!("/experiments/{}/{action}", ids[0]), body).status_is(200);
    };
    act("Experiment%2012", "reset", json!({}));
    let draft = "Experiment%2020";
    act(draft, "start", json!({ "started_at": written(now - 50 * DAY) }));
    act(draft, "pause", json!({ "paused_at": written(now - 47 * DAY) }));
    act(draft, "resume", json!({ "resumed_at": written(now - 46 * DAY) }));
    act(draft, "pause", json!({ "paused_at": written(now - 40 * DAY) }));
    act(draft, "reset", json!({}));
    act(draft, "start", json!({ "started_at": written(now - 30 * DAY) }));
    act(draft, "stop", json!({ "ended_at": written(now - 20 * DAY) }));
}
