"""What every game is made of. Read values.py first, then agenda.py and engine.py."""
