"""nginx as people put it before gRPC services: one address, several processes behind it."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

CONFIG = """
daemon off;
worker_processes 1;
pid {place}/nginx.pid;
error_log {place}/nginx.log warn;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  client_body_temp_path {place}/body;
  proxy_temp_path {place}/proxy;
  fastcgi_temp_path {place}/fastcgi;
  uwsgi_temp_path {place}/uwsgi;
  scgi_temp_path {place}/scgi;
  upstream croupier {{
    {servers}
    keepalive 64;
  }}
  server {{
    listen 127.0.0.1:{port} http2;
    http2_max_concurrent_streams 1024;
    keepalive_requests 1000000;
    location / {{
      grpc_pass grpc://croupier;
      grpc_read_timeout 1h;
      grpc_send_timeout 1h;
      grpc_next_upstream error timeout non_idempotent;
      client_body_timeout 1h;
    }}
  }}
}}
"""


@contextmanager
def balancer(place: Path, port: int, behind: Sequence[int]) -> Iterator[str]:
    """nginx on this port, before those; its address."""
    servers = "\n    ".join(f"server 127.0.0.1:{one} max_fails=0;" for one in behind)
    config = place / "nginx.conf"
    config.write_text(CONFIG.format(place=place, port=port, servers=servers))
    with (place / "nginx.out").open("wb") as out:
        process = subprocess.Popen(
            ["nginx", "-c", str(config), "-e", str(place / "nginx.log")], stdout=out, stderr=out
        )
    try:
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)
