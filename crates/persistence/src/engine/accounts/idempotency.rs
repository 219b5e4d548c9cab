//! Requests that were carried out under an idempotency key.

use diesel::connection::DefaultLoadingMode;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use uplift_domain::access::TeamId;
use uplift_domain::ports::{Idempotency, KeptAnswer, KeptRequest};
use uplift_domain::record::{Id, Time};
use uplift_domain::{Key, Refusal};
use uplift_tables::{Moment, idempotent_requests as requests};

use super::super::super::backend;
use super::super::super::dialect::{ABOUT_RESPONSES, CONTAINS};
use super::super::lists::compare::one_of;
use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};

type Cells = (String, Option<i64>, Option<String>, Option<String>);

impl Idempotency for Session<'_> {
    fn kept_request(
        &mut self,
        team: TeamId,
        (token, key): (Id<Key>, &str),
        since: Time,
    ) -> Result<Option<KeptRequest>, Refusal> {
        backend::hold_idempotency_key(self.conn()?, token.get(), key).map_err(refuse)?;
        let found: Option<Cells> = requests::table
            .find((team.get(), token.get(), key))
            .filter(requests::created_at.ge(Moment(since)))
            .select((requests::digest, requests::status, requests::answer, requests::tag))
            .get_result(self.conn()?)
            .optional()
            .map_err(refuse)?;
        Ok(found.map(|(digest, status, json, tag)| {
            let status = status.and_then(|status| u16::try_from(status).ok());
            let answer = status.zip(json).map(|(status, json)| KeptAnswer { status, json, tag });
            KeptRequest { digest, answer }
        }))
    }

    fn keep_request(
        &mut self,
        team: TeamId,
        (token, key): (Id<Key>, &str),
        KeptRequest { digest, answer }: &KeptRequest,
    ) -> Result<(), Refusal> {
        let answer = answer.as_ref();
        let kept = (
            requests::digest.eq(digest),
            requests::status.eq(answer.map(|it| i64::from(it.status))),
            requests::answer.eq(answer.map(|it| &it.json)),
            requests::tag.eq(answer.and_then(|it| it.tag.as_ref())),
            requests::created_at.eq(Moment(self.now)),
        );
        diesel::insert_into(requests::table)
            .values((requests::team_id.eq(team.get()), requests::token_id.eq(token.get()), requests::key.eq(key), kept))
            .on_conflict((requests::team_id, requests::token_id, requests::key))
            .do_update()
            .set(kept)
            .execute(self.writing()?)
            .map(|_| ())
            .map_err(refuse)
    }

    fn forget_answers(&mut self, team: TeamId, holding: &[String]) -> Result<(), Refusal> {
        let texts = serde_json::json!(holding).to_string();
        let answers = requests::table.filter(requests::team_id.eq(team.get())).filter(requests::answer.is_not_null());
        diesel::update(answers.filter(one_of(requests::answer, CONTAINS, texts)))
            .set((requests::answer.eq(None::<String>), requests::tag.eq(None::<String>)))
            .execute(self.writing()?)
            .map(|_| ())
            .map_err(refuse)
    }

    fn forget_about_responses(&mut self, team: TeamId, is_to_go: &dyn Fn(&str) -> bool) -> Result<(), Refusal> {
        let kept = Statement::<(BigInt, Text, Text)>::new("SELECT token_id, key, answer FROM idempotent_requests");
        let kept = kept.words(ABOUT_RESPONSES).words(" AND team_id = ").number(team.get());
        let mut to_go = Vec::new();
        for row in kept.load_iter::<(i64, String, String), DefaultLoadingMode>(self.conn()?).map_err(refuse)? {
            let (token, key, answer) = row.map_err(refuse)?;
            if is_to_go(&answer) {
                to_go.push((token, key));
            }
        }
        for (token, key) in to_go {
            let gone = requests::table.find((team.get(), token, key));
            diesel::delete(gone).execute(self.writing()?).map_err(refuse)?;
        }
        Ok(())
    }

    fn forget_requests(&mut self, team: TeamId, before: Time, most: i64) -> Result<usize, Refusal> {
        let of_team = requests::table.filter(requests::team_id.eq(team.get()));
        let last: Vec<Moment> = of_team
            .filter(requests::created_at.lt(Moment(before)))
            .order(requests::created_at.asc())
            .limit(most)
            .select(requests::created_at)
            .load(self.conn()?)
            .map_err(refuse)?;
        let Some(last) = last.last() else { return Ok(0) };
        diesel::delete(of_team.filter(requests::created_at.le(*last))).execute(self.writing()?).map_err(refuse)
    }
}
