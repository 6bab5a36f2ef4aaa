"""How the columns of tables are read: numbers, levels, blocks and files."""
