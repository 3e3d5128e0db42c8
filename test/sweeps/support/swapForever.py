"""Swaps two names for each other with one call, thousands of times a second, whatever is done to them: NAME OTHER ..."""

import ctypes
import os
import random
import sys
import time

AT_FDCWD = -100
RENAME_EXCHANGE = 2

libc = ctypes.CDLL(None, use_errno=True)
names = [os.fsencode(name) for name in sys.argv[1:]]
pairs = list(zip(names[::2], names[1::2]))


def exchange(one, other):
    return libc.renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE)


if any(exchange(*pair) != 0 for pair in pairs):
    sys.exit(f"renameat2: {os.strerror(ctypes.get_errno())}")
print("ready", flush=True)
while True:
    for pair in pairs:
        exchange(*pair)
        # At times that never repeat, and often enough that every step of a search meets some.
        time.sleep(random.random() * 0.001)
