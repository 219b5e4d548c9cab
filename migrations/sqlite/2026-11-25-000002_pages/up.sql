-- Pages: the places on a site where visitors are researched, a tree in each project.
CREATE TABLE pages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    project_id INTEGER NOT NULL,
    user_id INTEGER,
    parent_id INTEGER,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    url TEXT,
    url_folded TEXT NOT NULL,
    url_match TEXT NOT NULL,
    type TEXT NOT NULL,
    device TEXT NOT NULL,
    monthly_visitors INTEGER,
    conversion_rate REAL,
    bounce_rate REAL,
    exit_rate REAL,
    monthly_revenue REAL,
    importance INTEGER,
    status TEXT NOT NULL,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id),
    FOREIGN KEY (team_id, parent_id) REFERENCES pages (team_id, id)
) STRICT;

CREATE INDEX pages_id ON pages (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX pages_name ON pages (team_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX pages_created_at ON pages (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX pages_updated_at ON pages (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX pages_url ON pages (team_id, url, id) WHERE deleted_at IS NULL;
CREATE INDEX pages_monthly_visitors ON pages (team_id, monthly_visitors, id) WHERE deleted_at IS NULL;
CREATE INDEX pages_conversion_rate ON pages (team_id, conversion_rate, id) WHERE deleted_at IS NULL;
CREATE INDEX pages_importance ON pages (team_id, importance, id) WHERE deleted_at IS NULL;
CREATE INDEX pages_project_id ON pages (team_id, project_id, id) WHERE deleted_at IS NULL;
CREATE INDEX pages_parent_id ON pages (team_id, parent_id, id) WHERE parent_id IS NOT NULL;
CREATE INDEX pages_type ON pages (team_id, type, id) WHERE deleted_at IS NULL;
CREATE INDEX pages_device ON pages (team_id, device, id) WHERE deleted_at IS NULL;
CREATE INDEX pages_status ON pages (team_id, status, id) WHERE deleted_at IS NULL;
CREATE INDEX pages_root ON pages (team_id, id) WHERE deleted_at IS NULL AND parent_id IS NULL;
CREATE INDEX pages_not_root ON pages (team_id, id) WHERE deleted_at IS NULL AND parent_id IS NOT NULL;
CREATE INDEX pages_project_created ON pages (team_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX pages_name_folded ON pages (team_id, id, name_folded) WHERE deleted_at IS NULL;
CREATE VIRTUAL TABLE page_names USING fts5(name, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');

-- Audiences: the visitors for whom something is researched or tried out.
CREATE TABLE audiences (
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
    conditions TEXT,
    device TEXT,
    traffic_share REAL,
    monthly_visitors INTEGER,
    is_default INTEGER NOT NULL,
    status TEXT NOT NULL,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT;

CREATE INDEX audiences_id ON audiences (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX audiences_name ON audiences (team_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX audiences_created_at ON audiences (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX audiences_updated_at ON audiences (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX audiences_monthly_visitors ON audiences (team_id, monthly_visitors, id) WHERE deleted_at IS NULL;
CREATE INDEX audiences_traffic_share ON audiences (team_id, traffic_share, id) WHERE deleted_at IS NULL;
CREATE INDEX audiences_project_id ON audiences (team_id, project_id, id) WHERE deleted_at IS NULL;
CREATE INDEX audiences_device ON audiences (team_id, device, id) WHERE deleted_at IS NULL;
CREATE INDEX audiences_status ON audiences (team_id, status, id) WHERE deleted_at IS NULL;
CREATE INDEX audiences_is_default ON audiences (team_id, is_default, id) WHERE deleted_at IS NULL;
CREATE INDEX audiences_project_created ON audiences (team_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX audiences_name_folded ON audiences (team_id, id, name_folded) WHERE deleted_at IS NULL;
CREATE VIRTUAL TABLE audience_names USING fts5(name, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
-- A project has one default audience at most.
CREATE UNIQUE INDEX audiences_default ON audiences (team_id, project_id) WHERE is_default = 1 AND deleted_at IS NULL;

-- Which pages and audiences insights are about.
CREATE TABLE insight_page (
    team_id INTEGER NOT NULL,
    insight_id INTEGER NOT NULL,
    page_id INTEGER NOT NULL,
    PRIMARY KEY (team_id, insight_id, page_id),
    FOREIGN KEY (team_id, insight_id) REFERENCES insights (team_id, id),
    FOREIGN KEY (team_id, page_id) REFERENCES pages (team_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX insight_page_page ON insight_page (team_id, page_id, insight_id);

CREATE TABLE audience_insight (
    team_id INTEGER NOT NULL,
    insight_id INTEGER NOT NULL,
    audience_id INTEGER NOT NULL,
    PRIMARY KEY (team_id, insight_id, audience_id),
    FOREIGN KEY (team_id, insight_id) REFERENCES insights (team_id, id),
    FOREIGN KEY (team_id, audience_id) REFERENCES audiences (team_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX audience_insight_audience ON audience_insight (team_id, audience_id, insight_id);
