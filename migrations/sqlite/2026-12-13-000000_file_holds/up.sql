-- Until when the files of a team stay, whoever deletes the records that name them: an export reads them.
CREATE TABLE file_holds (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    since INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;

CREATE INDEX file_holds_team ON file_holds (team_id, id);
