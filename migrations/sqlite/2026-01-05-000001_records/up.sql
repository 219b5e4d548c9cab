-- The record kinds. Every index begins with the team, and references between a team's records carry the team, so that
-- the database itself refuses one across teams.

-- Projects: the sites, products and clients that a team researches.
CREATE TABLE projects (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    code TEXT,
    description TEXT,
    url TEXT,
    color TEXT,
    status TEXT NOT NULL,
    owner_id INTEGER,
    currency TEXT,
    monthly_visitors INTEGER,
    monthly_revenue REAL,
    starts_at TEXT,
    ends_at TEXT,
    UNIQUE (team_id, id),
    FOREIGN KEY (owner_id) REFERENCES users (id)
) STRICT;

CREATE INDEX projects_id ON projects (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX projects_name ON projects (team_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX projects_created_at ON projects (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX projects_updated_at ON projects (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX projects_code ON projects (team_id, code, id) WHERE deleted_at IS NULL;
CREATE INDEX projects_status ON projects (team_id, status, id) WHERE deleted_at IS NULL;
CREATE INDEX projects_owner_id ON projects (team_id, owner_id, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX projects_code_unique ON projects (team_id, code) WHERE code IS NOT NULL AND deleted_at IS NULL;

-- Research collections: the studies that insights and learnings come from.
CREATE TABLE research_collections (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    project_id INTEGER NOT NULL,
    user_id INTEGER,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    description TEXT,
    method TEXT,
    status TEXT NOT NULL,
    started_at INTEGER,
    ended_at INTEGER,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT;

CREATE INDEX research_collections_id ON research_collections (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX research_collections_name ON research_collections (team_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX research_collections_created_at ON research_collections (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX research_collections_updated_at ON research_collections (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX research_collections_started_at ON research_collections (team_id, started_at, id) WHERE deleted_at IS NULL;
CREATE INDEX research_collections_ended_at ON research_collections (team_id, ended_at, id) WHERE deleted_at IS NULL;
CREATE INDEX research_collections_project_created ON research_collections (team_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX research_collections_user_id ON research_collections (team_id, user_id, id) WHERE deleted_at IS NULL;
CREATE INDEX research_collections_method ON research_collections (team_id, method, id) WHERE deleted_at IS NULL;
CREATE INDEX research_collections_status ON research_collections (team_id, status, id) WHERE deleted_at IS NULL;
CREATE INDEX research_collections_project_id ON research_collections (team_id, project_id, id) WHERE deleted_at IS NULL;

-- Insights: what observations mean.
CREATE TABLE insights (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    identifier TEXT,
    project_id INTEGER NOT NULL,
    research_collection_id INTEGER,
    user_id INTEGER,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    description TEXT,
    type TEXT,
    source TEXT,
    evidence_strength TEXT,
    impact TEXT,
    status TEXT NOT NULL,
    superseded_by_id INTEGER,
    discovered_at INTEGER,
    evidence_strength_rank INTEGER NOT NULL GENERATED ALWAYS AS (
        CASE WHEN evidence_strength IS NULL THEN 0 WHEN evidence_strength = 'weak' THEN 1 WHEN evidence_strength = 'moderate' THEN 2 WHEN evidence_strength = 'strong' THEN 3 ELSE 4 END
    ) VIRTUAL,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    FOREIGN KEY (team_id, research_collection_id) REFERENCES research_collections (team_id, id),
    FOREIGN KEY (team_id, superseded_by_id) REFERENCES insights (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT;

CREATE INDEX insights_id ON insights (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX insights_name ON insights (team_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX insights_created_at ON insights (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX insights_updated_at ON insights (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX insights_identifier ON insights (team_id, identifier, id) WHERE deleted_at IS NULL;
CREATE INDEX insights_discovered_at ON insights (team_id, discovered_at, id) WHERE deleted_at IS NULL;
CREATE INDEX insights_evidence_strength_rank ON insights (team_id, evidence_strength_rank, id) WHERE deleted_at IS NULL;
CREATE INDEX insights_project_created ON insights (team_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX insights_research_collection_id ON insights (team_id, research_collection_id, id) WHERE deleted_at IS NULL;
CREATE INDEX insights_user_id ON insights (team_id, user_id, id) WHERE deleted_at IS NULL;
CREATE INDEX insights_type ON insights (team_id, type, id) WHERE deleted_at IS NULL;
CREATE INDEX insights_source ON insights (team_id, source, id) WHERE deleted_at IS NULL;
CREATE INDEX insights_evidence_strength ON insights (team_id, evidence_strength, id) WHERE deleted_at IS NULL;
CREATE INDEX insights_status ON insights (team_id, status, id) WHERE deleted_at IS NULL;
CREATE INDEX insights_project_id ON insights (team_id, project_id, id) WHERE deleted_at IS NULL;

-- Learnings: what a team now knows.
CREATE TABLE learnings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    project_id INTEGER NOT NULL,
    research_collection_id INTEGER,
    user_id INTEGER,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    description TEXT,
    confidence TEXT,
    learned_at INTEGER,
    confidence_rank INTEGER NOT NULL GENERATED ALWAYS AS (
        CASE WHEN confidence IS NULL THEN 0 WHEN confidence = 'low' THEN 1 WHEN confidence = 'medium' THEN 2 WHEN confidence = 'high' THEN 3 ELSE 4 END
    ) VIRTUAL,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    FOREIGN KEY (team_id, research_collection_id) REFERENCES research_collections (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT;

CREATE INDEX learnings_id ON learnings (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX learnings_name ON learnings (team_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX learnings_confidence_rank ON learnings (team_id, confidence_rank, confidence, id) WHERE deleted_at IS NULL;
CREATE INDEX learnings_learned_at ON learnings (team_id, learned_at, id) WHERE deleted_at IS NULL;
CREATE INDEX learnings_created_at ON learnings (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX learnings_updated_at ON learnings (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX learnings_project_created ON learnings (team_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX learnings_research_collection_id ON learnings (team_id, research_collection_id, id) WHERE deleted_at IS NULL;
CREATE INDEX learnings_user_id ON learnings (team_id, user_id, id) WHERE deleted_at IS NULL;
CREATE INDEX learnings_confidence ON learnings (team_id, confidence, id) WHERE deleted_at IS NULL;
CREATE INDEX learnings_project_id ON learnings (team_id, project_id, id) WHERE deleted_at IS NULL;

-- Which insights support which learnings.
CREATE TABLE learning_insight (
    team_id INTEGER NOT NULL,
    learning_id INTEGER NOT NULL,
    insight_id INTEGER NOT NULL,
    PRIMARY KEY (team_id, learning_id, insight_id),
    FOREIGN KEY (team_id, learning_id) REFERENCES learnings (team_id, id),
    FOREIGN KEY (team_id, insight_id) REFERENCES insights (team_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX learning_insight_insight ON learning_insight (team_id, insight_id, learning_id);
