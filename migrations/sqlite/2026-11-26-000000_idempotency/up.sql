-- Requests that were carried out under an idempotency key: repeated within a day, they are answered the same.
CREATE TABLE idempotent_requests (
    team_id INTEGER NOT NULL REFERENCES teams (id),
    token_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    digest TEXT NOT NULL,
    status INTEGER,
    answer TEXT,
    tag TEXT,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (team_id, token_id, key)
);

-- What is forgotten is found by when it was kept.
CREATE INDEX idempotent_requests_by_time ON idempotent_requests (team_id, created_at);
