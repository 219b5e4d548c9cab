DELETE FROM unindexed_kinds WHERE kind = 'form_response';
DROP TABLE form_response_search;
ALTER TABLE form_responses DROP COLUMN answer_tokens;
