DROP INDEX insights_identified;
DROP TABLE numbering_sequences;
DROP TABLE numbering_assignments;
DROP TABLE numbering_schemes;
