-- PostgreSQL keeps its own full-text indexes in order by itself.
SELECT 1;
