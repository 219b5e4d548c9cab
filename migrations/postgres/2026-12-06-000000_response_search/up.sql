-- What searches find of the answers of a response.
ALTER TABLE form_responses ADD COLUMN answer_tokens TEXT COLLATE "C";
UPDATE form_responses SET answer_tokens = (
    SELECT left(string_agg(form_answers.text_value, ' ' ORDER BY form_answers.id), 16384) FROM form_answers
    WHERE form_answers.team_id = form_responses.team_id AND form_answers.form_response_id = form_responses.id
);
CREATE TABLE form_response_search (team_id BIGINT NOT NULL, id BIGINT NOT NULL, tokens TSVECTOR NOT NULL, PRIMARY KEY (team_id, id));
CREATE INDEX form_response_search_tokens ON form_response_search USING gin (tokens);
INSERT INTO unindexed_kinds (kind) VALUES ('form_response');
