"""Blight of Blackridge: bluffs and bargains with a hand that is also your health.

Read RULES.md, then table.py, cards.py, body.py, verbs.py and the steps in the order of a day.
"""
