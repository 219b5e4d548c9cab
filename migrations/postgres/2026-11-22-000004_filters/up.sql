-- PostgreSQL reads the records themselves to learn which of them it may see.
SELECT 1;
