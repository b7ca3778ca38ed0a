"""The HTTP door: one port for every protocol that is not gRPC's own door.

In reading order: `door` listens, `app` finds who answers, `exchange` reads and writes HTTP,
then one adapter each for gRPC (native and for the web), Connect, and REST with its streams.
"""
