//! Forms across their responses, and the steps of their earlier versions.

use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use uplift_domain::access::{SecretHash, TeamId};
use uplift_domain::ports::{After, FormReads, FormRows, TeamForm};
use uplift_domain::record::{Choices as _, Count, Id, Time, Value as _};
use uplift_domain::{Form, FormQuestion, FormResponse, Kind, MadeOf, Refusal, ResponseStatus, User};
use uplift_tables::{Dated, DocText, FormRow, Moment, TeamRow, activities, form_answers, form_responses, forms, teams};

use super::super::super::dialect::IN_NUMBERS;
use super::super::lists::compare::one_of;
use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};

/// Where the steps of earlier versions are kept.
const VERSIONS: &str = "form_versions";

impl FormReads for Session<'_> {
    fn form_at(&mut self, token: &str) -> Result<Option<TeamForm>, Refusal> {
        let found: Option<(Dated, TeamRow, Dated, FormRow)> = forms::table
            .inner_join(teams::table.on(teams::id.eq(forms::team_id)))
            .filter(forms::public_token.eq(token))
            .filter(forms::deleted_at.is_null())
            .select((dated!(teams), TeamRow::as_select(), dated!(forms), FormRow::as_select()))
            .get_result(self.reading(&["forms", "teams"])?)
            .optional()
            .map_err(refuse)?;
        let Some((of_team, team, of_form, form)) = found else { return Ok(None) };
        Ok(Some((team.into_stored(of_team)?, form.into_stored(of_form)?)))
    }

    fn responses_left_since(
        &mut self,
        team: TeamId,
        moment: Time,
        after: After,
    ) -> Result<Vec<Id<FormResponse>>, Refusal> {
        let ids = Statement::<BigInt>::new("SELECT id FROM ").name("form_responses").words(" WHERE ");
        let of_team = ids.in_time("form_responses", "id").words("team_id = ").number(team.get());
        let left = of_team.words(" AND id > ").number(after.id).words(" AND deleted_at IS NULL");
        let left = left.words(" AND edit_hash IS NOT NULL AND updated_at <= ").moment(Moment(moment));
        let sent = left.words(" AND id IN (SELECT attachable_id FROM attachments WHERE team_id = ").number(team.get());
        let sent = sent.words(" AND attachable_type = ").text(Kind::FormResponse.singular());
        let sent = sent.words(" AND user_id IS NULL AND file_id IS NOT NULL AND deleted_at IS NULL)");
        let some = sent.words(" ORDER BY id").limit(after.most);
        let ids: Vec<i64> = some.load(self.reading(&["form_responses", "attachments"])?).map_err(refuse)?;
        Ok(ids.into_iter().map(Id::new).collect())
    }

    fn kept_steps(&mut self, team: TeamId, form: Id<Form>, version: i64) -> Result<Option<String>, Refusal> {
        let kept = Statement::<Text>::new("SELECT steps FROM ").name(VERSIONS);
        of_version(kept, team, form, version).get_result(self.conn()?).optional().map_err(refuse)
    }
}

/// Narrows a statement to the entries of a team about records of a kind.
fn logged_of<S>(statement: Statement<S>, team: TeamId, kind: Kind) -> Statement<S> {
    let of_team = statement.words(" FROM activities WHERE team_id = ").number(team.get());
    of_team.words(" AND subject_type = ").text(kind.singular())
}

fn of_version<S>(statement: Statement<S>, team: TeamId, form: Id<Form>, version: i64) -> Statement<S> {
    let of_team = statement.words(" WHERE team_id = ").number(team.get());
    of_team.words(" AND form_id = ").number(form.get()).words(" AND version = ").number(version)
}

