DROP INDEX form_responses_by_token;
