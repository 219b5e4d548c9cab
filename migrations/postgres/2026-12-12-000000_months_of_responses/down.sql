ALTER TABLE form_responses DROP COLUMN month;
