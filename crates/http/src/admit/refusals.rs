//! Refusals of teams whose share is used up.

use std::time::{Duration, Instant};

use uplift_domain::access::TeamId;

use crate::admit::throttle::Throttle;

/// How many requests of a team are refused at once within a minute.
const AT_ONCE: u32 = 1000;

/// How long each further one waits for its refusal at least: as long as `Retry-After` asks for.
const LATER: Duration = Duration::from_secs(1);

/// Within how long after that they are refused, each at a moment of its own: what was refused at one moment is sent
/// again at one moment.
const SPREAD: Duration = Duration::from_secs(1);

/// How often each team was refused of late.
pub(crate) struct Refusals(Throttle<TeamId>);

impl Refusals {
    pub(crate) fn new() -> Self {
        Self(Throttle::new())
    }

    /// Has a team wait that was refused very often: thousands of connections that send again as soon as they are
    /// refused would keep the workers from everybody else.
    pub(crate) async fn slow_down(&self, team: TeamId) {
        if self.0.count(team, AT_ONCE, Instant::now()).refused_for.is_some() {
            tokio::time::sleep(LATER + SPREAD.mul_f64(rand::random())).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn only_a_team_that_was_refused_very_often_waits() {
        let refusals = Refusals::new();
        let began = Instant::now();
        for _ in 0..AT_ONCE {
            refusals.slow_down(TeamId::new(1)).await;
        }
        assert!(began.elapsed() < LATER);
        let began = Instant::now();
        refusals.slow_down(TeamId::new(2)).await;
        assert!(began.elapsed() < LATER);
        refusals.slow_down(TeamId::new(1)).await;
        assert!(began.elapsed() >= LATER);
    }
}
