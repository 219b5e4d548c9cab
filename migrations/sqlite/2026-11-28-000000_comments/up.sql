-- Comments, and whom they mention.
CREATE TABLE comments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    commentable_type TEXT NOT NULL,
    commentable_id INTEGER NOT NULL,
    parent_id INTEGER,
    body TEXT NOT NULL,
    user_id INTEGER,
    mentions TEXT NOT NULL,
    edited_at INTEGER,
    resolved_at INTEGER,
    resolved_by_id INTEGER,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, parent_id) REFERENCES comments (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id),
    FOREIGN KEY (resolved_by_id) REFERENCES users (id)
) STRICT;

CREATE INDEX comments_id ON comments (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX comments_created_at ON comments (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX comments_updated_at ON comments (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX comments_commentable_type ON comments (team_id, commentable_type, id) WHERE deleted_at IS NULL;
CREATE INDEX comments_commentable_id ON comments (team_id, commentable_id, id);
CREATE INDEX comments_user_id ON comments (team_id, user_id, id) WHERE deleted_at IS NULL;
CREATE INDEX comments_parent_id ON comments (team_id, parent_id, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_resolved ON comments (team_id, id) WHERE deleted_at IS NULL AND resolved_at IS NOT NULL;
CREATE INDEX comments_not_resolved ON comments (team_id, id) WHERE deleted_at IS NULL AND resolved_at IS NULL;

CREATE TABLE comment_mentions (
    team_id INTEGER NOT NULL,
    comment_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (team_id, comment_id, user_id),
    FOREIGN KEY (team_id, comment_id) REFERENCES comments (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT, WITHOUT ROWID;

CREATE INDEX comment_mentions_user ON comment_mentions (team_id, user_id, comment_id);
