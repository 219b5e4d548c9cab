-- An entry of an index has 2,704 bytes at most, and an address may have three times as many: it is put in order by its
-- front, which is all that most of them are.
DROP INDEX pages_url;
CREATE INDEX pages_url ON pages (team_id, left(url, 600) NULLS FIRST, id) WHERE deleted_at IS NULL;
