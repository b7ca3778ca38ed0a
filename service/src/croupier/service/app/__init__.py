"""What the house does: seats, commands, watching, due work. Knows ports, not Redis or gRPC."""
