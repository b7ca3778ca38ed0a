"""The outside world behind the ports: the store on Valkey or Redis, the embedded server."""
