//! The state that the requests of a server share.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use actix_web::HttpRequest;
use uplift_domain::access::TeamId;
use uplift_domain::ports::{Database, Files};

use crate::admit::authority::Authority;
use crate::admit::budget::Budget;
use crate::admit::public::PublicLimits;
use crate::admit::refusals::Refusals;
use crate::admit::throttle::Throttle;
use crate::admit::uploads::{Sender, Uploads};
use crate::answer::signers::Signers;
use crate::connections::Deadlines;
use crate::exports::ExportSlots;
use crate::origin::Origins;
use crate::request::multipart::Intake;
use crate::server::documents::Documents;
use crate::server::monitor::Monitor;

pub(crate) struct State {
    pub database: Arc<dyn Database>,
    pub files: Arc<dyn Files>,
    /// Whether the start or an upload found that the store takes nothing, since it was last found to take something.
    pub files_failed: AtomicBool,
    /// When the store was last tried in vain.
    pub files_probed: tokio::sync::Mutex<Option<Instant>>,
    pub signers: Signers,
    pub authority: Authority,
    pub refusals: Refusals,
    pub throttle: Throttle<i64>,
    /// How often one client may ask for a public form or report.
    pub public: PublicLimits,
    pub origins: Origins,
    pub documents: Documents,
    pub monitor: Monitor,
    pub rate_limit_per_minute: u32,
    pub max_page_size: i64,
    pub deadlines: Deadlines,
    /// How many records one answer may include.
    pub max_included: usize,
    pub budget: Arc<Budget>,
    /// For the exports that are on their way.
    pub exports: ExportSlots,
    /// The files that are on their way in.
    pub uploads: Uploads,
}

impl State {
    /// Where the files of a request go that is made to a team.
    pub(crate) fn intake(&self, request: &HttpRequest, sender: Sender, team: TeamId) -> Intake<'_> {
        let client = self.origins.client(request);
        Intake { files: self.files.as_ref(), uploads: &self.uploads, sender, team, client }
    }
}
