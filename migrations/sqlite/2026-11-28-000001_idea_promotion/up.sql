-- When an experiment was made of an idea first.
ALTER TABLE ideas ADD COLUMN promoted_at INTEGER;
