"""Block addition and deletion: Nagatani, Ozawa and Abe, 2010."""
