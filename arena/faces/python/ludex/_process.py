"""The executable `ludex` as a child process."""

import os
import sys


def environment():
    """The environment in which agents in Python use this interpreter, its library and its packages."""
    libpython = "libpython{}.{}.so.1.0".format(*sys.version_info[:2])
    beside = os.path.join(sys.base_prefix, "lib", libpython)
    return {"LUDEX_PYTHON": sys.executable, "LUDEX_LIBPYTHON": beside if os.path.exists(beside) else libpython, **os.environ}
