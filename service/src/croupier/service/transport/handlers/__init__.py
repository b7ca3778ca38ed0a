"""One handler for each RPC: a doorman, who reads a request, asks the app and writes the reply."""
