"""What was measured is remembered, in memory and on disk."""
