DROP TABLE file_holds;
