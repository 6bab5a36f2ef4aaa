"""What makes an answer of the paths of searches."""
