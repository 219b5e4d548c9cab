-- Experiments, and the variations that they compare.
CREATE TABLE experiments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    identifier TEXT,
    project_id INTEGER NOT NULL,
    idea_id INTEGER,
    user_id INTEGER,
    owner_id INTEGER,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    description TEXT,
    hypothesis TEXT,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    result TEXT,
    decision TEXT,
    conclusion TEXT,
    winner_variation_id INTEGER,
    primary_goal_id INTEGER,
    platform TEXT,
    external_id TEXT,
    external_url TEXT,
    preview_url TEXT,
    device TEXT,
    planned_start_at TEXT,
    planned_end_at TEXT,
    started_at INTEGER,
    ended_at INTEGER,
    decided_at INTEGER,
    implemented_at INTEGER,
    cancelled_reason TEXT,
    traffic_allocation REAL NOT NULL,
    stats_method TEXT NOT NULL,
    significance REAL NOT NULL,
    power REAL NOT NULL,
    mde REAL,
    annual_impact REAL,
    archived_at INTEGER,
    status_changed_at INTEGER,
    status_rank INTEGER NOT NULL GENERATED ALWAYS AS (CASE WHEN status = 'draft' THEN 1 WHEN status = 'in_preparation' THEN 2 WHEN status = 'ready' THEN 3 WHEN status = 'running' THEN 4 WHEN status = 'paused' THEN 5 WHEN status = 'analyzing' THEN 6 WHEN status = 'completed' THEN 7 WHEN status = 'cancelled' THEN 8 ELSE 9 END) VIRTUAL,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    FOREIGN KEY (team_id, idea_id) REFERENCES ideas (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id),
    FOREIGN KEY (owner_id) REFERENCES users (id),
    FOREIGN KEY (team_id, winner_variation_id) REFERENCES variations (team_id, id),
    FOREIGN KEY (team_id, primary_goal_id) REFERENCES goals (team_id, id)
) STRICT;

