"""What a problem is given beside learner, table and targets."""
