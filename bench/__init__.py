"""What a durable command costs, beside an echo of the same size. `python -m bench --help`."""
