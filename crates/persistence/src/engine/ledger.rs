//! What a writing job does across kinds.

use diesel::prelude::*;
use uplift_domain::access::TeamId;
use uplift_domain::activity::Entry;
use uplift_domain::listing::Link;
use uplift_domain::ports::{Ledger, Library};
use uplift_domain::record::{Id, Time};
use uplift_domain::{Kind, Project, Refusal};
use uplift_tables::{ActivityRow, DocText, Moment, activities, learning_insight};

use super::session::{Session, refuse};

impl Library for Session<'_> {}

impl Ledger for Session<'_> {
    fn now(&self) -> Time {
        self.now
    }

    fn record(&mut self, team: TeamId, entry: &Entry) -> Result<(), Refusal> {
        let now = Moment(self.now);
        let row = ActivityRow {
            id: 0,
            log_name: Some("default".to_owned()),
            description: entry.event.clone(),
            subject_type: Some(entry.subject.singular().to_owned()),
            subject_id: Some(entry.subject_id),
            event: Some(entry.event.clone()),
            causer_type: entry.causer.map(|_| Kind::User.singular().to_owned()),
            causer_id: entry.causer.map(Id::get),
            properties: Some(DocText(entry.properties.to_string())),
            batch_uuid: None,
            created_at: now,
            updated_at: now,
        };
        diesel::insert_into(activities::table)
            .values((activities::team_id.eq(team.get()), row))
            .execute(self.writing())
            .map(|_| ())
            .map_err(refuse)
    }

    fn tally(&mut self, team: TeamId, kind: Kind, project: Option<Id<Project>>, by: i64) {
        self.move_counter(team, kind, project.map(Id::get), by);
    }

    fn attach(&mut self, team: TeamId, link: Link, from: Kind, id: i64, related: &[i64]) -> Result<(), Refusal> {
        for other in related {
            match link {
                Link::LearningInsight => {
                    let (learning, insight) = if from == Kind::Learning { (id, *other) } else { (*other, id) };
                    diesel::insert_into(learning_insight::table)
                        .values((
                            learning_insight::team_id.eq(team.get()),
                            learning_insight::learning_id.eq(learning),
                            learning_insight::insight_id.eq(insight),
                        ))
                        .on_conflict_do_nothing()
                        .execute(self.writing())
                        .map_err(refuse)?;
                }
            }
        }
        Ok(())
    }

    fn detach(&mut self, team: TeamId, link: Link, from: Kind, id: i64, related: &[i64]) -> Result<(), Refusal> {
        if related.is_empty() {
            return Ok(());
        }
        match link {
            Link::LearningInsight => {
                let rows = learning_insight::table.filter(learning_insight::team_id.eq(team.get()));
                let related = related.iter().copied();
                if from == Kind::Learning {
                    let rows = rows.filter(learning_insight::learning_id.eq(id));
                    diesel::delete(rows.filter(learning_insight::insight_id.eq_any(related))).execute(self.writing())
                } else {
                    let rows = rows.filter(learning_insight::insight_id.eq(id));
                    diesel::delete(rows.filter(learning_insight::learning_id.eq_any(related))).execute(self.writing())
                }
            }
        }
        .map(|_| ())
        .map_err(refuse)
    }
}
