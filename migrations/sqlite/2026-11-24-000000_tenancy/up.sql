-- A file is looked for in its team alone, and its key is unique there. What is told with a table cannot be changed
-- later, so the table is made anew, and with it that of the attachments, which refer to it.
--
-- PostgreSQL has (team_id, id) for the primary keys of all team data from here on. SQLite keeps its rowids: a table
-- with another primary key looks each row up twice, once in an index that has the key and once by its rowid, or, made
-- WITHOUT ROWID, has the whole key in every one of its indexes; and as one process writes the one file, nothing is to be
-- divided by team. UNIQUE (team_id, id) is what references within a team hold on to on both.
--
-- The file is locked to other writers meanwhile: about ten seconds for a million attachments. Readers go on reading.

CREATE TABLE new_files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    key TEXT NOT NULL,
    size INTEGER NOT NULL,
    hash TEXT NOT NULL,
    content TEXT,
    created_at INTEGER NOT NULL,
    UNIQUE (team_id, id),
    UNIQUE (team_id, key),
    UNIQUE (team_id, hash)
) STRICT;

CREATE TABLE new_attachments (
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
    FOREIGN KEY (team_id, file_id) REFERENCES new_files (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT;

INSERT INTO new_files (id, team_id, key, size, hash, content, created_at)
SELECT id, team_id, key, size, hash, content, created_at FROM files ORDER BY id;
INSERT INTO new_attachments (id, team_id, created_at, updated_at, deleted_at, project_id, name, file_type, file_size, type, url, attachable_type, attachable_id, user_id, file_id)
SELECT id, team_id, created_at, updated_at, deleted_at, project_id, name, file_type, file_size, type, url, attachable_type, attachable_id, user_id, file_id FROM attachments ORDER BY id;

-- A number that was given once is not given again, be its row deleted or not.
DELETE FROM sqlite_sequence WHERE name IN ('new_files', 'new_attachments');
INSERT INTO sqlite_sequence (name, seq)
SELECT 'new_' || name, seq FROM sqlite_sequence WHERE name IN ('files', 'attachments');

DROP TABLE attachments;
DROP TABLE files;
ALTER TABLE new_files RENAME TO files;
ALTER TABLE new_attachments RENAME TO attachments;

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
