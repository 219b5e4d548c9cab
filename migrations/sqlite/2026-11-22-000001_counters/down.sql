-- How many live records of a kind a team has; project_id 0 counts the whole team.
ALTER TABLE counters RENAME TO counters_by_filter;

CREATE TABLE counters (
    team_id INTEGER NOT NULL REFERENCES teams (id),
    kind TEXT NOT NULL,
    project_id INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (team_id, kind, project_id)
) STRICT, WITHOUT ROWID;

INSERT INTO counters (team_id, kind, project_id, n)
SELECT team_id, kind, CASE WHEN filter = '' THEN 0 ELSE CAST(value AS INTEGER) END, n
FROM counters_by_filter
WHERE filter IN ('', 'project_id') AND kind <> 'user';

DROP TABLE counters_by_filter;
