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
    status TEXT NOT NULL,
    dismissed_reason TEXT,
    archived_at INTEGER,
    severity_rank INTEGER NOT NULL GENERATED ALWAYS AS (CASE WHEN severity IS NULL THEN 0 WHEN severity = 'low' THEN 1 WHEN severity = 'medium' THEN 2 WHEN severity = 'high' THEN 3 WHEN severity = 'critical' THEN 4 ELSE 5 END) VIRTUAL,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id),
    FOREIGN KEY (team_id, page_id) REFERENCES pages (team_id, id),
    FOREIGN KEY (team_id, audience_id) REFERENCES audiences (team_id, id)
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

CREATE VIEW observation_research_collection AS
SELECT DISTINCT insights.team_id, insights.research_collection_id, insight_observation.observation_id
FROM insights
INNER JOIN insight_observation
    ON insight_observation.team_id = insights.team_id AND insight_observation.insight_id = insights.id
WHERE insights.deleted_at IS NULL AND insights.research_collection_id IS NOT NULL;

DROP TABLE form_versions;
DROP INDEX forms_public_token;
DELETE FROM taggings WHERE taggable_type = 'form_response';
DROP TABLE form_answers;
DROP TABLE form_responses;
DELETE FROM counters WHERE kind IN ('form_response', 'form_answer');
