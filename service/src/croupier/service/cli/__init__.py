"""The command line: `croupier serve`, `demo`, `play`, `token`."""
