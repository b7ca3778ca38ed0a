"""Blast Radius: scavenge, trade, steal and complete objectives with open hands; 3 to 6 players.

Read RULES.md, then table.py, cards.py, commands.py, turn.py, combat.py, view.py; engine.py has
it all.
"""
