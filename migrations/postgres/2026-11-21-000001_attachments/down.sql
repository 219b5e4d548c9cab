DROP TABLE attachments;
DROP TABLE files;
