//! What the records of an experiment, of the evidence before it and of forms keep of each other, held against each other.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::BigInt;
use uplift_domain::Kind;

use super::super::super::backend::Conn;
use super::NAMED;

/// Something that holds of every record of a kind.
struct Rule {
    kind: Kind,
    /// What is wrong where it does not hold, with the record before it.
    wrong: &'static str,
    /// The table as `r`, and the condition that records meet for which it does not hold, as SQL.
    broken: (&'static str, &'static str),
}

const RULES: [Rule; 7] = [
    Rule {
        kind: Kind::Observation,
        wrong: "is linked and no insight is attached to it, or one is and it is not",
        broken: (
            "observations",
            "(r.status = 'linked') <> EXISTS (SELECT 1 FROM insight_observation AS l \
             WHERE l.team_id = r.team_id AND l.observation_id = r.id)",
        ),
    },
    Rule {
        kind: Kind::Idea,
        wrong: "has another status than its experiments make of it",
        broken: (
            "ideas",
            "r.deleted_at IS NULL AND r.status <> 'rejected' AND \
             CASE WHEN EXISTS (SELECT 1 FROM experiments AS e WHERE e.team_id = r.team_id AND e.idea_id = r.id \
                    AND e.deleted_at IS NULL AND e.status IN ('running', 'paused', 'analyzing')) \
                    THEN r.status <> 'in_experiment' \
                WHEN EXISTS (SELECT 1 FROM experiments AS e WHERE e.team_id = r.team_id AND e.idea_id = r.id \
                    AND e.deleted_at IS NULL AND e.status = 'completed') THEN r.status <> 'done' \
                ELSE r.status IN ('in_experiment', 'done') END",
        ),
    },
    Rule {
        kind: Kind::Experiment,
        wrong: "names another primary goal than the one in that role",
        broken: (
            "experiments",
            "coalesce(r.primary_goal_id, 0) <> coalesce((SELECT l.goal_id FROM experiment_goal AS l \
             WHERE l.team_id = r.team_id AND l.experiment_id = r.id AND l.role = 'primary'), 0)",
        ),
    },
    Rule {
        kind: Kind::Experiment,
        wrong: "has variations, and not exactly one of them is the control",
        broken: (
            "experiments",
            "(SELECT CASE WHEN count(*) = 0 THEN 1 ELSE count(CASE WHEN v.is_control THEN 1 END) END \
             FROM variations AS v WHERE v.team_id = r.team_id AND v.experiment_id = r.id) <> 1",
        ),
    },
    Rule {
        kind: Kind::ResultRow,
        wrong: "counts as the latest of its variation, goal and segment and is not, or is and does not",
        broken: (
            "experiment_results",
            "r.latest = EXISTS (SELECT 1 FROM experiment_results AS o WHERE o.team_id = r.team_id \
             AND o.experiment_id = r.experiment_id AND o.variation_id = r.variation_id AND o.goal_id = r.goal_id \
             AND o.segment = r.segment AND o.as_of > r.as_of)",
        ),
    },
    Rule {
        kind: Kind::ResultRow,
        wrong: "counts for everyone and has a segment, or has none and does not",
        broken: ("experiment_results", "r.everyone <> (r.segment = '')"),
    },
    Rule {
        kind: Kind::Form,
        // Those that were erased stay counted.
        wrong: "counts fewer responses than were completed and are there",
        broken: (
            "forms",
            "r.responses_count < (SELECT count(*) FROM form_responses AS f WHERE f.team_id = r.team_id \
             AND f.form_id = r.id AND f.was_completed AND f.status <> 'spam')",
        ),
    },
];

#[derive(QueryableByName)]
struct Broken {
    #[diesel(sql_type = BigInt)]
    team: i64,
    #[diesel(sql_type = BigInt)]
    id: i64,
}

/// Names each record that does not agree with others.
pub(crate) fn wrong_chain(conn: &mut Conn) -> QueryResult<Vec<String>> {
    let mut wrong = Vec::new();
    for Rule { kind, wrong: told, broken: (table, condition) } in &RULES {
        let query = format!(
            "SELECT r.team_id AS team, r.id AS id FROM {table} AS r WHERE {condition} ORDER BY 1, 2 LIMIT {NAMED}"
        );
        let broken: Vec<Broken> = sql_query(query).load(conn)?;
        wrong.extend(broken.iter().map(|Broken { team, id }| format!("team {team}: {} {id} {told}", kind.singular())));
    }
    Ok(wrong)
}
