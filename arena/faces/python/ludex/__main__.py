"""python3 -m ludex ...: the executable `ludex`."""

import os
import sys

from ludex import _core
from ludex._process import environment


def main():
    """Replaces this process by the executable."""
    path = _core.executable()
    os.execve(path, [path, *sys.argv[1:]], environment())


if __name__ == "__main__":
    main()
