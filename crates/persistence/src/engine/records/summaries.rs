//! The responses to a form as its summary reads them, and the summaries that are kept.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use uplift_domain::access::TeamId;
use uplift_domain::forms::summary::{Begun, GivenAnswer};
use uplift_domain::listing::FilterValues;
use uplift_domain::ports::{After, SummaryReads, SummaryRows};
use uplift_domain::record::{Id, Stored, stored_word};
use uplift_domain::{Form, FormQuestion, FormResponse, FormResponseFilter, Kind, Refusal};
use uplift_tables::{
    Dated, DocText, FormQuestionRow, Moment, attachments, form_answers, form_questions, form_response_summaries,
    form_responses,
};

use super::super::super::dialect::{among, in_team, in_time};
use super::super::lists::filters::{TeamAt, condition};
use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};

/// What is read of a response.
type BegunRow = (i64, String, Option<Moment>, Option<Moment>, Option<i64>, Option<i64>);

impl SummaryReads for Session<'_> {
    fn responses_matching(
        &mut self,
        team: TeamId,
        form: Id<Form>,
        filters: &[(FormResponseFilter, FilterValues)],
        after: After,
    ) -> Result<Vec<Begun>, Refusal> {
        let of_form = in_time!(form_responses::table, form_responses::id)
            .filter(form_responses::team_id.eq(team.get()))
            .filter(form_responses::deleted_at.is_null())
            .filter(form_responses::form_id.eq(form.get()))
            .filter(form_responses::id.gt(after.id))
            .into_boxed();
        let at = TeamAt { team, now: self.now };
        let conditions = filters
            .iter()
            .filter_map(|(filter, values)| condition::<FormResponse>(at, "form_responses", *filter, values));
        let rows: Vec<BegunRow> = conditions
            .fold(of_form, |query, condition| query.filter(condition))
            .order(form_responses::id.asc())
            .limit(after.most)
            .select((
                form_responses::id,
                form_responses::status,
                form_responses::started_at,
                form_responses::completed_at,
                form_responses::duration_seconds,
                form_responses::last_step_id,
            ))
            .load(self.conn()?)
            .map_err(refuse)?;
        rows.into_iter().map(begun).collect()
    }

    fn answers_of(&mut self, team: TeamId, responses: &[i64]) -> Result<Vec<GivenAnswer>, Refusal> {
        let rows: Vec<(i64, i64, Option<DocText>)> = in_time!(form_answers::table, form_answers::id)
            .filter(form_answers::team_id.eq(team.get()))
            .filter(among!(form_answers::form_response_id, responses))
            .select((form_answers::form_response_id, form_answers::form_question_id, form_answers::value))
            .load(self.reading(&["form_answers"])?)
            .map_err(refuse)?;
        let said = |(response, question, value): (i64, i64, Option<DocText>)| GivenAnswer {
            response,
            question,
            value: value.map(|it| it.0),
        };
        Ok(rows.into_iter().map(said).collect())
    }

    fn answer_ids_of(&mut self, team: TeamId, responses: &[i64], most: i64) -> Result<Vec<i64>, Refusal> {
        in_time!(form_answers::table, form_answers::id)
            .filter(form_answers::team_id.eq(team.get()))
            .filter(form_answers::deleted_at.is_null())
            .filter(among!(form_answers::form_response_id, responses))
            .limit(most)
            .select(form_answers::id)
            .load(self.reading(&["form_answers"])?)
            .map_err(refuse)
    }

    fn file_sizes(&mut self, team: TeamId, files: &[i64]) -> Result<HashMap<i64, i64>, Refusal> {
        let rows: Vec<(i64, Option<i64>)> = in_time!(attachments::table, attachments::id)
            .filter(in_team!(attachments, team))
            .filter(attachments::deleted_at.is_null())
            .filter(among!(attachments::id, files))
            .select((attachments::id, attachments::file_size))
            .load(self.reading(&["attachments"])?)
            .map_err(refuse)?;
        Ok(rows.into_iter().filter_map(|(id, size)| Some((id, size?))).collect())
    }

    fn deleted_questions(&mut self, team: TeamId, form: Id<Form>) -> Result<Vec<Stored<FormQuestion>>, Refusal> {
        let rows: Vec<(Dated, FormQuestionRow)> = in_time!(form_questions::table, form_questions::id)
            .filter(form_questions::team_id.eq(team.get()))
            .filter(form_questions::form_id.eq(form.get()))
            .filter(form_questions::deleted_at.is_not_null())
            .order(form_questions::id.asc())
            .select((dated!(form_questions), FormQuestionRow::as_select()))
            .load(self.reading(&["form_questions"])?)
            .map_err(refuse)?;
        rows.into_iter().map(|(dated, row)| Ok(row.into_stored(dated)?)).collect()
    }

    fn answered_deleted_questions(&mut self, team: TeamId, form: Id<Form>) -> Result<Vec<i64>, Refusal> {
        let deleted = Statement::<BigInt>::new("SELECT question.id FROM form_questions AS question WHERE ")
            .in_time("question", "id")
            .words("question.team_id = ")
            .number(team.get())
            .words(" AND question.form_id = ")
            .number(form.get())
            .words(" AND question.deleted_at IS NOT NULL");
        let answered = deleted
            .words(" AND EXISTS (SELECT 1 FROM form_answers AS answer WHERE ")
            .in_time("answer", "id")
            .words("answer.team_id = ")
            .number(team.get())
            .words(" AND answer.form_question_id = question.id AND answer.deleted_at IS NULL AND NOT answer.skipped)");
        answered.load(self.reading(&["form_questions", "form_answers"])?).map_err(refuse)
    }
}

fn begun((id, status, started_at, completed_at, duration_seconds, last_step_id): BegunRow) -> Result<Begun, Refusal> {
    let status = stored_word(&status)?;
    let moment = |it: Option<Moment>| it.map(|it| it.0);
    let (started_at, completed_at) = (moment(started_at), moment(completed_at));
    Ok(Begun { id, status, started_at, completed_at, duration_seconds, last_step_id })
}

impl SummaryRows for Session<'_> {
    fn outdate_summaries(&mut self, team: TeamId, form: Id<Form>) -> Result<(), Refusal> {
        // Most forms have none, and what the transaction put off may wait on for them.
        let kept: Option<i64> = form_response_summaries::table
            .filter(form_response_summaries::team_id.eq(team.get()))
            .filter(form_response_summaries::form_id.eq(form.get()))
            .filter(form_response_summaries::deleted_at.is_null())
            .select(form_response_summaries::id)
            .limit(1)
            .get_result(self.reading(&["form_response_summaries"])?)
            .optional()
            .map_err(refuse)?;
        if kept.is_none() {
            return Ok(());
        }
        // One that Diesel builds would be prepared each time.
        let update = Statement::<BigInt>::new("UPDATE ").name(Kind::FormResponseSummary.table());
        let update = update.words(" SET is_stale = true, changes = changes + 1 WHERE team_id = ").number(team.get());
        let of_form = update.words(" AND form_id = ").number(form.get()).words(" AND deleted_at IS NULL");
        of_form.execute(self.changing(Kind::FormResponseSummary)?).map(drop).map_err(refuse)
    }
}
