"""What is fitted on no variable, and how what was fitted is judged."""
