"""The Blessed Dark: rituals with three dice, blood, demons and The Dark One; 2 to 4 players.

Read RULES.md, then table.py, cards.py, commands.py, steps.py, effects.py, view.py; engine.py
has it all.
"""
