"""The Python side of running agents written in Python."""

import ast
import importlib.machinery
import importlib.util
import itertools
import os
import sys
import traceback

_numbers = itertools.count()


def _arguments(text):
    """'c=1.4 name=abc' as {'c': 1.4, 'name': 'abc'}."""
    arguments = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or not name.isidentifier():
            raise ValueError(f"args: '{word}', expected NAME=VALUE")
        try:
            arguments[name] = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            arguments[name] = value
    return arguments


def _load(file):
    """Loads a file as a module for each agent, so that two agents do not share globals."""
    folder = os.path.dirname(file)
    if folder not in sys.path:
        sys.path.append(folder)
    name = f"ludex_agent_{next(_numbers)}"
    spec = importlib.util.spec_from_file_location(name, file, loader=importlib.machinery.SourceFileLoader(name, file))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _find(module, name, file):
    own = {key: value for key, value in vars(module).items()
           if isinstance(value, type) and value.__module__ == module.__name__ and callable(getattr(value, "choose", None))}
    if name:
        found = getattr(module, name, None)
        if not isinstance(found, type):
            raise ValueError(f"class: {file} has no class '{name}'; it has {', '.join(own) or 'none with choose()'}")
        if not callable(getattr(found, "choose", None)):
            raise ValueError(f"class: '{name}' of {file} has no method choose(self, position, budget)")
        return found
    if len(own) != 1:
        raise ValueError(f"class: name the class to use; {file} has {', '.join(own) or 'none'} with a method choose(self, position, budget)")
    return next(iter(own.values()))


def make(file, name, args):
    return _find(_load(file), name, file)(**_arguments(args))


def describe(kind, value, trace):
    """An exception as a note for the log: the last lines of the traceback, which name the author's code."""
    if issubclass(kind, SystemExit):
        return f"the agent called sys.exit({value})"
    lines = traceback.format_exception(kind, value, trace)
    text = "".join(lines).strip()
    limit = 3500
    return text if len(text) <= limit else "..." + text[-limit:]