CREATE INDEX experiments_id ON experiments (team_id, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX experiments_name ON experiments (team_id, name, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX experiments_created_at ON experiments (team_id, created_at, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX experiments_updated_at ON experiments (team_id, updated_at, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX experiments_identifier ON experiments (team_id, identifier, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX experiments_status_rank ON experiments (team_id, status_rank, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX experiments_started_at ON experiments (team_id, started_at, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX experiments_ended_at ON experiments (team_id, ended_at, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX experiments_annual_impact ON experiments (team_id, annual_impact, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX experiments_status ON experiments (team_id, status, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX experiments_result ON experiments (team_id, result, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX experiments_decision ON experiments (team_id, decision, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX experiments_type ON experiments (team_id, type, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX experiments_project_created ON experiments (team_id, project_id, created_at, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX experiments_name_folded ON experiments (team_id, id, name_folded) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE VIRTUAL TABLE experiment_names USING fts5(name, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
-- Archived experiments are included with what they name, and listed on request.
CREATE INDEX experiments_project_id ON experiments (team_id, project_id, id) WHERE deleted_at IS NULL;
CREATE INDEX experiments_idea_id ON experiments (team_id, idea_id, id) WHERE deleted_at IS NULL;
CREATE INDEX experiments_owner_id ON experiments (team_id, owner_id, id) WHERE deleted_at IS NULL;
CREATE INDEX experiments_user_id ON experiments (team_id, user_id, id) WHERE deleted_at IS NULL;
CREATE INDEX experiments_primary_goal_id ON experiments (team_id, primary_goal_id, id) WHERE deleted_at IS NULL;
CREATE INDEX experiments_archived ON experiments (team_id, id) WHERE deleted_at IS NULL AND archived_at IS NOT NULL;
-- Whether an identifier is taken, by a deleted experiment too.
CREATE INDEX experiments_identified ON experiments (team_id, identifier, project_id) WHERE identifier IS NOT NULL;

CREATE TABLE variations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    experiment_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    key TEXT NOT NULL,
    description TEXT,
    is_control INTEGER NOT NULL,
    weight REAL NOT NULL,
    position INTEGER NOT NULL,
    url TEXT,
    changes TEXT,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, experiment_id) REFERENCES experiments (team_id, id)
) STRICT;

CREATE INDEX variations_id ON variations (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX variations_name ON variations (team_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX variations_position ON variations (team_id, position, id) WHERE deleted_at IS NULL;
CREATE INDEX variations_weight ON variations (team_id, weight, id) WHERE deleted_at IS NULL;
CREATE INDEX variations_created_at ON variations (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX variations_updated_at ON variations (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX variations_experiment_id ON variations (team_id, experiment_id, id) WHERE deleted_at IS NULL;
CREATE INDEX variations_key ON variations (team_id, key, id) WHERE deleted_at IS NULL;
CREATE INDEX variations_is_control ON variations (team_id, is_control, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX variations_key_unique ON variations (team_id, experiment_id, key) WHERE deleted_at IS NULL;
CREATE INDEX variations_name_folded ON variations (team_id, id, name_folded) WHERE deleted_at IS NULL;
CREATE VIRTUAL TABLE variation_names USING fts5(name, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
-- An experiment has one control at most.
CREATE UNIQUE INDEX variations_control ON variations (team_id, experiment_id) WHERE is_control = 1 AND deleted_at IS NULL;

-- Which goals experiments are judged by, and in which role; one of them is the primary one at most.
CREATE TABLE experiment_goal (
    team_id INTEGER NOT NULL,
    experiment_id INTEGER NOT NULL,
    goal_id INTEGER NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (team_id, experiment_id, goal_id),
    FOREIGN KEY (team_id, experiment_id) REFERENCES experiments (team_id, id),
    FOREIGN KEY (team_id, goal_id) REFERENCES goals (team_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX experiment_goal_goal ON experiment_goal (team_id, goal_id, experiment_id);
CREATE UNIQUE INDEX experiment_goal_primary ON experiment_goal (team_id, experiment_id) WHERE role = 'primary';

-- Which insights experiments rest on.
CREATE TABLE experiment_insight (
    team_id INTEGER NOT NULL,
    experiment_id INTEGER NOT NULL,
    insight_id INTEGER NOT NULL,
    PRIMARY KEY (team_id, experiment_id, insight_id),
    FOREIGN KEY (team_id, experiment_id) REFERENCES experiments (team_id, id),
    FOREIGN KEY (team_id, insight_id) REFERENCES insights (team_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX experiment_insight_insight ON experiment_insight (team_id, insight_id, experiment_id);

-- Which learnings experiments support or contradict.
CREATE TABLE experiment_learning (
    team_id INTEGER NOT NULL,
    experiment_id INTEGER NOT NULL,
    learning_id INTEGER NOT NULL,
    stance TEXT NOT NULL,
    PRIMARY KEY (team_id, experiment_id, learning_id),
    FOREIGN KEY (team_id, experiment_id) REFERENCES experiments (team_id, id),
    FOREIGN KEY (team_id, learning_id) REFERENCES learnings (team_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX experiment_learning_learning ON experiment_learning (team_id, learning_id, experiment_id);

-- Which pages and audiences experiments are about.
CREATE TABLE experiment_page (
    team_id INTEGER NOT NULL,
    experiment_id INTEGER NOT NULL,
    page_id INTEGER NOT NULL,
    PRIMARY KEY (team_id, experiment_id, page_id),
    FOREIGN KEY (team_id, experiment_id) REFERENCES experiments (team_id, id),
    FOREIGN KEY (team_id, page_id) REFERENCES pages (team_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX experiment_page_page ON experiment_page (team_id, page_id, experiment_id);

CREATE TABLE audience_experiment (
    team_id INTEGER NOT NULL,
    experiment_id INTEGER NOT NULL,
    audience_id INTEGER NOT NULL,
    PRIMARY KEY (team_id, experiment_id, audience_id),
    FOREIGN KEY (team_id, experiment_id) REFERENCES experiments (team_id, id),
    FOREIGN KEY (team_id, audience_id) REFERENCES audiences (team_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX audience_experiment_audience ON audience_experiment (team_id, audience_id, experiment_id);
