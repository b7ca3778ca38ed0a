"""The doors: messages in, messages out. Thin, and the only place that knows protobuf."""
