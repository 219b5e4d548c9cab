-- Files: the bytes of attachments, which the attachment store keeps under the key. Equal bytes of a team are one file.
CREATE TABLE files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    key TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    hash TEXT NOT NULL,
    content TEXT,
    created_at INTEGER NOT NULL,
    UNIQUE (team_id, id),
    UNIQUE (team_id, hash)
) STRICT;

-- Attachments: pictures, documents and links beside records. They are deleted for good and never fill deleted_at, which
-- every table of records has.
CREATE TABLE attachments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    project_id INTEGER NOT NULL,
    name TEXT,
    file_type TEXT,
    file_size INTEGER,
    type TEXT NOT NULL,
    url TEXT,
    attachable_type TEXT NOT NULL,
    attachable_id INTEGER NOT NULL,
    user_id INTEGER,
    file_id INTEGER,
    UNIQUE (team_id, id),
    CHECK ((file_id IS NULL) = (url IS NOT NULL)),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    FOREIGN KEY (team_id, file_id) REFERENCES files (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT;

CREATE INDEX attachments_id ON attachments (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX attachments_name ON attachments (team_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX attachments_created_at ON attachments (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX attachments_updated_at ON attachments (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX attachments_project_created ON attachments (team_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX attachments_project_id ON attachments (team_id, project_id, id) WHERE deleted_at IS NULL;
CREATE INDEX attachments_attachable ON attachments (team_id, attachable_type, attachable_id, id) WHERE deleted_at IS NULL;
CREATE INDEX attachments_attachable_type ON attachments (team_id, attachable_type, id) WHERE deleted_at IS NULL;
CREATE INDEX attachments_attachable_id ON attachments (team_id, attachable_id, id) WHERE deleted_at IS NULL;
CREATE INDEX attachments_file ON attachments (team_id, file_id);