impl FormRows for Session<'_> {
    fn keep_steps(&mut self, team: TeamId, form: Id<Form>, version: i64, steps: &str) -> Result<(), Refusal> {
        let insert = Statement::<BigInt>::new("INSERT INTO ").name(VERSIONS);
        let insert = insert.words(" (team_id, form_id, version, steps) VALUES (").number(team.get());
        let row = insert.words(", ").number(form.get()).words(", ").number(version).words(", ").text(steps);
        row.words(") ON CONFLICT DO NOTHING").execute(self.writing()?).map(drop).map_err(refuse)
    }

    fn keep_responses_count(&mut self, team: TeamId, form: Id<Form>, count: Count) -> Result<(), Refusal> {
        let update = Statement::<BigInt>::new("UPDATE ").name(Kind::Form.table()).words(" SET responses_count = ");
        let update = update.number(count.get()).words(" WHERE team_id = ").number(team.get());
        let of_form = update.words(" AND id = ").number(form.get());
        of_form.execute(self.changing(Kind::Form)?).map(drop).map_err(refuse)
    }

    fn keep_made(
        &mut self,
        team: TeamId,
        response: Id<FormResponse>,
        (kind, record): (MadeOf, i64),
    ) -> Result<(), Refusal> {
        let update = Statement::<BigInt>::new("UPDATE ").name(Kind::FormResponse.table());
        let update = update.words(" SET created_record_type = ").text(kind.name()).words(", created_record_id = ");
        let update = update.number(record).words(" WHERE team_id = ").number(team.get());
        let of_response = update.words(" AND id = ").number(response.get());
        of_response.execute(self.changing(Kind::FormResponse)?).map(drop).map_err(refuse)
    }

    fn has_responses(&mut self, team: TeamId, form: Id<Form>, version: i64) -> Result<bool, Refusal> {
        let of_version = form_responses::table
            .filter(form_responses::team_id.eq(team.get()))
            .filter(form_responses::form_id.eq(form.get()))
            .filter(form_responses::form_version.eq(version));
        diesel::select(exists(of_version)).get_result(self.reading(&["form_responses"])?).map_err(refuse)
    }

    fn is_answered(&mut self, team: TeamId, question: Id<FormQuestion>) -> Result<bool, Refusal> {
        let answers = form_answers::table
            .filter(form_answers::team_id.eq(team.get()))
            .filter(form_answers::form_question_id.eq(question.get()));
        diesel::select(exists(answers)).get_result(self.reading(&["form_answers"])?).map_err(refuse)
    }

    fn form_answered_by(
        &mut self,
        team: TeamId,
        form: Id<Form>,
        (user, email): (Option<Id<User>>, Option<&str>),
        other_than: Option<i64>,
    ) -> Result<bool, Refusal> {
        if user.is_none() && email.is_none() {
            return Ok(false);
        }
        let table = Kind::FormResponse.table();
        let of_form = Statement::<BigInt>::new("SELECT id FROM ").name(table).words(" WHERE team_id = ");
        let of_form = of_form.number(team.get()).words(" AND form_id = ").number(form.get());
        let ended = [ResponseStatus::Completed, ResponseStatus::Disqualified].map(ResponseStatus::name);
        let ended = of_form.words(" AND status IN (").each(ended.into_iter()).words(") AND (1 = 0");
        let by_user = match user {
            Some(user) => ended.words(" OR respondent_user_id = ").number(user.get()),
            None => ended,
        };
        let by_either = match email {
            Some(email) => by_user.words(" OR respondent_email_folded = ").text(email),
            None => by_user,
        };
        let others = by_either.words(") AND id <> ").number(other_than.unwrap_or_default()).limit(1);
        let found: Option<i64> = others.get_result(self.reading(&[table])?).optional().map_err(refuse)?;
        Ok(found.is_some())
    }

    fn form_response_opened_by(
        &mut self,
        team: TeamId,
        form: Id<Form>,
        token: SecretHash,
    ) -> Result<Option<Id<FormResponse>>, Refusal> {
        let table = Kind::FormResponse.table();
        let of_form = Statement::<BigInt>::new("SELECT id FROM ").name(table).words(" WHERE team_id = ");
        let of_form = of_form.number(team.get()).words(" AND form_id = ").number(form.get());
        let found: Option<i64> = of_form
            .words(" AND edit_hash = ")
            .text(token.into_raw())
            .limit(1)
            .get_result(self.reading(&[table])?)
            .optional()
            .map_err(refuse)?;
        Ok(found.map(Id::new))
    }

    fn logged_with(&mut self, team: TeamId, (about, id): (Kind, i64), kind: Kind) -> Result<Vec<i64>, Refusal> {
        let mut logged = self.pending_with(team, (about, id), kind);
        let in_batches = |statement: Statement<BigInt>| {
            let of_kind = logged_of(statement, team, about);
            of_kind.words(" AND batch_uuid IS NOT NULL AND subject_id = ").number(id)
        };
        // Most records were changed in no batch, and then nothing is looked through.
        let any = in_batches(Statement::new("SELECT subject_id")).limit(1);
        if any.get_result::<i64>(self.conn()?).optional().map_err(refuse)?.is_none() {
            return Ok(logged);
        }
        let ids = logged_of(Statement::new("SELECT DISTINCT subject_id"), team, kind);
        let shared = in_batches(ids.words(" AND batch_uuid IN (SELECT batch_uuid"));
        logged.extend(shared.words(")").load::<i64>(self.conn()?).map_err(refuse)?);
        Ok(logged)
    }

    fn erase_entries(&mut self, team: TeamId, (kind, ids): (Kind, &[i64])) -> Result<(), Refusal> {
        if ids.is_empty() {
            return Ok(());
        }
        let erased = DocText(r#"{"erased":true}"#.to_owned());
        self.erase_pending(team, (kind, ids), &erased);
        let of_team = activities::table.filter(activities::team_id.eq(team.get()));
        let of_kind = of_team.filter(activities::subject_type.eq(kind.singular()));
        let about = one_of(activities::subject_id, IN_NUMBERS, serde_json::json!(ids).to_string());
        diesel::update(of_kind.filter(about))
            .set(activities::properties.eq(erased))
            .execute(self.writing()?)
            .map(drop)
            .map_err(refuse)
    }
}
