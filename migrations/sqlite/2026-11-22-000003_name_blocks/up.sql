-- Whoever looks for a part of a name reads the names of a block at a time: those of the records that lists find and whose
-- ids, divided by 64, have the same quotient. After each name stand a character 31, the record's id and a character 30.
CREATE TABLE name_blocks (
    team_id INTEGER NOT NULL REFERENCES teams (id),
    kind TEXT NOT NULL,
    block INTEGER NOT NULL,
    names TEXT NOT NULL,
    PRIMARY KEY (team_id, kind, block)
) STRICT;

INSERT INTO name_blocks (team_id, kind, block, names)
SELECT team_id, 'project', id / 64, group_concat(replace(replace(name_folded, char(31), char(65533)), char(30), char(65533)) || char(31) || id || char(30), '')
FROM projects WHERE deleted_at IS NULL GROUP BY team_id, id / 64;

INSERT INTO name_blocks (team_id, kind, block, names)
SELECT team_id, 'research_collection', id / 64, group_concat(replace(replace(name_folded, char(31), char(65533)), char(30), char(65533)) || char(31) || id || char(30), '')
FROM research_collections WHERE deleted_at IS NULL GROUP BY team_id, id / 64;

INSERT INTO name_blocks (team_id, kind, block, names)
SELECT team_id, 'insight', id / 64, group_concat(replace(replace(name_folded, char(31), char(65533)), char(30), char(65533)) || char(31) || id || char(30), '')
FROM insights WHERE deleted_at IS NULL GROUP BY team_id, id / 64;

INSERT INTO name_blocks (team_id, kind, block, names)
SELECT team_id, 'learning', id / 64, group_concat(replace(replace(name_folded, char(31), char(65533)), char(30), char(65533)) || char(31) || id || char(30), '')
FROM learnings WHERE deleted_at IS NULL GROUP BY team_id, id / 64;

INSERT INTO name_blocks (team_id, kind, block, names)
SELECT team_id, 'idea', id / 64, group_concat(replace(replace(name_folded, char(31), char(65533)), char(30), char(65533)) || char(31) || id || char(30), '')
FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL GROUP BY team_id, id / 64;
