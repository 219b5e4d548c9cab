-- SQLite puts texts of any length into its indexes.
SELECT 1;
