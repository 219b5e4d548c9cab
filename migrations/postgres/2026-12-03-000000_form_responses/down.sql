ALTER TABLE observations DROP COLUMN form_response_id;
DROP TABLE form_versions;
DROP INDEX forms_public_token;
DELETE FROM taggings WHERE taggable_type = 'form_response';
DROP TABLE form_answers;
DROP TABLE form_responses;
DELETE FROM counters WHERE kind IN ('form_response', 'form_answer');
