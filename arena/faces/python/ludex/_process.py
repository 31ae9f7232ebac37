"""The executable `ludex` as a child process."""

import os
import signal
import subprocess
import sys

from ludex import _core

INTERRUPTED = 130


def environment():
    """The environment in which agents in Python use this interpreter, its library and its packages."""
    libpython = "libpython{}.{}.so.1.0".format(*sys.version_info[:2])
    beside = os.path.join(sys.base_prefix, "lib", libpython)
    return {"LUDEX_PYTHON": sys.executable, "LUDEX_LIBPYTHON": beside if os.path.exists(beside) else libpython, **os.environ}


def command(*arguments):
    """A command line of the executable, with this process's plug-in path."""
    words = [_core.executable()]
    for folder in _core.plugin_path():
        words += ["--plugin-path", folder]
    return words + [str(argument) for argument in arguments]


def start(words, stdout):
    """Starts a command in a session of its own: Ctrl-C at a terminal reaches it once, from here, as in a notebook."""
    return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, text=True, errors="replace",
                            env=environment(), start_new_session=True)


def show(process, quiet, then, each=None):
    """Shows standard error as it arrives, calls each() after each line, and returns the text once the command has ended.

    Ctrl-C ends the command as at the terminal and is raised once it has ended, with `then`: how to go on. So does an exception of each().
    """
    raised = None
    errors = []
    while True:
        try:
            for line in process.stderr:
                errors.append(line)
                if not quiet:
                    sys.stderr.write(line)
                    sys.stderr.flush()
                if each is not None and raised is None:
                    each()
            process.wait()
            break
        except BaseException as error:
            # A second signal would end it at once.
            if raised is None:
                process.send_signal(signal.SIGINT)
                raised = error
    if raised is not None and not isinstance(raised, KeyboardInterrupt):
        raise raised
    if raised is not None or process.returncode == INTERRUPTED:
        raise KeyboardInterrupt(then)
    return "".join(errors)
