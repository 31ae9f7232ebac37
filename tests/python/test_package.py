"""The package itself: documentation, stubs, sources."""

import ast
import inspect
import pathlib
import subprocess
import sys

import ludex
from ludex import _core

STUBS = pathlib.Path(ludex.__file__).with_name("_core.pyi")


def names_of(body):
    """Public names, and methods that a user calls by a sign."""
    found = set()
    for item in body:
        if isinstance(item, (ast.ClassDef, ast.FunctionDef)):
            found.add(item.name)
        elif isinstance(item, ast.AnnAssign):
            found.add(item.target.id)
    return found


def test_stubs_name_what_there_is():
    tree = ast.parse(STUBS.read_text())
    assert names_of(tree.body) == {name for name in dir(_core) if not name.startswith("_")}
    for item in tree.body:
        if isinstance(item, ast.ClassDef) and item.name != "Error":
            kind = getattr(_core, item.name)
            own = {name for name in vars(kind) if not name.startswith("__")}
            assert {name for name in names_of(item.body) if not name.startswith("__")} == own, item.name


def test_everything_public_is_documented():
    for name in ludex.__all__:
        thing = getattr(ludex, name)
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing):
            for key, value in vars(thing).items():
                if not key.startswith("_") and (callable(value) or isinstance(value, property)):
                    assert inspect.getdoc(value), f"{name}.{key}"
    assert set(ludex.__all__) <= set(dir(ludex))


def test_import_is_light():
    """An agent's worker need not load what it does not use."""
    code = "import ludex, sys; print(sorted({'numpy', 'pandas', 'matplotlib'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_a_plugin_path_that_is_no_folder_is_said(tmp_path):
    code = "import ludex, sys; ludex.add_plugin_path(sys.argv[1]); ludex.games()"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "nowhere")], capture_output=True, text=True, check=True
    )
    assert f"plug-in path '{tmp_path}/nowhere': No such file or directory" in done.stderr


def test_module_is_the_executable():
    done = subprocess.run([sys.executable, "-m", "ludex", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"ludex {ludex.__version__}"


def test_without_its_compiled_part_the_import_says_what_to_do(tmp_path):
    (tmp_path / "ludex").mkdir()
    source = pathlib.Path(ludex.__file__)
    (tmp_path / "ludex" / source.name).write_text(source.read_text())
    done = subprocess.run([sys.executable, "-c", "import ludex"], cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True)
    assert done.returncode == 1
    assert "ImportError: the compiled part of the package ludex cannot be loaded from" in done.stderr
    assert "PYTHONPATH" in done.stderr.splitlines()[-1]
