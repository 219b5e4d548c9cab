-- Lookups: the words by which teams and projects fill fields.
CREATE TABLE project_lookups (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    project_id INTEGER,
    type TEXT NOT NULL,
    key TEXT NOT NULL,
    label TEXT NOT NULL,
    label_folded TEXT NOT NULL,
    description TEXT,
    color TEXT,
    is_default INTEGER NOT NULL,
    is_active INTEGER NOT NULL,
    meta TEXT,
    position INTEGER NOT NULL,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id)
) STRICT;

CREATE INDEX project_lookups_id ON project_lookups (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX project_lookups_label ON project_lookups (team_id, label, id) WHERE deleted_at IS NULL;
CREATE INDEX project_lookups_position ON project_lookups (team_id, position, id) WHERE deleted_at IS NULL;
CREATE INDEX project_lookups_type ON project_lookups (team_id, type, id) WHERE deleted_at IS NULL;
CREATE INDEX project_lookups_created_at ON project_lookups (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX project_lookups_updated_at ON project_lookups (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX project_lookups_project_id ON project_lookups (team_id, project_id, id) WHERE deleted_at IS NULL;
CREATE INDEX project_lookups_key ON project_lookups (team_id, key, id) WHERE deleted_at IS NULL;
CREATE INDEX project_lookups_is_active ON project_lookups (team_id, is_active, id) WHERE deleted_at IS NULL;
CREATE INDEX project_lookups_project_created ON project_lookups (team_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE VIRTUAL TABLE project_lookup_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');
CREATE UNIQUE INDEX project_lookups_key_unique ON project_lookups (team_id, type, key, coalesce(project_id, 0)) WHERE deleted_at IS NULL;

-- How many records have each key in the field that its lookups fill: in the whole team, and in each project.
INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'project_lookup', 'idea_source', value, count(*) FROM (SELECT team_id, project_id, source AS value FROM ideas WHERE deleted_at IS NULL AND source IS NOT NULL) AS used GROUP BY 1, 4
UNION ALL
SELECT team_id, 'project_lookup', 'idea_source', CAST(project_id AS TEXT) || ':' || value, count(*) FROM (SELECT team_id, project_id, source AS value FROM ideas WHERE deleted_at IS NULL AND source IS NOT NULL) AS used GROUP BY 1, 4
UNION ALL
SELECT team_id, 'project_lookup', 'idea_category', value, count(*) FROM (SELECT team_id, project_id, category AS value FROM ideas WHERE deleted_at IS NULL AND category IS NOT NULL AND length(category) <= 64 AND category NOT GLOB '*[^a-z0-9_-]*') AS used GROUP BY 1, 4
UNION ALL
SELECT team_id, 'project_lookup', 'idea_category', CAST(project_id AS TEXT) || ':' || value, count(*) FROM (SELECT team_id, project_id, category AS value FROM ideas WHERE deleted_at IS NULL AND category IS NOT NULL AND length(category) <= 64 AND category NOT GLOB '*[^a-z0-9_-]*') AS used GROUP BY 1, 4
UNION ALL
SELECT team_id, 'project_lookup', 'experiment_type', value, count(*) FROM (SELECT team_id, project_id, type AS value FROM experiments WHERE deleted_at IS NULL AND type IS NOT NULL) AS used GROUP BY 1, 4
UNION ALL
SELECT team_id, 'project_lookup', 'experiment_type', CAST(project_id AS TEXT) || ':' || value, count(*) FROM (SELECT team_id, project_id, type AS value FROM experiments WHERE deleted_at IS NULL AND type IS NOT NULL) AS used GROUP BY 1, 4
UNION ALL
SELECT team_id, 'project_lookup', 'device', value, count(*) FROM (SELECT team_id, project_id, device AS value FROM experiments WHERE deleted_at IS NULL AND device IS NOT NULL UNION ALL SELECT team_id, project_id, device AS value FROM pages WHERE deleted_at IS NULL AND device IS NOT NULL UNION ALL SELECT team_id, project_id, device AS value FROM audiences WHERE deleted_at IS NULL AND device IS NOT NULL) AS used GROUP BY 1, 4
UNION ALL
SELECT team_id, 'project_lookup', 'device', CAST(project_id AS TEXT) || ':' || value, count(*) FROM (SELECT team_id, project_id, device AS value FROM experiments WHERE deleted_at IS NULL AND device IS NOT NULL UNION ALL SELECT team_id, project_id, device AS value FROM pages WHERE deleted_at IS NULL AND device IS NOT NULL UNION ALL SELECT team_id, project_id, device AS value FROM audiences WHERE deleted_at IS NULL AND device IS NOT NULL) AS used GROUP BY 1, 4
UNION ALL
SELECT team_id, 'project_lookup', 'insight_source', value, count(*) FROM (SELECT team_id, project_id, source AS value FROM insights WHERE deleted_at IS NULL AND source IS NOT NULL) AS used GROUP BY 1, 4
UNION ALL
SELECT team_id, 'project_lookup', 'insight_source', CAST(project_id AS TEXT) || ':' || value, count(*) FROM (SELECT team_id, project_id, source AS value FROM insights WHERE deleted_at IS NULL AND source IS NOT NULL) AS used GROUP BY 1, 4
UNION ALL
SELECT team_id, 'project_lookup', 'observation_source', value, count(*) FROM (SELECT team_id, project_id, source AS value FROM observations WHERE deleted_at IS NULL AND source IS NOT NULL) AS used GROUP BY 1, 4
UNION ALL
SELECT team_id, 'project_lookup', 'observation_source', CAST(project_id AS TEXT) || ':' || value, count(*) FROM (SELECT team_id, project_id, source AS value FROM observations WHERE deleted_at IS NULL AND source IS NOT NULL) AS used GROUP BY 1, 4
UNION ALL
SELECT team_id, 'project_lookup', 'page_type', value, count(*) FROM (SELECT team_id, project_id, type AS value FROM pages WHERE deleted_at IS NULL AND type IS NOT NULL) AS used GROUP BY 1, 4
UNION ALL
SELECT team_id, 'project_lookup', 'page_type', CAST(project_id AS TEXT) || ':' || value, count(*) FROM (SELECT team_id, project_id, type AS value FROM pages WHERE deleted_at IS NULL AND type IS NOT NULL) AS used GROUP BY 1, 4;
