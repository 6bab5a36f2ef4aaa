"""Block addition and deletion."""
