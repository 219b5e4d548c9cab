-- Tags, and which records have them.
CREATE TABLE tags (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    project_id INTEGER,
    user_id INTEGER,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    color TEXT,
    description TEXT,
    slug TEXT NOT NULL,
    usage_count INTEGER NOT NULL,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT;

CREATE INDEX tags_id ON tags (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX tags_name ON tags (team_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX tags_created_at ON tags (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX tags_updated_at ON tags (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX tags_usage_count ON tags (team_id, usage_count, id) WHERE deleted_at IS NULL;
CREATE INDEX tags_project_id ON tags (team_id, project_id, id) WHERE deleted_at IS NULL;
CREATE INDEX tags_project_created ON tags (team_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX tags_name_unique ON tags (team_id, name_folded) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX tags_slug_unique ON tags (team_id, slug) WHERE deleted_at IS NULL;
CREATE INDEX tags_name_folded ON tags (team_id, id, name_folded) WHERE deleted_at IS NULL;
CREATE VIRTUAL TABLE tag_names USING fts5(name, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');

CREATE TABLE taggings (
    team_id INTEGER NOT NULL,
    tag_id INTEGER NOT NULL,
    taggable_type TEXT NOT NULL,
    taggable_id INTEGER NOT NULL,
    PRIMARY KEY (team_id, taggable_type, taggable_id, tag_id),
    FOREIGN KEY (team_id, tag_id) REFERENCES tags (team_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX taggings_tag ON taggings (team_id, tag_id, taggable_type, taggable_id);
