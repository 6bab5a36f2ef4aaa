"""How subsets are told apart, and what differs between them."""
