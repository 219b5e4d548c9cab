DROP TABLE name_blocks;
