-- PostgreSQL looks for a part of a name in the table itself.
SELECT 1;
