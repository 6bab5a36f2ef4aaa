"""What rankers say of a problem's variables, and what they would say by chance."""
