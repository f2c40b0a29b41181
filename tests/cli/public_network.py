"""A network of its own for this process: loopback, and public addresses that are on it as well.

What separates public addresses from private ones is so met as it is, without a switch in the program. Linux's
namespaces are needed (of users too, unless this is root); `enter` says whether there are any.
"""

import ctypes
import fcntl
import socket
import struct

PUBLIC = "93.184.215.14"
ELSEWHERE = "93.184.215.15"  # another public one

_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000
_SET_FLAGS, _SET_ADDRESS = 0x8914, 0x8916
_UP_AND_RUNNING = 0x41


def _has_network():
    unshare = getattr(ctypes.CDLL(None, use_errno=True), "unshare", None)
    return unshare is not None and (unshare(_NEW_NETWORK) == 0 or
                                    unshare(_NEW_USER | _NEW_NETWORK) == 0)


def enter():
    """False where the system grants no namespace. There must be no other threads yet."""
    if not _has_network():
        return False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        for name, address in ((b"lo", None), (b"lo:1", PUBLIC), (b"lo:2", ELSEWHERE)):
            if address:
                packed = struct.pack("16sH2s4s8x", name, socket.AF_INET, b"", socket.inet_aton(address))
                fcntl.ioctl(control, _SET_ADDRESS, packed)
            fcntl.ioctl(control, _SET_FLAGS, struct.pack("16sH14x", name, _UP_AND_RUNNING))
    return True
