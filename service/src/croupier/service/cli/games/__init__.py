"""How each game looks and reads in a terminal."""
