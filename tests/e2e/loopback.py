"""Run a command in a network of its own: `unshare --map-root-user --net python loopback.py make`.

Brings up the loopback interface of the new network, then becomes the command.
"""

import fcntl
import os
import socket
import struct
import sys

SIOCSIFFLAGS = 0x8914
UP_AND_RUNNING = 0x1 | 0x40

if __name__ == "__main__":
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", UP_AND_RUNNING))
    os.execvp(sys.argv[1], sys.argv[1:])
