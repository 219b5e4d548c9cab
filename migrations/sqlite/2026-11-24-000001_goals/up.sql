-- Goals: what projects want to move, and how that is measured.
CREATE TABLE goals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    project_id INTEGER NOT NULL,
    user_id INTEGER,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    key TEXT NOT NULL,
    description TEXT,
    kind TEXT NOT NULL,
    metric_type TEXT NOT NULL,
    direction TEXT NOT NULL,
    unit TEXT,
    baseline_value REAL,
    target_value REAL,
    target_mde REAL,
    is_primary INTEGER NOT NULL,
    status TEXT NOT NULL,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT;

CREATE INDEX goals_id ON goals (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX goals_name ON goals (team_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX goals_created_at ON goals (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX goals_updated_at ON goals (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX goals_kind ON goals (team_id, kind, id) WHERE deleted_at IS NULL;
CREATE INDEX goals_project_id ON goals (team_id, project_id, id) WHERE deleted_at IS NULL;
CREATE INDEX goals_metric_type ON goals (team_id, metric_type, id) WHERE deleted_at IS NULL;
CREATE INDEX goals_status ON goals (team_id, status, id) WHERE deleted_at IS NULL;
CREATE INDEX goals_is_primary ON goals (team_id, is_primary, id) WHERE deleted_at IS NULL;
CREATE INDEX goals_project_created ON goals (team_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX goals_key_unique ON goals (team_id, project_id, key) WHERE deleted_at IS NULL;
CREATE INDEX goals_name_folded ON goals (team_id, id, name_folded) WHERE deleted_at IS NULL;
CREATE VIRTUAL TABLE goal_names USING fts5(name, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
-- A project has one primary goal at most.
CREATE UNIQUE INDEX goals_primary ON goals (team_id, project_id) WHERE is_primary = 1 AND deleted_at IS NULL;
