//! A page of what a search found, what fits best first.

use diesel::prelude::*;
use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::listing::{ListPage, Listed, Listing};
use uplift_domain::ports::Meter;

use super::super::super::backend;
use super::super::records::by_ids::{ByIds, in_order_of};
use super::super::session::session::{Session, refuse};
use super::number_query::NumberQuery;

impl Session<'_> {
    /// The page of a list that is ordered by how well these tokens are found, of `total` records. `ids` is the query
    /// for the ids of all of them.
    pub(crate) fn ranked_page<R: Listed + ByIds>(
        &mut self,
        team: TeamId,
        (listing, tokens): (&Listing<R>, &[String]),
        total: i64,
        ids: NumberQuery,
        meter: &mut dyn Meter,
    ) -> Result<ListPage<R>, Refusal> {
        let page = (listing.page.size, listing.page.offset());
        if page.1 >= total {
            return Ok(ListPage { records: Vec::new(), total });
        }
        let (conn, budget) = self.within_budget()?;
        let ids: Vec<i64> = backend::ranked(ids, (team, R::KIND), tokens, page).load(conn).map_err(refuse)?;
        let records = in_order_of(&ids, R::by_ids(conn, budget, team, &ids, meter)?, |stored| stored.id.get());
        Ok(ListPage { records, total })
    }
}
