"""Plays whole games against any deployment, measures it, and checks what it measured."""
