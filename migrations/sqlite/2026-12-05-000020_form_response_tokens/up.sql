-- Which response a page has begun that is sent twice.
CREATE INDEX form_responses_by_token ON form_responses (team_id, form_id, edit_hash) WHERE edit_hash IS NOT NULL;
