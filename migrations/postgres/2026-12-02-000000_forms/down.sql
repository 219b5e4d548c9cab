DELETE FROM taggings WHERE taggable_type = 'form';
DROP TABLE form_question_search;
DROP TABLE form_search;
DROP TABLE form_questions;
DROP TABLE form_steps;
DROP TABLE forms;
DELETE FROM counters WHERE kind IN ('form', 'form_step', 'form_question');
