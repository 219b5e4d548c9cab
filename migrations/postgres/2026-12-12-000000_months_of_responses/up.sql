-- The month for which a response counts, such as 2026-11. Those that are there have none, for no database finds it as the
-- service does, which takes that of their creation for them.
ALTER TABLE form_responses ADD COLUMN month TEXT COLLATE "C";
