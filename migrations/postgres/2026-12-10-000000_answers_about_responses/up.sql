-- The answers that may tell of responses to forms, in which what is erased is looked for.
CREATE INDEX idempotent_requests_about_responses ON idempotent_requests (team_id, token_id, key)
    WHERE answer ~ '"form_(version|question_id)":|"form_response_id":[1-9]|_type":"form_response"|"attachable_type":"comment"';
