-- The answers that may tell of responses to forms, in which what is erased is looked for.
CREATE INDEX idempotent_requests_about_responses ON idempotent_requests (team_id, token_id, key)
    WHERE instr(answer, '"form_version":') > 0 OR instr(answer, '"form_question_id":') > 0
        OR answer GLOB '*"form_response_id":[1-9]*' OR instr(answer, '_type":"form_response"') > 0
        OR instr(answer, '"attachable_type":"comment"') > 0;
