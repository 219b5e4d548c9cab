-- Responses to forms and their answers.
CREATE TABLE form_responses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    form_id INTEGER NOT NULL,
    form_version INTEGER NOT NULL,
    status TEXT NOT NULL,
    source TEXT NOT NULL,
    respondent_user_id INTEGER,
    respondent_email TEXT,
    respondent_email_folded TEXT NOT NULL,
    metadata TEXT,
    started_at INTEGER,
    completed_at INTEGER,
    duration_seconds INTEGER,
    last_step_id INTEGER,
    created_record_type TEXT,
    created_record_id INTEGER,
    edit_hash TEXT,
    was_completed INTEGER NOT NULL,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, form_id) REFERENCES forms (team_id, id),
    FOREIGN KEY (respondent_user_id) REFERENCES users (id),
    FOREIGN KEY (team_id, last_step_id) REFERENCES form_steps (team_id, id)
) STRICT;

CREATE INDEX form_responses_id ON form_responses (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX form_responses_started_at ON form_responses (team_id, started_at, id) WHERE deleted_at IS NULL;
CREATE INDEX form_responses_completed_at ON form_responses (team_id, completed_at, id) WHERE deleted_at IS NULL;
CREATE INDEX form_responses_duration_seconds ON form_responses (team_id, duration_seconds, id) WHERE deleted_at IS NULL;
CREATE INDEX form_responses_created_at ON form_responses (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX form_responses_updated_at ON form_responses (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX form_responses_form_id ON form_responses (team_id, form_id, id) WHERE deleted_at IS NULL;
CREATE INDEX form_responses_status ON form_responses (team_id, status, id) WHERE deleted_at IS NULL;
CREATE INDEX form_responses_source ON form_responses (team_id, source, id) WHERE deleted_at IS NULL;
CREATE INDEX form_responses_respondent_user_id ON form_responses (team_id, respondent_user_id, id) WHERE deleted_at IS NULL;
CREATE INDEX form_responses_form_version ON form_responses (team_id, form_version, id) WHERE deleted_at IS NULL;

-- Whether somebody answered already, and whether anybody answered a version.
CREATE INDEX form_responses_by_email ON form_responses (team_id, form_id, respondent_email_folded);
CREATE INDEX form_responses_of_version ON form_responses (team_id, form_id, form_version);

CREATE TABLE form_answers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    form_id INTEGER NOT NULL,
    form_response_id INTEGER NOT NULL,
    form_question_id INTEGER NOT NULL,
    value TEXT,
    text_value TEXT,
    number_value REAL,
    option_ids TEXT,
    skipped INTEGER NOT NULL,
    key TEXT NOT NULL,
    words TEXT,
    folded TEXT,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, form_id) REFERENCES forms (team_id, id),
    FOREIGN KEY (team_id, form_response_id) REFERENCES form_responses (team_id, id),
    FOREIGN KEY (team_id, form_question_id) REFERENCES form_questions (team_id, id)
) STRICT;

CREATE INDEX form_answers_id ON form_answers (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX form_answers_created_at ON form_answers (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX form_answers_updated_at ON form_answers (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX form_answers_form_id ON form_answers (team_id, form_id, id) WHERE deleted_at IS NULL;
CREATE INDEX form_answers_form_response_id ON form_answers (team_id, form_response_id, id) WHERE form_response_id IS NOT NULL;
CREATE INDEX form_answers_form_question_id ON form_answers (team_id, form_question_id, id) WHERE deleted_at IS NULL;
CREATE INDEX form_answers_skipped ON form_answers (team_id, skipped, id) WHERE deleted_at IS NULL;

-- A response answers a question once.
CREATE UNIQUE INDEX form_answers_once ON form_answers (team_id, form_response_id, form_question_id);

-- A form is found by its address, whichever team has it.
CREATE UNIQUE INDEX forms_public_token ON forms (public_token);

-- The steps of earlier versions of forms.
CREATE TABLE form_versions (
    team_id INTEGER NOT NULL,
    form_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    steps TEXT NOT NULL,
    PRIMARY KEY (team_id, form_id, version),
    FOREIGN KEY (team_id, form_id) REFERENCES forms (team_id, id)
) STRICT, WITHOUT ROWID;

-- Observations name the response that they were made of; what is told with a table cannot be changed later, so the
-- table is made anew, and with it its links.
CREATE TABLE new_observations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    project_id INTEGER NOT NULL,
    user_id INTEGER,
    page_id INTEGER,
    audience_id INTEGER,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    description TEXT,
    source TEXT NOT NULL,
    severity TEXT,
    sentiment TEXT,
    url TEXT,
    observed_at INTEGER,
    form_response_id INTEGER,
    status TEXT NOT NULL,
    dismissed_reason TEXT,
    archived_at INTEGER,
    severity_rank INTEGER NOT NULL GENERATED ALWAYS AS (CASE WHEN severity IS NULL THEN 0 WHEN severity = 'low' THEN 1 WHEN severity = 'medium' THEN 2 WHEN severity = 'high' THEN 3 WHEN severity = 'critical' THEN 4 ELSE 5 END) VIRTUAL,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id),
    FOREIGN KEY (team_id, page_id) REFERENCES pages (team_id, id),
    FOREIGN KEY (team_id, audience_id) REFERENCES audiences (team_id, id),
    FOREIGN KEY (team_id, form_response_id) REFERENCES form_responses (team_id, id)
) STRICT;

CREATE TABLE new_insight_observation (
    team_id INTEGER NOT NULL,
    insight_id INTEGER NOT NULL,
    observation_id INTEGER NOT NULL,
    PRIMARY KEY (team_id, insight_id, observation_id),
    FOREIGN KEY (team_id, insight_id) REFERENCES insights (team_id, id),
    FOREIGN KEY (team_id, observation_id) REFERENCES new_observations (team_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE new_idea_observation (
    team_id INTEGER NOT NULL,
    idea_id INTEGER NOT NULL,
    observation_id INTEGER NOT NULL,
    PRIMARY KEY (team_id, idea_id, observation_id),
    FOREIGN KEY (team_id, idea_id) REFERENCES ideas (team_id, id),
    FOREIGN KEY (team_id, observation_id) REFERENCES new_observations (team_id, id)
) STRICT, WITHOUT ROWID;

INSERT INTO new_observations (id, team_id, created_at, updated_at, deleted_at, project_id, user_id, page_id, audience_id, name, name_folded, description, source, severity, sentiment, url, observed_at, status, dismissed_reason, archived_at)
SELECT id, team_id, created_at, updated_at, deleted_at, project_id, user_id, page_id, audience_id, name, name_folded, description, source, severity, sentiment, url, observed_at, status, dismissed_reason, archived_at FROM observations ORDER BY id;
INSERT INTO new_insight_observation SELECT * FROM insight_observation;
INSERT INTO new_idea_observation SELECT * FROM idea_observation;

-- A number that was given once is not given again, be its row deleted or not.
DELETE FROM sqlite_sequence WHERE name = 'new_observations';
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_observations', seq FROM sqlite_sequence WHERE name = 'observations';

DROP VIEW observation_research_collection;
DROP TABLE insight_observation;
DROP TABLE idea_observation;
DROP TABLE observations;
ALTER TABLE new_observations RENAME TO observations;
ALTER TABLE new_insight_observation RENAME TO insight_observation;
ALTER TABLE new_idea_observation RENAME TO idea_observation;

CREATE INDEX observations_id ON observations (team_id, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX observations_name ON observations (team_id, name, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX observations_created_at ON observations (team_id, created_at, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX observations_updated_at ON observations (team_id, updated_at, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX observations_severity_rank ON observations (team_id, severity_rank, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX observations_observed_at ON observations (team_id, observed_at, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX observations_project_id ON observations (team_id, project_id, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX observations_user_id ON observations (team_id, user_id, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX observations_source ON observations (team_id, source, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX observations_severity ON observations (team_id, severity, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX observations_sentiment ON observations (team_id, sentiment, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX observations_status ON observations (team_id, status, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX observations_page_id ON observations (team_id, page_id, id) WHERE page_id IS NOT NULL;
CREATE INDEX observations_audience_id ON observations (team_id, audience_id, id) WHERE audience_id IS NOT NULL;
CREATE INDEX observations_project_created ON observations (team_id, project_id, created_at, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX observations_name_folded ON observations (team_id, id, name_folded) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX insight_observation_observation ON insight_observation (team_id, observation_id, insight_id);
CREATE INDEX idea_observation_observation ON idea_observation (team_id, observation_id, idea_id);
CREATE INDEX observations_archived ON observations (team_id, id) WHERE deleted_at IS NULL AND archived_at IS NOT NULL;
CREATE INDEX observations_form_response_id ON observations (team_id, form_response_id, id) WHERE form_response_id IS NOT NULL;

CREATE VIEW observation_research_collection AS
SELECT DISTINCT insights.team_id, insights.research_collection_id, insight_observation.observation_id
FROM insights
INNER JOIN insight_observation
    ON insight_observation.team_id = insights.team_id AND insight_observation.insight_id = insights.id
WHERE insights.deleted_at IS NULL AND insights.research_collection_id IS NOT NULL;
