"""python3 -m ludex ...: the executable `ludex`."""

import os
import sys

from ludex import _core


def main():
    """Replaces this process by the executable; agents in Python use this interpreter."""
    os.environ.setdefault("LUDEX_PYTHON", sys.executable)
    path = _core.executable()
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
