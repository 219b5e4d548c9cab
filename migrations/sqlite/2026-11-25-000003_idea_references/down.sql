CREATE TABLE new_ideas (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    identifier TEXT,
    project_id INTEGER NOT NULL,
    user_id INTEGER,
    assignee_id INTEGER,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    description TEXT,
    problem TEXT,
    solution TEXT,
    hypothesis TEXT,
    category TEXT,
    source TEXT,
    status TEXT NOT NULL,
    priority TEXT,
    framework TEXT NOT NULL,
    scores TEXT,
    priority_score REAL,
    priority_score_normalized REAL,
    effort_days REAL,
    expected_uplift REAL,
    due_at TEXT,
    archived_at INTEGER,
    rejected_reason TEXT,
    status_rank INTEGER NOT NULL GENERATED ALWAYS AS (
        CASE WHEN status = 'backlog' THEN 1 WHEN status = 'under_review' THEN 2 WHEN status = 'approved' THEN 3 WHEN status = 'planned' THEN 4 WHEN status = 'in_experiment' THEN 5 WHEN status = 'done' THEN 6 WHEN status = 'rejected' THEN 7 ELSE 8 END
    ) VIRTUAL,
    priority_rank INTEGER NOT NULL GENERATED ALWAYS AS (
        CASE WHEN priority IS NULL THEN 0 WHEN priority = 'low' THEN 1 WHEN priority = 'medium' THEN 2 WHEN priority = 'high' THEN 3 WHEN priority = 'critical' THEN 4 ELSE 5 END
    ) VIRTUAL,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id),
    FOREIGN KEY (assignee_id) REFERENCES users (id)
) STRICT;

CREATE TABLE new_idea_insight (
    team_id INTEGER NOT NULL,
    idea_id INTEGER NOT NULL,
    insight_id INTEGER NOT NULL,
    PRIMARY KEY (team_id, idea_id, insight_id),
    FOREIGN KEY (team_id, idea_id) REFERENCES new_ideas (team_id, id),
    FOREIGN KEY (team_id, insight_id) REFERENCES insights (team_id, id)
) STRICT, WITHOUT ROWID;

INSERT INTO new_ideas (id, team_id, created_at, updated_at, deleted_at, identifier, project_id, user_id, assignee_id, name, name_folded, description, problem, solution, hypothesis, category, source, status, priority, framework, scores, priority_score, priority_score_normalized, effort_days, expected_uplift, due_at, archived_at, rejected_reason)
SELECT id, team_id, created_at, updated_at, deleted_at, identifier, project_id, user_id, assignee_id, name, name_folded, description, problem, solution, hypothesis, category, source, status, priority, framework, scores, priority_score, priority_score_normalized, effort_days, expected_uplift, due_at, archived_at, rejected_reason FROM ideas ORDER BY id;
INSERT INTO new_idea_insight SELECT * FROM idea_insight;

-- A number that was given once is not given again, be its row deleted or not.
DELETE FROM sqlite_sequence WHERE name = 'new_ideas';
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_ideas', seq FROM sqlite_sequence WHERE name = 'ideas';

DROP TABLE idea_insight;
DROP TABLE ideas;
ALTER TABLE new_ideas RENAME TO ideas;
ALTER TABLE new_idea_insight RENAME TO idea_insight;

CREATE INDEX ideas_id ON ideas (team_id, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_name ON ideas (team_id, name, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_created_at ON ideas (team_id, created_at, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_updated_at ON ideas (team_id, updated_at, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_status_rank ON ideas (team_id, status_rank, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_priority_rank ON ideas (team_id, priority_rank, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_identifier ON ideas (team_id, identifier, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_priority_score ON ideas (team_id, priority_score, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_due_at ON ideas (team_id, due_at, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_project_created ON ideas (team_id, project_id, created_at, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_project_score ON ideas (team_id, project_id, priority_score, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_archived ON ideas (team_id, id) WHERE deleted_at IS NULL AND archived_at IS NOT NULL;
CREATE INDEX ideas_identified ON ideas (team_id, identifier, project_id) WHERE identifier IS NOT NULL;
CREATE INDEX ideas_status ON ideas (team_id, status, id, deleted_at, archived_at) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_priority ON ideas (team_id, priority, id, deleted_at, archived_at) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_category ON ideas (team_id, category, id, deleted_at, archived_at) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_source ON ideas (team_id, source, id, deleted_at, archived_at) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_user_id ON ideas (team_id, user_id, id, deleted_at, archived_at) WHERE deleted_at IS NULL;
CREATE INDEX ideas_assignee_id ON ideas (team_id, assignee_id, id, deleted_at, archived_at) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_project_id ON ideas (team_id, project_id, id, deleted_at, archived_at) WHERE deleted_at IS NULL;
CREATE INDEX ideas_name_folded ON ideas (team_id, id, name_folded, deleted_at, archived_at) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX idea_insight_insight ON idea_insight (team_id, insight_id, idea_id);
