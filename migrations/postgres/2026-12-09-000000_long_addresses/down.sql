DROP INDEX pages_url;
CREATE INDEX pages_url ON pages (team_id, url NULLS FIRST, id) WHERE deleted_at IS NULL;
