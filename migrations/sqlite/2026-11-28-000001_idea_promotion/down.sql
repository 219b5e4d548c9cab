ALTER TABLE ideas DROP COLUMN promoted_at;
