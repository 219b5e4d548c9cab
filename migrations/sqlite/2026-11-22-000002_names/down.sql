DROP INDEX projects_name_folded;
DROP INDEX research_collections_name_folded;
DROP INDEX insights_name_folded;
DROP INDEX learnings_name_folded;
DROP INDEX ideas_name_folded;
