-- How many live records of a kind a team has; project_id 0 counts the whole team.
ALTER TABLE counters RENAME TO counters_by_filter;
ALTER INDEX counters_pkey RENAME TO counters_by_filter_pkey;

CREATE TABLE counters (
    team_id BIGINT NOT NULL REFERENCES teams (id),
    kind TEXT COLLATE "C" NOT NULL,
    project_id BIGINT NOT NULL,
    n BIGINT NOT NULL,
    PRIMARY KEY (team_id, kind, project_id)
);

INSERT INTO counters (team_id, kind, project_id, n)
SELECT team_id, kind, CASE WHEN filter = '' THEN 0 ELSE CAST(value AS BIGINT) END, n
FROM counters_by_filter
WHERE filter IN ('', 'project_id') AND kind <> 'user';

DROP TABLE counters_by_filter;
