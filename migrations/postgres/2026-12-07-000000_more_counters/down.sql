DELETE FROM counters WHERE kind = 'idea' AND filter = 'category' OR kind = 'form_response' AND filter = 'form_version';
