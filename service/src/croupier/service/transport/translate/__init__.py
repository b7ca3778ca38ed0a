"""Engine values and proto messages, paired once by name, then written and read quickly."""
