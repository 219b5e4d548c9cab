-- What searches find of the answers of a response.
ALTER TABLE form_responses ADD COLUMN answer_tokens TEXT;
UPDATE form_responses SET answer_tokens = (
    SELECT substr(group_concat(text_value, ' '), 1, 16384) FROM (
        SELECT text_value FROM form_answers
        WHERE form_answers.team_id = form_responses.team_id AND form_answers.form_response_id = form_responses.id
        ORDER BY form_answers.id
    )
);
CREATE VIRTUAL TABLE form_response_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');
INSERT INTO unindexed_kinds (kind) VALUES ('form_response');
