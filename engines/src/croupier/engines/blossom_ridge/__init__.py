"""Blossom Ridge: win tricks, place markers, control Locations; 2 to 4 players.

Read RULES.md, then table.py, cards.py, commands.py, steps.py, view.py; engine.py has it all.
"""
