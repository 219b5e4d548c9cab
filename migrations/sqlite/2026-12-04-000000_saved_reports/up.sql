-- Saved reports: what a team asks a report for again and again.
CREATE TABLE saved_reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    user_id INTEGER,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    description TEXT,
    report TEXT NOT NULL,
    params TEXT NOT NULL,
    access TEXT NOT NULL,
    target_win_rate REAL,
    target_velocity REAL,
    debias INTEGER NOT NULL,
    public_token TEXT,
    reader_id INTEGER NOT NULL,
    UNIQUE (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT;

CREATE INDEX saved_reports_id ON saved_reports (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX saved_reports_name ON saved_reports (team_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX saved_reports_created_at ON saved_reports (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX saved_reports_updated_at ON saved_reports (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX saved_reports_report ON saved_reports (team_id, report, id) WHERE deleted_at IS NULL;
CREATE INDEX saved_reports_user_id ON saved_reports (team_id, user_id, id) WHERE deleted_at IS NULL;
CREATE INDEX saved_reports_access ON saved_reports (team_id, access, id) WHERE deleted_at IS NULL;
CREATE INDEX saved_reports_reader_id ON saved_reports (team_id, reader_id, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX saved_reports_public_token ON saved_reports (public_token) WHERE public_token IS NOT NULL;
CREATE INDEX saved_reports_name_folded ON saved_reports (team_id, id, name_folded) WHERE deleted_at IS NULL;
CREATE VIRTUAL TABLE saved_report_names USING fts5(name, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
