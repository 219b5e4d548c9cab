DROP TABLE form_response_summaries;
DELETE FROM counters WHERE kind = 'form_response_summary';
