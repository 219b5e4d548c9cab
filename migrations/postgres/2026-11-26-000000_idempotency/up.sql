-- Requests that were carried out under an idempotency key: repeated within a day, they are answered the same.
CREATE TABLE idempotent_requests (
    team_id BIGINT NOT NULL REFERENCES teams (id),
    token_id BIGINT NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    digest TEXT COLLATE "C" NOT NULL,
    status BIGINT,
    answer TEXT COLLATE "C",
    tag TEXT COLLATE "C",
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (team_id, token_id, key)
);

-- What is forgotten is found by when it was kept.
CREATE INDEX idempotent_requests_by_time ON idempotent_requests (team_id, created_at);
