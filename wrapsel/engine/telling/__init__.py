"""What is told of a search: sentences, tables, verdicts."""
