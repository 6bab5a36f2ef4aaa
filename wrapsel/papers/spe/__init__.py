"""SPE-ranker: Quevedo, Bahamonde and Luaces, CSDA 2007."""
